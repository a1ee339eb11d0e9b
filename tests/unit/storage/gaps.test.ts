import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { LedgerCallError } from '../../../electron/storage/errors.ts';
import { SqliteLedger } from '../../../electron/storage/ledger.ts';
import { migrate } from '../../../electron/storage/migrations.ts';
import type { Gap } from '../../../shared/connection-history.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, memoryLedger, openForTest, temporaryFolder } from './support.ts';

const AT = Date.UTC(2026, 0, 1);

function gap(number: number, reason = 'closed-1006'): Gap {
  return { from: AT + number * 60_000, to: AT + number * 60_000 + 5_000, reason };
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
    const gaps = [gap(1), gap(1), { from: AT, to: AT, reason: 'crash' }];
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
    ledger.recordGap({ from: AT + 0.9, to: AT + 7.1, reason: 'reset' });
    expect(ledger.gaps(1)).toEqual([{ from: AT, to: AT + 8, reason: 'reset' }]);
  });

  it.each([
    ['ends before it begins', { from: AT, to: AT - 1, reason: 'reset' }],
    ['has no beginning', { from: Number.NaN, to: AT, reason: 'reset' }],
    ['has no end', { from: AT, to: Number.NaN, reason: 'reset' }],
  ])('are refused as a whole when one %s', (_, impossible) => {
    const ledger = memoryLedger();
    expect(() => ledger.recordGap(impossible)).toThrow(LedgerCallError);
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
});

describe('the mark of life', () => {
  it('waits for the disk when it is set and taken away, and not when it moves on', () => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    migrate(db);
    db.exec('PRAGMA synchronous = FULL');
    const ledger = new SqliteLedger(db, new VirtualClock(), silentLogger);
    const commands = vi.spyOn(db, 'exec');
    const relaxed = ['PRAGMA synchronous = NORMAL', 'PRAGMA synchronous = FULL'];
    for (const [at, expected] of [
      [AT, []],
      [AT + 1, relaxed],
      [AT + 2, relaxed],
      [null, []],
      [AT + 3, []],
    ] as const) {
      commands.mockClear();
      ledger.setHeartbeat(at);
      expect(commands.mock.calls.map(([sql]) => sql)).toEqual(expected);
    }
  });

  it('leaves the writes after it as safe as before, also when it cannot be moved', () => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    migrate(db);
    db.exec('PRAGMA synchronous = FULL');
    const ledger = new SqliteLedger(db, new VirtualClock(), silentLogger);
    ledger.setHeartbeat(AT);
    db.exec(`CREATE TRIGGER full BEFORE UPDATE ON ledger
      BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    expect(() => ledger.setHeartbeat(AT + 1)).toThrow(LedgerCallError);
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(ledger.heartbeatAt()).toBe(AT);
  });

  it('is not there in new books', () => {
    expect(memoryLedger().heartbeatAt()).toBeNull();
  });

  it('moves wherever it is set, back too, and is taken away by a clean stop', () => {
    const ledger = memoryLedger();
    for (const at of [AT, AT + 60_000, AT - 60_000, 0]) {
      ledger.setHeartbeat(at);
      expect(ledger.heartbeatAt()).toBe(at);
    }
    ledger.setHeartbeat(null);
    ledger.setHeartbeat(null);
    expect(ledger.heartbeatAt()).toBeNull();
  });

  it('is found again by the next run, and its absence too', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const first = openForTest(file).ledger;
    first.setHeartbeat(AT);
    first.setHeartbeat(AT + 1.5);
    const second = openForTest(file).ledger;
    expect(second.heartbeatAt()).toBe(AT + 1);
    second.setHeartbeat(null);
    first.close();
    second.close();
    expect(openForTest(file).ledger.heartbeatAt()).toBeNull();
  });

  it('leaves numbers, events and epoch alone', () => {
    const ledger = memoryLedger();
    const { epoch } = ledger;
    ledger.reserveNumbers(7);
    ledger.record([donation(1)]);
    ledger.setHeartbeat(AT);
    ledger.recordGap(gap(1));
    expect(ledger.reserveNumbers(1)).toBe(8);
    expect(ledger.alertsInState('queued', 5)).toEqual([donation(1)]);
    expect(ledger.epoch).toBe(epoch);
    ledger.record([donation(2)]);
    expect(ledger.countAlerts('queued')).toBe(2);
    expect(ledger.heartbeatAt()).toBe(AT);
  });

  it('and the gaps answer with a clear error after the books were closed', () => {
    const ledger = memoryLedger();
    ledger.setHeartbeat(AT);
    ledger.close();
    expect(() => ledger.setHeartbeat(AT + 1)).toThrow(LedgerCallError);
    expect(() => ledger.setHeartbeat(null)).toThrow(LedgerCallError);
    expect(() => ledger.heartbeatAt()).toThrow(LedgerCallError);
    expect(() => ledger.recordGap(gap(1))).toThrow(LedgerCallError);
    expect(() => ledger.gaps(1)).toThrow(LedgerCallError);
  });
});
