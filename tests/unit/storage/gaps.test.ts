import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { markOfAll } from '../../../electron/storage/coverage-mark.ts';
import { LedgerCallError } from '../../../electron/storage/errors.ts';
import { SqliteLedger } from '../../../electron/storage/ledger.ts';
import { migrate } from '../../../electron/storage/migrations.ts';
import type { CoverageMark, Gap, KindMark } from '../../../shared/connection-history.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { gapOf } from '../../support/gaps.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { change } from './hostile-ledgers.ts';
import { donation, memoryLedger, openForTest, temporaryFolder } from './support.ts';

const AT = Date.UTC(2026, 0, 1);

function gap(number: number, reason = 'closed-1006'): Gap {
  return gapOf({ from: AT + number * 60_000, to: AT + number * 60_000 + 5_000, reason });
}

describe('gaps', () => {
  it('are given back oldest first, the latest of them when there are too many', () => {
    const ledger = memoryLedger();
    expect(ledger.gaps(10)).toEqual([]);
    const gaps = [gap(1), gap(2, 'no-pong'), gap(3, 'crash'), gap(4)];
    for (const each of gaps) ledger.recordGap(each);
    expect(ledger.gaps(10)).toEqual(gaps);
    expect(ledger.gaps(2)).toEqual(gaps.slice(2));
    expect(ledger.gaps(0)).toEqual([]);
  });

  it('keep the order in which they happened when the clock was set back', () => {
    const ledger = memoryLedger();
    for (const number of [5, 1, 3]) ledger.recordGap(gap(number));
    expect(ledger.gaps(2)).toEqual([gap(1), gap(3)]);
  });

  it('are kept across restarts, equal ones and those of no length too', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const gaps = [gap(1), gap(1), gapOf({ from: AT, to: AT, reason: 'crash' })];
    const first = openForTest(file).ledger;
    for (const each of gaps) first.recordGap(each);
    first.close();
    expect(openForTest(file).ledger.gaps(10)).toEqual(gaps);
  });

  it('are on the disk when the call returns, for everybody who reads the file', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    openForTest(file).ledger.recordGap(gap(1));
    expect(openForTest(file).ledger.gaps(1)).toEqual([gap(1)]);
  });

  it('of broken milliseconds are never shorter than they were', () => {
    const ledger = memoryLedger();
    ledger.recordGap(gapOf({ from: AT + 0.9, to: AT + 7.1, reason: 'reset' }));
    expect(ledger.gaps(1)).toEqual([gapOf({ from: AT, to: AT + 8, reason: 'reset' })]);
  });

  it.each([
    ['ends before it begins', { from: AT, to: AT - 1, reason: 'reset' }],
    ['has no beginning', { from: Number.NaN, to: AT, reason: 'reset' }],
    ['has no end', { from: AT, to: Number.NaN, reason: 'reset' }],
  ])('are refused as a whole when one %s', (_, impossible) => {
    const ledger = memoryLedger();
    expect(() => ledger.recordGap(gapOf(impossible))).toThrow(LedgerCallError);
    expect(ledger.gaps(10)).toEqual([]);
    ledger.recordGap(gap(1));
    expect(ledger.gaps(10)).toEqual([gap(1)]);
  });

  it.each(HOSTILE_TEXTS)('keep any reason as it is: $name', ({ text }) => {
    const reason = text.toWellFormed();
    const ledger = memoryLedger();
    ledger.recordGap(gap(1, reason));
    expect(ledger.gaps(1)).toEqual([gap(1, reason)]);
  });

  it.each([
    [['chat']],
    [['donation']],
    [['subscription']],
    [['chat', 'subscription']],
    [['chat', 'donation', 'subscription']],
  ] as const)('keep the kinds of which something is missing: %s', (kinds) => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const { ledger } = openForTest(file);
    const some = { ...gap(1), kinds };
    ledger.recordGap(some);
    expect(ledger.gaps(1)).toEqual([some]);
    expect(ledger.reading.gaps({ from: 0, to: AT * 2 }, 1)).toEqual([some]);
    ledger.close();
    expect(openForTest(file).ledger.gaps(1)).toEqual([some]);
  });

  it('keep each kind of gap that happened at the same time', () => {
    const ledger = memoryLedger();
    const gaps = [gap(1), { ...gap(1), kinds: ['donation'] as const }];
    for (const each of gaps) ledger.recordGap(each);
    expect(ledger.gaps(10)).toEqual(gaps);
  });

  it.each([
    ['from before kinds were told apart', 'NULL'],
    ['of no kind', "''"],
    ['of kinds that only a newer app knows', "'whispers'"],
  ])('%s are gaps of all kinds', (_, kinds) => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    openForTest(file).ledger.close();
    change(
      file,
      `INSERT INTO gaps (began_at, ended_at, reason, kinds) VALUES (5, 9, 'reset', ${kinds})`,
    );
    const { ledger } = openForTest(file);
    const whole = gapOf({ from: 5, to: 9, reason: 'reset' });
    expect(ledger.gaps(10)).toEqual([whole]);
    expect(ledger.reading.gaps({ from: 0, to: 10 }, 10)).toEqual([whole]);
  });
});

/** All but donations was received until then; undefined: donations are not wanted. */
function markWith(at: number, donation: KindMark | undefined): CoverageMark {
  const one = { received: at, proved: at };
  return { chat: one, ...(donation && { donation }), subscription: one };
}

describe('the mark of life', () => {
  const relaxed = ['PRAGMA synchronous = NORMAL', 'PRAGMA synchronous = FULL'];

  /** `setMark` answers how the disk was waited for meanwhile: not at all, in `relaxed`. */
  function marking() {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    migrate(db);
    db.exec('PRAGMA synchronous = FULL');
    const ledger = new SqliteLedger(db, new VirtualClock(), silentLogger);
    const commands = vi.spyOn(db, 'exec');
    const setMark = (mark: CoverageMark | null): readonly string[] => {
      commands.mockClear();
      ledger.setMark(mark);
      return commands.mock.calls.map(([sql]) => sql);
    };
    return { ledger, setMark };
  }

  it('waits for the disk when it is set and taken away, and not when it moves on', () => {
    const { setMark } = marking();
    for (const [mark, expected] of [
      [markOfAll(AT), []],
      [markOfAll(AT + 1), relaxed],
      [markOfAll(AT + 2), relaxed],
      [null, []],
      [markOfAll(AT + 3), []],
    ] as const) {
      expect(setMark(mark)).toEqual(expected);
    }
  });

  it('waits for the disk when a single kind is taken back, and when one is told first', () => {
    const { ledger, setMark } = marking();
    const until = (received: number, proved = received) => ({ received, proved });
    for (const [mark, expected] of [
      [markWith(AT, undefined), []],
      [markWith(AT + 1, undefined), relaxed],
      [markWith(AT + 2, until(AT)), []],
      [markWith(AT + 3, until(AT)), relaxed],
      [markWith(AT + 4, until(AT + 2, AT + 1)), relaxed],
      [markWith(AT + 5, until(AT + 1)), []],
      [markWith(AT + 6, until(AT + 6)), relaxed],
      // Donations are not wanted any more.
      [markWith(AT + 7, undefined), relaxed],
      [markOfAll(AT + 6), []],
    ] as const) {
      expect(setMark(mark)).toEqual(expected);
      expect(ledger.mark()).toEqual(mark);
    }
  });

  it('leaves the writes after it as safe as before, also when it cannot be moved', () => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    migrate(db);
    db.exec('PRAGMA synchronous = FULL');
    const ledger = new SqliteLedger(db, new VirtualClock(), silentLogger);
    ledger.setMark(markOfAll(AT));
    db.exec(`CREATE TRIGGER full BEFORE UPDATE ON ledger
      BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    expect(() => ledger.setMark(markOfAll(AT + 1))).toThrow(LedgerCallError);
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(ledger.mark()).toEqual(markOfAll(AT));
  });

  it('is not there in new books', () => {
    expect(memoryLedger().mark()).toBeNull();
  });

  it('moves wherever it is set, back too, and is taken away by a clean stop', () => {
    const ledger = memoryLedger();
    for (const at of [AT, AT + 60_000, AT - 60_000, 0]) {
      ledger.setMark(markOfAll(at));
      expect(ledger.mark()).toEqual(markOfAll(at));
    }
    ledger.setMark(null);
    ledger.setMark(null);
    expect(ledger.mark()).toBeNull();
  });

  it('is found again by the next run, and its absence too', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const first = openForTest(file).ledger;
    first.setMark(markOfAll(AT));
    first.setMark(markOfAll(AT + 1.5));
    const second = openForTest(file).ledger;
    expect(second.mark()).toEqual(markOfAll(AT + 1.5));
    second.setMark(null);
    first.close();
    second.close();
    expect(openForTest(file).ledger.mark()).toBeNull();
  });

  it('keeps until when each kind was received and proved, and the latest of them for all', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const mark: CoverageMark = {
      chat: { received: AT + 3_000.75, proved: AT + 2_000.25 },
      subscription: { received: AT + 1_000, proved: AT - 60_000 },
    };
    const { ledger } = openForTest(file);
    ledger.setMark(mark);
    expect(ledger.mark()).toEqual(mark);
    expect(ledger.figures.broadcast().lastSignAt).toBe(AT + 3_000);
    ledger.close();
    expect(openForTest(file).ledger.mark()).toEqual(mark);
  });

  it.each([
    ['from before kinds were told apart', 'NULL'],
    ['that cannot be read', `'{"chat":7}'`],
    ['that is no JSON', `'{'`],
  ])('%s is the same for all kinds', (_, text) => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    openForTest(file).ledger.close();
    change(file, `UPDATE ledger SET heard_at = ${AT}, mark = ${text}`);
    expect(openForTest(file).ledger.mark()).toEqual(markOfAll(AT));
  });

  it('tells how far the clock was ahead of the platform’s then, where that was known', () => {
    const ledger = memoryLedger();
    expect(ledger.markClock()).toBeNull();
    ledger.setMark(markOfAll(AT), 7_000);
    expect([ledger.mark(), ledger.markClock()]).toEqual([markOfAll(AT), 7_000]);
    ledger.setMark(markOfAll(AT));
    expect(ledger.markClock()).toBeNull();
  });

  it('of a run of which nothing was wanted is none', () => {
    const ledger = memoryLedger();
    ledger.setMark({});
    expect(ledger.mark()).toBeNull();
  });

  it('leaves numbers, events and epoch alone', () => {
    const ledger = memoryLedger();
    const { epoch } = ledger;
    ledger.reserveNumbers(7);
    ledger.record([donation(1)]);
    ledger.setMark(markOfAll(AT));
    ledger.recordGap(gap(1));
    expect(ledger.reserveNumbers(1)).toBe(8);
    expect(ledger.alertsInState('queued', 5)).toEqual([donation(1)]);
    expect(ledger.epoch).toBe(epoch);
    ledger.record([donation(2)]);
    expect(ledger.countAlerts('queued')).toBe(2);
    expect(ledger.mark()).toEqual(markOfAll(AT));
  });

  it('and the gaps answer with a clear error after the books were closed', () => {
    const ledger = memoryLedger();
    ledger.setMark(markOfAll(AT));
    ledger.close();
    expect(() => ledger.setMark(markOfAll(AT + 1))).toThrow(LedgerCallError);
    expect(() => ledger.setMark(null)).toThrow(LedgerCallError);
    expect(() => ledger.mark()).toThrow(LedgerCallError);
    expect(() => ledger.recordGap(gap(1))).toThrow(LedgerCallError);
    expect(() => ledger.gaps(1)).toThrow(LedgerCallError);
  });
});
