import type { FaultRow } from './fault-row.ts';
import { type FaultStage, HOUR, MINUTE, SECOND } from './fault-stage.ts';
import {
  CREATE,
  during,
  inject,
  LIST,
  onNextOpened,
  otherSession,
  SUBSCRIBE_DONATION,
} from './fault-tools.ts';

/** Renewals are due 108 to 112 minutes after a connection opened. */
const nearRenewal = (stage: FaultStage): Promise<void> => stage.pass(106 * MINUTE - 70 * SECOND);
const RENEWAL_MS = 7 * MINUTE;

/** The next session is due when this one is eleven and a half hours old. */
const nearRollOver = (stage: FaultStage): Promise<void> =>
  stage.pass(11.5 * HOUR - 2 * MINUTE - 70 * SECOND);

/** What becomes of the changes to the next connection and to the next session. */
export const RENEWAL_ROWS: readonly FaultRow[] = [
  {
    name: 'a renewal is refused 3 times with 503',
    before: nearRenewal,
    strike: async (stage) => {
      inject(stage, { kind: 'refuse-upgrade', times: 3 });
      await stage.run(RENEWAL_MS);
    },
    gap: 'none',
  },
  {
    name: 'a renewal opens but stays silent',
    before: nearRenewal,
    strike: async (stage) => {
      onNextOpened(stage, 1, (connection) => connection.freeze());
      await stage.run(RENEWAL_MS);
    },
    gap: 'some',
    liveWithinMs: RENEWAL_MS + MINUTE,
  },
  {
    name: 'a renewal is reset as soon as it is open',
    before: nearRenewal,
    strike: async (stage) => {
      onNextOpened(stage, 1, (connection) => connection.reset());
      await stage.run(RENEWAL_MS);
    },
    gap: 'some',
    liveWithinMs: RENEWAL_MS + MINUTE,
  },
  {
    name: 'the handshake of a renewal is never answered',
    before: nearRenewal,
    strike: async (stage) => {
      stage.door.holdMs = Number.POSITIVE_INFINITY;
      stage.network.route = { type: 'sockets-by-way-of', port: stage.door.port };
      stage.isHeld = true;
      await stage.run(RENEWAL_MS);
      stage.network.route = { type: 'platform' };
      await stage.run(MINUTE);
      stage.isHeld = false;
    },
    gap: 'some',
    liveWithinMs: RENEWAL_MS + 2 * MINUTE,
  },
  ...([403, 409, 500] as const).map(
    (status): FaultRow => ({
      name: `roll-over: one call to subscribe to donations answers ${status}`,
      before: nearRollOver,
      strike: async (stage) => {
        inject(stage, { kind: 'answer', operation: SUBSCRIBE_DONATION, status });
        await stage.run(5 * MINUTE);
      },
      gap: 'none',
    }),
  ),
  {
    name: 'roll-over: donations can not be subscribed to for ten minutes',
    before: nearRollOver,
    strike: async (stage) => {
      inject(stage, { kind: 'answer', operation: SUBSCRIBE_DONATION, status: 409, times: 1_000 });
      await stage.run(12 * MINUTE);
      stage.simulator.faults.clear();
      await stage.run(12 * MINUTE);
    },
    gap: 'none',
  },
  {
    name: 'roll-over: the session has died four minutes before, and nobody noticed',
    before: (stage) => stage.pass(11.5 * HOUR - 4 * MINUTE - 70 * SECOND),
    strike: async (stage) => {
      inject(stage, { kind: 'dead-session' });
      await stage.run(8 * MINUTE);
    },
    gap: 'some',
    liveWithinMs: 9 * MINUTE,
  },
  {
    name: 'roll-over: no list is to be had',
    before: nearRollOver,
    strike: async (stage) => {
      inject(stage, { kind: 'answer', operation: LIST, status: 500, times: 100_000 });
      await stage.run(20 * MINUTE);
      stage.simulator.faults.clear();
      await stage.run(10 * MINUTE);
    },
    gap: 'none',
  },
  {
    name: 'roll-over: no session is to be had for 12 minutes (500)',
    before: nearRollOver,
    strike: (stage) =>
      during(stage, 12 * MINUTE, {
        kind: 'answer',
        operation: CREATE,
        status: 500,
        times: 'until-cleared',
      }),
    gap: 'none',
  },
  {
    name: 'roll-over: no session is to be had until the old one has expired',
    before: nearRollOver,
    strike: (stage) =>
      during(stage, 35 * MINUTE, {
        kind: 'answer',
        operation: CREATE,
        status: 503,
        times: 'until-cleared',
      }),
    gap: 'some',
    liveWithinMs: 36 * MINUTE,
    backsOff: { operation: CREATE, times: 8 },
  },
  {
    name: 'roll-over with all slots taken, the oldest session is removed',
    before: nearRollOver,
    strike: async (stage) => {
      otherSession(stage, true);
      otherSession(stage, true);
      await stage.run(35 * MINUTE);
    },
    gap: 'some',
    liveWithinMs: 36 * MINUTE,
  },
  {
    name: 'roll-over with all slots taken, a fourth session is refused',
    simulator: { userSessionPolicy: 'refuse' },
    before: nearRollOver,
    strike: async (stage) => {
      otherSession(stage, true);
      otherSession(stage, true);
      await stage.run(35 * MINUTE);
    },
    gap: 'some',
    liveWithinMs: 36 * MINUTE,
  },
  {
    name: 'roll-over: the old line is reset while both sessions deliver',
    before: nearRollOver,
    strike: async (stage) => {
      onNextOpened(stage, 1, () => {
        stage.clock.setTimeout(() => stage.simulator.sockets.all.at(0)?.reset(), 1_500);
      });
      await stage.run(5 * MINUTE);
    },
    // What the old one had not sent yet, for up to five seconds before the new one was there.
    gap: 'some',
    liveWithinMs: 3 * MINUTE,
  },
  {
    name: 'roll-over: the new line is cut while both sessions deliver',
    before: nearRollOver,
    strike: async (stage) => {
      onNextOpened(stage, 1, (connection) => {
        stage.clock.setTimeout(() => connection.cut(1011, ''), 1_500);
      });
      await stage.run(5 * MINUTE);
    },
    gap: 'none',
  },
];
