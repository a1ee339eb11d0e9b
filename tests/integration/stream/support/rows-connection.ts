import type { FaultRow } from './fault-row.ts';
import { MINUTE, SECOND } from './fault-stage.ts';
import { endWithoutGoodbye, inject } from './fault-tools.ts';
import { CONNECT } from './watched-network.ts';

const closeCodes = [1000, 1001, 1008, 1011, 1012, 1013].map(
  (code): FaultRow => ({
    name: `close code ${code}`,
    strike: (stage) => inject(stage, { kind: 'cut', code }),
    gap: 'some',
    liveWithinMs: 5 * SECOND,
  }),
);

const refusedUpgrades = ([401, 404, 503] as const).map(
  (status): FaultRow => ({
    name: `reset, then the upgrade is refused 6 times with ${status}`,
    strike: async (stage) => {
      inject(stage, { kind: 'refuse-upgrade', status, times: 6 }, { kind: 'reset' });
      await stage.run(MINUTE);
    },
    gap: 'some',
    backsOff: { operation: CONNECT, times: 5 },
  }),
);

/** What becomes of one connection. */
export const CONNECTION_ROWS: readonly FaultRow[] = [
  {
    name: 'TCP reset',
    strike: (stage) => inject(stage, { kind: 'reset' }),
    gap: 'some',
    liveWithinMs: 5 * SECOND,
  },
  {
    name: 'FIN without a close frame (1006)',
    strike: endWithoutGoodbye,
    gap: 'some',
    liveWithinMs: 5 * SECOND,
  },
  {
    name: 'half-open line',
    strike: (stage) => inject(stage, { kind: 'half-open' }),
    gap: 'some',
    // One interval of PINGs and the deadline of a PONG.
    liveWithinMs: 75 * SECOND,
  },
  ...closeCodes,
  ...refusedUpgrades,
  {
    name: 'each of 8 connections is cut as soon as it is open',
    strike: async (stage) => {
      inject(stage, { kind: 'cut', code: 1011, times: 8 });
      await stage.run(90 * SECOND);
    },
    gap: 'some',
    backsOff: { operation: CONNECT, times: 6 },
  },
  {
    name: 'for 3 minutes the line is cut a moment after it is live',
    strike: async (stage) => {
      const end = stage.clock.monotonic() + 3 * MINUTE;
      while (stage.clock.monotonic() < end) {
        if (stage.isLive) {
          await stage.run(300);
          inject(stage, { kind: 'cut', code: 1011 });
        }
        await stage.run(100);
      }
    },
    gap: 'some',
    liveWithinMs: 4 * MINUTE,
    backsOff: { operation: CONNECT, times: 5 },
  },
  {
    name: 'the name of the platform cannot be looked up for 3 minutes',
    strike: async (stage) => {
      stage.network.route = { type: 'no-name' };
      inject(stage, { kind: 'reset' });
      await stage.run(3 * MINUTE);
      stage.network.route = { type: 'platform' };
    },
    gap: 'some',
    liveWithinMs: 4 * MINUTE,
    backsOff: { operation: CONNECT, times: 8 },
  },
  {
    name: 'offline for 5 minutes: connections are refused',
    strike: async (stage) => {
      stage.network.route = { type: 'refused' };
      inject(stage, { kind: 'reset' });
      await stage.run(5 * MINUTE);
      stage.network.route = { type: 'platform' };
    },
    gap: 'some',
    liveWithinMs: 6 * MINUTE,
    backsOff: { operation: CONNECT, times: 12 },
  },
  {
    name: 'cable pulled for 5 minutes: the line is silent, then connections are refused',
    strike: async (stage) => {
      stage.network.route = { type: 'refused' };
      inject(stage, { kind: 'half-open' });
      await stage.run(5 * MINUTE);
      stage.network.route = { type: 'platform' };
    },
    gap: 'some',
    liveWithinMs: 6 * MINUTE,
    backsOff: { operation: CONNECT, times: 10 },
  },
  {
    name: 'the handshake takes 8 seconds',
    strike: async (stage) => {
      stage.door.holdMs = 8 * SECOND;
      stage.network.route = { type: 'sockets-by-way-of', port: stage.door.port };
      stage.isHeld = true;
      inject(stage, { kind: 'reset' });
      await stage.run(15 * SECOND);
      stage.network.route = { type: 'platform' };
      stage.isHeld = false;
    },
    gap: 'some',
    liveWithinMs: 12 * SECOND,
  },
  {
    name: 'no handshake is answered for 90 seconds',
    strike: async (stage) => {
      stage.door.holdMs = Number.POSITIVE_INFINITY;
      stage.network.route = { type: 'sockets-by-way-of', port: stage.door.port };
      stage.isHeld = true;
      inject(stage, { kind: 'reset' });
      await stage.run(90 * SECOND);
      stage.network.route = { type: 'platform' };
      await stage.run(12 * SECOND);
      stage.isHeld = false;
    },
    gap: 'some',
    backsOff: { operation: CONNECT, times: 4 },
  },
];
