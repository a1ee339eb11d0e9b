import { expect } from 'vitest';
import type { FaultInput } from '../../../../electron/simulator/faults/fault.ts';
import { waitsBetween } from './fault-outcome.ts';
import type { FaultRow } from './fault-row.ts';
import { type FaultStage, MINUTE, SECOND } from './fault-stage.ts';
import {
  CREATE,
  during,
  inject,
  LIST,
  otherSession,
  ownSession,
  removeSession,
  replaceConnection,
  SUBSCRIBE,
  SUBSCRIBE_DONATION,
} from './fault-tools.ts';

/** The session is gone, and until `ms` are over the next one meets a fault. */
const withoutSession = (ms: number, ...faults: readonly FaultInput[]) => {
  return (stage: FaultStage): Promise<void> => {
    removeSession(stage);
    return during(stage, ms, ...faults);
  };
};

/** Somebody else takes every slot, so that the app's own session is removed. */
const crowdedOut = async (stage: FaultStage): Promise<void> => {
  removeSession(stage);
  const others = [0, 1, 2].map(() => otherSession(stage, true));
  await stage.run(2 * MINUTE);
  const [first] = others;
  if (first) stage.simulator.sessions.remove(first, 'expired');
};

const LASTING = { times: 'until-cleared' } as const;

/** What becomes of sessions and subscriptions. */
export const SESSION_ROWS: readonly FaultRow[] = [
  {
    name: 'the session is removed on the server',
    strike: (stage) => removeSession(stage),
    gap: 'some',
    liveWithinMs: 5 * SECOND,
  },
  {
    name: 'another connection takes the events of the session and goes, the own one stays open and gets none',
    strike: async (stage) => {
      await replaceConnection(stage, 10 * SECOND);
      await stage.run(6 * MINUTE);
    },
    gap: 'some',
    liveWithinMs: 6 * MINUTE,
  },
  {
    name: 'another connection takes the events of the session for 10 minutes, the own one stays open',
    strike: (stage) => replaceConnection(stage, 10 * MINUTE),
    gap: 'some',
    liveWithinMs: 6 * MINUTE,
  },
  {
    name: 'the session has expired on the server',
    strike: (stage) => removeSession(stage, 'expired'),
    gap: 'some',
    liveWithinMs: 5 * SECOND,
  },
  {
    name: 'every new session is removed a moment after it is live, for 3 minutes',
    strike: async (stage) => {
      const end = stage.clock.monotonic() + 3 * MINUTE;
      while (stage.clock.monotonic() < end) {
        if (stage.isLive) removeSession(stage);
        await stage.run(300);
      }
    },
    gap: 'some',
    liveWithinMs: 4 * MINUTE,
    backsOff: { operation: CREATE, times: 5 },
  },
  {
    name: 'all slots are taken by others for 2 minutes (the oldest is removed)',
    strike: crowdedOut,
    gap: 'some',
    liveWithinMs: 3 * MINUTE,
    backsOff: { operation: LIST, times: 4 },
  },
  {
    name: 'all slots are taken by others for 2 minutes (a fourth is refused)',
    simulator: { userSessionPolicy: 'refuse' },
    strike: crowdedOut,
    gap: 'some',
    liveWithinMs: 3 * MINUTE,
    backsOff: { operation: LIST, times: 4 },
  },
  {
    name: 'all slots are taken by others for good',
    simulator: { userSessionPolicy: 'refuse' },
    strike: async (stage) => {
      removeSession(stage);
      for (let taken = 0; taken < 3; taken += 1) otherSession(stage, true);
      await stage.run(5 * MINUTE);
    },
    gap: 'some',
    asksFor: { state: 'reconnecting', reason: 'no-free-slot' },
    backsOff: { operation: LIST, times: 8 },
  },
  {
    name: 'no session for 2 minutes: creation answers 500',
    strike: withoutSession(2 * MINUTE, {
      kind: 'answer',
      operation: CREATE,
      status: 500,
      ...LASTING,
    }),
    gap: 'some',
    liveWithinMs: 3 * MINUTE,
    backsOff: { operation: CREATE, times: 6 },
  },
  {
    name: 'no session for 2 minutes: creation answers something unreadable',
    strike: withoutSession(2 * MINUTE, { kind: 'garbage-answer', operation: CREATE, ...LASTING }),
    gap: 'some',
    liveWithinMs: 3 * MINUTE,
    backsOff: { operation: CREATE, times: 6 },
  },
  {
    name: 'creation answers 429 with Retry-After 45',
    strike: withoutSession(40 * SECOND, {
      kind: 'answer',
      operation: CREATE,
      status: 429,
      retryAfterSec: 45,
    }),
    gap: 'some',
    check: (stage) => expectPause(stage, CREATE, 45 * SECOND),
  },
  {
    name: 'the answer of a creation is lost twice',
    strike: withoutSession(20 * SECOND, { kind: 'lost-answer', operation: CREATE, times: 2 }),
    gap: 'some',
  },
  ...([403, 500, 503] as const).map(
    (status): FaultRow => ({
      name: `subscribing answers ${status} for a minute`,
      strike: withoutSession(MINUTE, {
        kind: 'answer',
        operation: SUBSCRIBE,
        status,
        ...LASTING,
      }),
      gap: 'some',
      backsOff: {
        operation: 'POST /api/openapi/open/v1/sessions/events/subscribe/{event}',
        times: 4,
      },
    }),
  ),
  {
    name: 'subscribing to donations answers 403: the others come, donations some seconds later',
    strike: async (stage) => {
      inject(stage, { kind: 'answer', operation: SUBSCRIBE_DONATION, status: 403 });
      removeSession(stage);
      await stage.run(5 * SECOND);
      expect(subscribed(stage)).toEqual(['chat', 'subscription']);
      await stage.run(10 * SECOND);
      expect(subscribed(stage)).toEqual(['chat', 'donation', 'subscription']);
    },
    gap: 'some',
    liveWithinMs: 15 * SECOND,
  },
  ...([403, 409, 500] as const).map(
    (status): FaultRow => ({
      name: `the subscription to donations is gone, and a new one answers ${status} for half an hour`,
      strike: async (stage) => {
        const { streamerChannelId: channelId } = stage.simulator;
        ownSession(stage).drop({ eventType: 'DONATION', channelId });
        inject(stage, { kind: 'answer', operation: SUBSCRIBE_DONATION, status, ...LASTING });
        await stage.pass(30 * MINUTE);
        stage.simulator.faults.clear();
        await stage.pass(15 * MINUTE);
      },
      gap: 'some',
      liveWithinMs: 45 * MINUTE,
    }),
  ),
  {
    name: 'subscribing answers 429 with Retry-After 20',
    strike: withoutSession(15 * SECOND, {
      kind: 'answer',
      operation: SUBSCRIBE,
      status: 429,
      retryAfterSec: 20,
    }),
    gap: 'some',
  },
  {
    name: 'subscribing answers 401: the token has expired',
    strike: withoutSession(SECOND, {
      kind: 'answer',
      operation: SUBSCRIBE,
      status: 401,
      message: 'Access token has expired',
    }),
    gap: 'some',
    liveWithinMs: 5 * SECOND,
  },
  {
    name: 'the session list answers 500 for 5 minutes',
    strike: (stage) => {
      inject(stage, { kind: 'reset' });
      return during(stage, 5 * MINUTE, {
        kind: 'answer',
        operation: LIST,
        status: 500,
        ...LASTING,
      });
    },
    gap: 'some',
    liveWithinMs: 30 * SECOND,
  },
  {
    name: 'the session list answers something unreadable for 5 minutes',
    strike: (stage) => {
      inject(stage, { kind: 'reset' });
      return during(stage, 5 * MINUTE, { kind: 'garbage-answer', operation: LIST, ...LASTING });
    },
    gap: 'some',
    liveWithinMs: 30 * SECOND,
  },
  {
    name: 'every operation answers 503 for 2 minutes, after a reset',
    strike: (stage) => {
      inject(stage, { kind: 'reset' });
      return during(stage, 2 * MINUTE, { kind: 'answer', status: 503, ...LASTING });
    },
    gap: 'some',
    liveWithinMs: 3 * MINUTE,
  },
];

function subscribed({ app }: FaultStage): readonly string[] | undefined {
  return app.core.keeper.status.session?.subscribed;
}

/** After its refusal the operation was left alone for so long. */
function expectPause({ network }: FaultStage, operation: string, ms: number): void {
  const waits = waitsBetween(network.calls, operation);
  expect(Math.max(...waits.slice(1)), 'pause').toBeGreaterThanOrEqual(ms);
}
