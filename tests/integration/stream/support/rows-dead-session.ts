import { expect } from 'vitest';
import type { FaultInput } from '../../../../electron/simulator/faults/fault.ts';
import type { FaultRow } from './fault-row.ts';
import { type FaultStage, HOUR, MINUTE, SECOND } from './fault-stage.ts';
import { CREATE, during, inject, LIST, SUBSCRIBE_DONATION } from './fault-tools.ts';
import { CONNECT } from './watched-network.ts';

const LASTING = { times: 'until-cleared' } as const;
const LIST_DOWN: FaultInput = { kind: 'answer', operation: LIST, status: 500, ...LASTING };
/** Whatever goes wrong with a session that is gone: events come again within this. */
const AGAIN_WITHIN_MS = MINUTE;

type Death = Omit<Extract<FaultInput, { kind: 'dead-session' }>, 'kind'>;

const deaths: readonly (readonly [string, Death])[] = [
  ...[1000, 4001].map(
    (code) =>
      [
        `its connections accepted and closed at once (${code})`,
        { connections: 'end', upgrades: 'close', code },
      ] as const,
  ),
  ...([409, 500, 502] as const).map(
    (status) =>
      [
        `upgrades refused with ${status}`,
        { connections: 'end', upgrades: 'refuse', status },
      ] as const,
  ),
];

const removed = deaths.map(
  ([name, death]): FaultRow => ({
    name: `the session is removed, ${name}`,
    strike: (stage) => inject(stage, { kind: 'dead-session', ...death }),
    gap: 'some',
    liveWithinMs: AGAIN_WITHIN_MS,
  }),
);

/** The list is slower than the end of the connection, as over a real network. */
const closedBeforeListed = [1000, 4001].map(
  (code): FaultRow => ({
    name: `the session is removed, its connections closed (${code}) before any list is answered`,
    strike: async (stage) => {
      stage.isHeld = true;
      inject(
        stage,
        { kind: 'slow', operation: LIST, delayMs: 200, ...LASTING },
        { kind: 'dead-session', connections: 'end', upgrades: 'close', code },
      );
      await stage.run(MINUTE);
      stage.isHeld = false;
      stage.simulator.faults.clear();
    },
    gap: 'some',
    liveWithinMs: AGAIN_WITHIN_MS,
  }),
);

const removedWithoutList = deaths.map(
  ([name, death]): FaultRow => ({
    name: `the session is removed, ${name}, no list for 2 minutes`,
    strike: (stage) => {
      inject(stage, { kind: 'dead-session', ...death });
      return during(stage, 2 * MINUTE, LIST_DOWN);
    },
    gap: 'some',
    liveWithinMs: AGAIN_WITHIN_MS,
  }),
);

const unknownRenewals = ([404, 410] as const).map(
  (status): FaultRow => ({
    name: `a renewal is refused with ${status}: the platform does not know the session any more`,
    before: (stage) => stage.pass(107 * MINUTE - 70 * SECOND),
    strike: async (stage) => {
      inject(stage, { kind: 'dead-session', upgrades: 'refuse', status });
      // Asking for the list would find it, too.
      inject(stage, LIST_DOWN);
      // Without one, a renewal waits until the connection is 116 minutes old.
      await stage.runUntil(() => calls(stage, CONNECT) > 1, 10 * MINUTE);
      stage.simulator.faults.clear();
    },
    gap: 'some',
    liveWithinMs: 10 * MINUTE,
  }),
);

/** What becomes of sessions that die without a word, and of lists that are wrong for a moment. */
export const DEAD_SESSION_ROWS: readonly FaultRow[] = [
  ...removed,
  ...closedBeforeListed,
  ...removedWithoutList,
  {
    name: 'the session is removed, its connection stays open and answers PING',
    strike: (stage) => {
      inject(stage, { kind: 'dead-session' });
      return stage.run(5 * MINUTE);
    },
    gap: 'some',
    liveWithinMs: 5 * MINUTE + 10 * SECOND,
  },
  ...unknownRenewals,
  {
    name: 'the session list is stale once while the line is well',
    strike: async (stage) => {
      inject(stage, { kind: 'stale-list' });
      await stage.pass(40 * MINUTE);
      expect(stage.simulator.faults.active, 'faults left').toEqual([]);
    },
    gap: 'none',
    check: ({ simulator }) => expect(simulator.sessions.all).toHaveLength(1),
  },
  {
    name: 'the session list is stale once after a reset',
    strike: (stage) => inject(stage, { kind: 'stale-list' }, { kind: 'reset' }),
    gap: 'some',
    liveWithinMs: 10 * SECOND,
    check: ({ simulator }) => expect(simulator.sessions.all).toHaveLength(1),
  },
  {
    name: 'a subscription is lost, nothing says so',
    strike: async (stage) => {
      inject(stage, { kind: 'lost-subscription', event: 'DONATION' });
      await stage.pass(40 * MINUTE);
    },
    gap: 'some',
    liveWithinMs: 5 * MINUTE,
    check: ({ simulator, gaps }) => {
      expect(simulator.sessions.all).toHaveLength(1);
      expect(gaps.map(({ gap }) => gap.reason)).toEqual(['subscription-gone']);
    },
  },
  {
    name: 'subscribing takes effect 3 seconds after its answer',
    strike: (stage) => {
      inject(stage, { kind: 'late-subscription', delayMs: 3 * SECOND, times: 3 });
      stage.simulator.sessions.remove(stage.simulator.sessions.all[0]!, 'count-limit');
    },
    gap: 'some',
    liveWithinMs: 10 * SECOND,
  },
  {
    name: 'subscribing to donations answers 400 for 3 hours: the others come, on one session',
    strike: async (stage) => {
      inject(
        stage,
        { kind: 'lost-subscription', event: 'DONATION' },
        { ...LASTING, kind: 'answer', operation: SUBSCRIBE_DONATION, status: 400 },
      );
      await stage.pass(3 * HOUR);
      expect(calls(stage, CREATE), 'sessions created').toBe(1);
      expect(stage.app.core.status.read().notices.map(({ id }) => id)).toContain(
        'subscription-refused',
      );
      stage.simulator.faults.clear();
      await stage.pass(11 * MINUTE);
      expect(stage.app.core.keeper.status.session?.subscribed).toContain('donation');
    },
    gap: 'some',
    liveWithinMs: 3 * HOUR + 11 * MINUTE,
  },
  {
    name: 'everything is refused for 20 minutes: at most 4 calls a minute after the first',
    strike: async (stage) => {
      const from = stage.clock.monotonic();
      inject(stage, { kind: 'refuse-upgrade', status: 503, ...LASTING }, { kind: 'reset' });
      await during(stage, 20 * MINUTE, { kind: 'answer', status: 503, ...LASTING });
      const asked = stage.network.calls
        .filter(({ operation }) => [CONNECT, LIST, CREATE].includes(operation))
        .map(({ at }) => at - from)
        .filter((at) => at >= MINUTE);
      const fullest = asked.map((at) => asked.filter((t) => t >= at && t < at + MINUTE).length);
      expect(Math.max(...fullest), 'calls in a minute').toBeLessThanOrEqual(4);
      expect(Math.min(...[at(asked, 0), 20 * MINUTE - at(asked, -1)]), 'tried on').toBeLessThan(
        2 * MINUTE,
      );
    },
    gap: 'some',
    liveWithinMs: 21 * MINUTE,
    check: ({ simulator }) => expect(simulator.sessions.all).toHaveLength(1),
  },
];

const at = (times: readonly number[], index: number): number => times.at(index) ?? 0;

function calls({ network }: FaultStage, operation: string): number {
  return network.calls.filter((call) => call.operation === operation).length;
}
