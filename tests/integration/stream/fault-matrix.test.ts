import { afterAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../support/long.ts';
import {
  type Outcome,
  outcomeOf,
  type Seen,
  type TableRow,
  tableOf,
  waitsBetween,
  worstSecond,
} from './support/fault-outcome.ts';
import type { AsksFor, FaultRow } from './support/fault-row.ts';
import { type FaultStage, MINUTE, openStage, SECOND } from './support/fault-stage.ts';
import { CONNECTION_ROWS } from './support/rows-connection.ts';
import { CUT_ROWS } from './support/rows-cuts.ts';
import { DEAD_SESSION_ROWS } from './support/rows-dead-session.ts';
import { MACHINE_ROWS } from './support/rows-machine.ts';
import { MANNERS_ROWS } from './support/rows-manners.ts';
import { RENEWAL_ROWS } from './support/rows-renewal.ts';
import { SESSION_ROWS } from './support/rows-session.ts';
import { TOKEN_ROWS } from './support/rows-token.ts';
import { TWO_AT_ONCE_ROWS } from './support/rows-two-at-once.ts';

const TABLES: readonly (readonly FaultRow[])[] = [
  CONNECTION_ROWS,
  RENEWAL_ROWS,
  SESSION_ROWS,
  TOKEN_ROWS,
  MACHINE_ROWS,
  MANNERS_ROWS,
  TWO_AT_ONCE_ROWS,
  DEAD_SESSION_ROWS,
  CUT_ROWS,
];
const ROWS = TABLES.flatMap((rows) => (IS_LONG ? rows : rows.slice(0, 1)));

/** Longest time that a row may take to come back where it names no other. */
const LIVE_WITHIN_MS = 2 * MINUTE;
const MOST_CALLS_A_SECOND = 5;
/** Waits of full jitter begin between half a second and one, and soon reach several. */
const GROWN_WAIT_MS = 3 * SECOND;

/** When the fault struck, and when it was over; simulated, monotonic. */
interface Span {
  readonly struckAt: number;
  readonly overAt: number;
}

const table: TableRow[] = [];

describe('the fault matrix', () => {
  it.each(ROWS)('$name', async (row) => {
    const { stage, dispose } = await openStage(row);
    try {
      const span = await play(stage, row);
      const outcome = outcomeOf(seenOn(stage, row), span.struckAt);
      table.push({ name: row.name, outcome, end: row.asksFor ? wordFor(row.asksFor) : null });
      judge(row, outcome);
      judgeCalls(stage, row, span);
      row.check?.(stage);
    } finally {
      await dispose();
    }
  });

  afterAll(() => console.log(`\n${tableOf(table)}\n`));
});

function seenOn(stage: FaultStage, { platformLoses = false }: FaultRow): Seen {
  if (!platformLoses) return stage;
  const { received, gaps } = stage;
  return { received, gaps, published: stage.published.filter(({ isSent }) => isSent) };
}

async function play(stage: FaultStage, row: FaultRow): Promise<Span> {
  await stage.app.core.begin();
  expect(await stage.runUntil(() => stage.isLive, MINUTE), 'live at first').toBe(true);
  stage.startPublishing();
  await stage.run(70 * SECOND);
  await row.before?.(stage);
  const struckAt = stage.clock.monotonic();
  await row.strike(stage);
  const overAt = stage.clock.monotonic();
  // Long enough for a PING without an answer to be noticed.
  await stage.run(80 * SECOND);
  if (row.asksFor) expectAsked(stage, row.asksFor);
  else {
    await stage.runUntil(() => stage.isLive, row.liveWithinMs ?? LIVE_WITHIN_MS);
    await stage.run(80 * SECOND);
    expect(stage.isLive, 'live in the end').toBe(true);
  }
  await stage.stop();
  return { struckAt, overAt };
}

function judge(row: FaultRow, outcome: Outcome): void {
  expect(outcome.lost, 'lost outside of recorded gaps').toEqual([]);
  expect(outcome.doubled, 'doubled').toEqual([]);
  expect(outcome.received, 'received').toBeGreaterThan(60);
  if (row.gap === 'none') {
    expect(outcome.gapMs, 'gap').toBe(0);
    expect(outcome.received, 'received').toBe(outcome.published);
  } else expect(outcome.gapMs, 'gap').toBeGreaterThan(0);
  if (!row.asksFor) {
    expect(outcome.liveAgainMs, 'live again').toBeLessThan(row.liveWithinMs ?? LIVE_WITHIN_MS);
  }
}

function judgeCalls(stage: FaultStage, { backsOff }: FaultRow, span: Span): void {
  const { calls } = stage.network;
  const worst = worstSecond(calls);
  expect(worst.calls, `in one second to ${worst.operation}`).toBeLessThanOrEqual(
    MOST_CALLS_A_SECOND,
  );
  if (backsOff) {
    const during = calls.filter(({ at }) => at >= span.struckAt && at <= span.overAt);
    const waits = waitsBetween(during, backsOff.operation);
    expect(waits.length, 'repeats').toBeGreaterThanOrEqual(backsOff.times);
    expect(Math.max(...waits), 'longest wait').toBeGreaterThan(GROWN_WAIT_MS);
  }
  expect(stage.simulator.requestLog.broken(), 'broken rules').toEqual([]);
  expect(stage.complaints, 'errors in the log').toEqual([]);
  expect(stage.appClock.pendingTimers, 'timers left').toBe(0);
}

function expectAsked({ app }: FaultStage, asksFor: AsksFor): void {
  const { connection, notices } = app.core.status.read();
  const { state, reason } = connection;
  expect(state).toBe(asksFor.state);
  if (asksFor.reason !== undefined) expect(reason).toBe(asksFor.reason);
  const codes = notices.map(({ id }) => id);
  if (asksFor.notice !== undefined) expect(codes).toContain(asksFor.notice);
}

function wordFor({ state, reason }: AsksFor): string {
  return reason === undefined ? state : `${state}: ${reason}`;
}
