import type { FaultRow } from './fault-row.ts';
import { HOUR, MINUTE, SECOND } from './fault-stage.ts';
import { inject } from './fault-tools.ts';

/** What becomes of the machine that the app runs on, and of what comes over the line. */
export const MACHINE_ROWS: readonly FaultRow[] = [
  {
    name: 'the clock is set 2 hours ahead',
    strike: (stage) => stage.setClock(2 * HOUR),
    gap: 'none',
  },
  {
    name: 'the clock is set 2 hours back',
    strike: (stage) => stage.setClock(-2 * HOUR),
    gap: 'none',
  },
  {
    name: 'the clock is set 30 hours back and the line is reset',
    strike: (stage) => {
      stage.setClock(-30 * HOUR);
      inject(stage, { kind: 'reset' });
    },
    gap: 'some',
    liveWithinMs: 5 * SECOND,
  },
  {
    name: 'the clock is set 30 hours ahead and the line is reset',
    strike: (stage) => {
      stage.setClock(30 * HOUR);
      inject(stage, { kind: 'reset' });
    },
    gap: 'some',
    liveWithinMs: 5 * SECOND,
  },
  {
    name: 'the clock is an hour fast and then right again, through a renewal',
    strike: async (stage) => {
      stage.setClock(HOUR);
      await stage.pass(110 * MINUTE);
      stage.setClock(-HOUR);
      await stage.pass(20 * MINUTE);
    },
    gap: 'none',
  },
  {
    name: 'asleep for 5 minutes',
    strike: (stage) => stage.sleep(5 * MINUTE),
    gap: 'none',
  },
  {
    name: 'asleep for 3 hours',
    strike: (stage) => stage.sleep(3 * HOUR),
    gap: 'some',
    liveWithinMs: 10 * SECOND,
  },
  {
    name: 'asleep for 3 hours, and the line is half-open afterwards',
    strike: (stage) => {
      inject(stage, { kind: 'half-open' });
      return stage.sleep(3 * HOUR);
    },
    gap: 'some',
    liveWithinMs: 20 * SECOND,
  },
  {
    name: 'asleep for 13 hours: the session has expired',
    strike: (stage) => stage.sleep(13 * HOUR),
    gap: 'some',
    liveWithinMs: 10 * SECOND,
  },
  {
    name: 'asleep for 30 hours: session and access token have expired',
    strike: (stage) => stage.sleep(30 * HOUR),
    gap: 'some',
    liveWithinMs: 10 * SECOND,
  },
  {
    name: 'garbage: no JSON, binary, empty, arrays, no event',
    strike: async (stage) => {
      for (const form of ['not-json', 'binary', 'empty', 'no-event', 'array'] as const) {
        inject(stage, { kind: 'garbage-frame', form, times: 20 });
        await stage.run(SECOND);
      }
    },
    gap: 'none',
  },
  {
    name: 'events of all kinds with missing fields and wrong types',
    strike: async (stage) => {
      for (const event of ['CHAT', 'DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'] as const)
        for (const form of ['no-data', 'null-data', 'missing-fields', 'wrong-types'] as const) {
          inject(stage, { kind: 'malformed-event', event, form, times: 5 });
          await stage.run(SECOND);
        }
    },
    gap: 'none',
  },
  {
    name: 'events that nobody knows',
    strike: async (stage) => {
      inject(stage, { kind: 'unknown-event', times: 500 });
      await stage.run(SECOND);
      inject(stage, { kind: 'unknown-event', name: '__proto__', times: 10 });
    },
    gap: 'none',
  },
  {
    name: 'texts of 64 KB in every event for a minute',
    strike: async (stage) => {
      stage.padding = ` ${'w'.repeat(65_536)}`;
      await stage.run(MINUTE);
      stage.padding = '';
    },
    gap: 'none',
  },
];
