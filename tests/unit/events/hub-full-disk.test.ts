import { describe, expect, it } from 'vitest';
import type { LedgerFailure } from '../../../electron/events/event-writer.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { memoryLedger } from '../storage/support.ts';
import { fillableLedger, startHub } from './support.ts';

const chat = (content: string) => wireFrame('CHAT', { content });

describe('a full disk', () => {
  function onFullDisk() {
    const disk = fillableLedger(memoryLedger());
    const world = startHub({ ledger: disk.ledger });
    const reports: (LedgerFailure | null)[] = [];
    world.hub.onLedgerFailure((report) => reports.push(report));
    return { ...world, disk, reports };
  }

  it('does not keep events from the screen; they are written with the next batch', () => {
    const { hub, disk, ledger, batches, reports, clock } = onFullDisk();
    disk.isFull = true;
    receiveText(hub, wireFrame('DONATION', { payAmount: 5 }));
    hub.flush();
    receiveText(hub, wireFrame('DROPS', { count: 4 }));
    hub.flush();
    expect(batches.flat()).toHaveLength(2);
    expect(hub.tallies).toMatchObject([{ total: 4 }]);
    expect(reports).toMatchObject([{ unwritten: 1 }, { unwritten: 2 }]);
    expect(reports[0]?.problem.code).toMatch(/./);
    expect(ledger.countAlerts('queued')).toBe(0);
    disk.isFull = false;
    receiveText(hub, wireFrame('DONATION', { payAmount: 6 }));
    hub.flush();
    expect(ledger.alertsInState('queued', 5)).toEqual(batches.flat());
    expect(reports.at(-1)).toBeNull();
    expect(ledger.totals().donationBeams).toBe(11);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is tried again by itself when nothing more arrives', async () => {
    const { hub, disk, ledger, reports, clock } = onFullDisk();
    disk.isFull = true;
    receiveText(hub, wireFrame('DONATION'));
    hub.flush();
    await clock.advance(12_000);
    expect(reports).toHaveLength(3);
    disk.isFull = false;
    await clock.advance(5_000);
    expect(ledger.countAlerts('queued')).toBe(1);
    expect(reports.at(-1)).toBeNull();
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not flood the log', () => {
    const { hub, disk, lines } = onFullDisk();
    disk.isFull = true;
    for (let n = 0; n < 150; n += 1) {
      receiveText(hub, wireFrame('DONATION'));
      hub.flush();
    }
    expect(lines.filter(({ message }) => message === 'ledger: failed')).toHaveLength(2);
  });

  it('does not stop the numbering, and no number is used twice afterwards', () => {
    const disk = fillableLedger(memoryLedger());
    const first = startHub({ ledger: disk.ledger });
    disk.isFull = true;
    for (let n = 0; n < 2_500; n += 1) receiveText(first.hub, chat('x'));
    receiveText(first.hub, wireFrame('DONATION'));
    disk.isFull = false;
    for (let n = 0; n < 1_000; n += 1) receiveText(first.hub, chat('x'));
    first.hub.flush();
    const seqs = first.batches.flat().map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 3_501 }, (_, n) => n + 1));
    // As after a crash: nothing was given back.
    expect(startHub({ ledger: disk.ledger }).hub.lastSeq).toBeGreaterThanOrEqual(3_501);
  });

  it('that is full at the start lets it start, say so, show what comes, and write it later', async () => {
    const disk = fillableLedger(memoryLedger());
    disk.isFull = true;
    const { hub, batches, clock } = startHub({ ledger: disk.ledger });
    const reports: (LedgerFailure | null)[] = [];
    hub.onLedgerFailure((report) => reports.push(report));
    expect(hub.ledgerFailure).toMatchObject({ unwritten: 0 });
    expect(hub.isWritten).toBe(true);
    receiveText(hub, wireFrame('DONATION', { payAmount: 5 }));
    expect(hub.isWritten).toBe(false);
    hub.flush();
    await clock.advance(6_000);
    expect(hub.isWritten).toBe(false);
    expect(batches.flat().map(({ seq }) => seq)).toEqual([1]);
    expect(hub.ledgerFailure).toMatchObject({ unwritten: 1 });
    disk.isFull = false;
    await clock.advance(5_000);
    expect(disk.ledger.totals().donationBeams).toBe(5);
    expect(reports.at(-1)).toBeNull();
    expect(hub.ledgerFailure).toBeNull();
    expect(hub.isWritten).toBe(true);
    receiveText(hub, chat('x'));
    hub.flush();
    expect(batches.flat().map(({ seq }) => seq)).toEqual([1, 2]);
    expect(disk.ledger.reserveNumbers(1)).toBeGreaterThan(2);
    expect(clock.pendingTimers).toBe(0);
  });

  it('that is full at the start counts as full until a write has worked, also where no event comes', async () => {
    const disk = fillableLedger(memoryLedger());
    disk.isFull = true;
    const { hub, clock } = startHub({ ledger: disk.ledger });
    await clock.advance(60_000);
    expect(hub.ledgerFailure).not.toBeNull();
    disk.isFull = false;
    await clock.advance(5_000);
    expect(hub.ledgerFailure).toBeNull();
    expect(clock.pendingTimers).toBe(0);
  });

  it('that is full at the start gives no number that an earlier run has given', () => {
    const disk = fillableLedger(memoryLedger());
    const before = startHub({ ledger: disk.ledger });
    for (let n = 0; n < 10; n += 1) receiveText(before.hub, chat('x'));
    before.hub.flush();
    disk.isFull = true;
    const { hub, batches } = startHub({ ledger: disk.ledger });
    receiveText(hub, chat('x'));
    hub.flush();
    expect(batches.flat()[0]?.seq).toBeGreaterThan(10);
  });

  it('that stays full to the end leaves the events in the log, and no timer', () => {
    const { hub, disk, lines, clock } = onFullDisk();
    disk.isFull = true;
    receiveText(hub, wireFrame('DONATION'));
    hub.flush();
    hub.dispose();
    const last = lines.filter(({ message }) => message === 'ledger: event not in the books');
    expect(last).toMatchObject([
      { level: 'error', fields: { event: { kind: 'DONATION', seq: 1 } } },
    ]);
    expect(clock.pendingTimers).toBe(0);
  });
});
