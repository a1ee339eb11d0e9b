import { describe, expect, it, onTestFinished } from 'vitest';
import { IS_LONG } from '../../support/long.ts';
import { heapInUse } from './support/heap.ts';
import { type Books, LongRun } from './support/long-run.ts';

/** Behind the first roll-over, or three days. */
const HOURS = IS_LONG ? 72 : 14;
/** Of all five kinds. While two connections are open, one comes at each step, however many these are. */
const EVENTS_PER_SECOND = IS_LONG ? 8 : 4;

const HOUR = 3_600_000;
/** After the first roll-over, when everything that fills up is full. */
const WARM_HOURS = 12;
/** The whole run takes some minutes of one core; others may want the machine, too. */
const MOST_TEST_MS = 30 * 60_000;
const MIB = 1_048_576;
const TOKEN_CALL = 'POST /api/openapi/auth/v1/token';

/** Everything that is worth knowing of a run, for the reader and for the checks. */
function figuresOf(run: LongRun, repository: Books, heapGrowth: number) {
  const { app, simulator, roll, audience } = run;
  const { events } = app.core.keeper.recorder.connectionHistory;
  const times = (name: string): number => events.filter((event) => event.name === name).length;
  const requests = simulator.requestLog.counts();
  return {
    'simulated hours': HOURS,
    'events published': audience.count,
    'of them while calls were under way': run.betweenTimes,
    'of them equal to the letter': audience.equal,
    'copies from two sessions at once': roll.onWire - roll.received,
    'events received': roll.received,
    ...roll.verdict(),
    renewals: times('renewed'),
    'roll-overs': times('rolled-over'),
    'token refreshes': (requests[TOKEN_CALL] ?? 0) - 1,
    'gaps recorded': repository.gaps,
    'most sessions at once': run.mostSessions,
    'most connections at once': run.mostConnections,
    'events without a connection': audience.unheard,
    'events with a value': audience.worth.events,
    'events in the books': repository.events,
    'requests to the platform': Object.values(requests).reduce((sum, count) => sum + count, 0),
    'rules broken': simulator.requestLog.broken().length,
    'heap growth in MiB': Math.round((heapGrowth / MIB) * 10) / 10,
  };
}

describe(`a broadcast of ${HOURS} hours with ${EVENTS_PER_SECOND} events a second`, () => {
  it(
    'brings every event once and in order, over all renewals, roll-overs and token days',
    async () => {
      const run = await LongRun.open({ eventsPerSecond: EVENTS_PER_SECOND, hours: HOURS });
      onTestFinished(() => run.dispose());
      const { core } = run.app;
      await run.goLive();
      expect(core.keeper.status).toMatchObject({ phase: 'live', reason: null });

      await run.pass(WARM_HOURS * HOUR);
      const heapBefore = heapInUse();
      await run.pass((HOURS - WARM_HOURS) * HOUR);
      const heapGrowth = heapInUse() - heapBefore;
      expect([...run.phases]).toEqual(['live']);
      expect(core.keeper.recorder.connectionHistory).toMatchObject({ gaps: [], openGaps: [] });
      await run.stop();

      const repository = run.readBooks();
      const figures = figuresOf(run, repository, heapGrowth);
      const lines = Object.entries(figures).map(([name, value]) => `${name.padEnd(36)}${value}`);
      console.log(`A long broadcast\n${lines.join('\n')}`);

      expect(figures['events published']).toBeGreaterThanOrEqual(HOURS * 3_600 * EVENTS_PER_SECOND);
      expect(figures).toMatchObject({
        lost: 0,
        doubled: 0,
        equalTooMany: 0,
        outOfOrder: 0,
        strangers: 0,
        'rules broken': 0,
        'events without a connection': 0,
      });
      expect(figures.renewals).toBeGreaterThanOrEqual(HOURS / 2);
      expect(figures['roll-overs']).toBeGreaterThanOrEqual(Math.floor(HOURS / 12));
      expect(figures['token refreshes']).toBeGreaterThanOrEqual(Math.floor(HOURS / 24));
      expect(figures['most sessions at once']).toBeLessThanOrEqual(3);
      expect(figures['heap growth in MiB']).toBeLessThan(5);
      // Otherwise the run would have proved nothing about what comes twice.
      expect(figures['copies from two sessions at once']).toBeGreaterThan(IS_LONG ? 100 : 10);
      expect(repository).toEqual({ ...run.audience.worth, integrity: 'ok', gaps: 0 });
      expect(run.complaints).toEqual([]);

      expect(run.appClock.pendingTimers).toBe(0);
      await run.simulator.dispose();
      expect(run.clock.pendingTimers).toBe(0);
    },
    MOST_TEST_MS,
  );
});
