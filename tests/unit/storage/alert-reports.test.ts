import { describe, expect, it } from 'vitest';
import type { RowFilter } from '../../../electron/features/reports/row-pages.ts';
import { LedgerCallError } from '../../../electron/storage/errors.ts';
import { REPORT_SORTS } from '../../../shared/contract/reports.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { writeFormatOne } from './format-one.ts';
import { donation, memoryLedger, openForTest, purchase, temporaryFolder } from './support.ts';

describe('an alert in the books', () => {
  it('has all its times, and the first of being painted stays', async () => {
    const clock = new VirtualClock(10_000);
    const ledger = memoryLedger(clock);
    ledger.record([donation(1)]);
    ledger.setAlertStates([1], 'painted', 10_200);
    ledger.setAlertStates([1], 'queued', 10_300);
    ledger.setAlertStates([1], 'painted', 10_400);
    ledger.setAlertStates([1], 'over', 10_500);
    expect(ledger.alerts.find(1)).toEqual({
      event: donation(1),
      state: 'over',
      note: null,
      queuedAt: 10_000,
      paintedAt: 10_200,
      endedAt: 10_500,
      flaw: null,
    });
    expect(ledger.alerts.find(2)).toBeNull();
  });

  it('says why it is over without having been seen, until it is queued again', () => {
    const ledger = memoryLedger();
    ledger.record([donation(1)]);
    for (const note of ['below-minimum', 'rejected', 'dismissed'] as const) {
      ledger.setAlertStates([1], 'over', 5, note);
      expect(ledger.alerts.find(1)).toMatchObject({ state: 'over', note, endedAt: 5 });
    }
    ledger.setAlertStates([1], 'queued', 6);
    expect(ledger.alerts.find(1)).toMatchObject({ state: 'queued', note: null, endedAt: null });
  });

  it('keeps what viewers missed of it, if it was shown, until it is queued again', () => {
    const ledger = memoryLedger();
    ledger.record([1, 2, 3, 4].map((seq) => donation(seq)));
    ledger.setAlertStates([1, 2], 'over', 5);
    ledger.setAlertStates([3], 'over', 5, 'rejected');
    ledger.alerts.setFlaw([1, 2, 3, 4, 99], 'not-on-broadcast');
    ledger.alerts.setFlaw([2], null);
    const flaws = () => [1, 2, 3, 4].map((seq) => ledger.alerts.find(seq)?.flaw);
    expect(flaws()).toEqual(['not-on-broadcast', null, null, null]);
    ledger.setAlertStates([1], 'queued', 6);
    expect(flaws()).toEqual([null, null, null, null]);
  });

  it('is listed by what viewers missed of it, among the other filters', () => {
    const ledger = memoryLedger();
    ledger.record([
      donation(1, { donationText: '첫 번째' }),
      purchase(2),
      donation(3, { donationText: '세번째요' }),
      donation(4),
    ]);
    ledger.search.takeNew(10);
    ledger.setAlertStates([1, 2, 3, 4], 'over', 5);
    ledger.alerts.setFlaw([1, 2], 'not-on-broadcast');
    ledger.alerts.setFlaw([3], 'not-heard');
    const all = { from: 0, to: Number.MAX_SAFE_INTEGER, text: null, who: null };
    const page = (changes: Partial<RowFilter>, limit = 10) =>
      ledger.reading.page(
        { ...all, sorts: REPORT_SORTS, min: null, max: null, ...changes },
        null,
        limit,
      );
    const seqs = (changes: Partial<RowFilter>) =>
      page(changes).rows.map(({ event, receipt }) => [event.seq, receipt?.flaw]);
    expect(seqs({ flaw: 'not-on-broadcast' })).toEqual([
      [2, 'not-on-broadcast'],
      [1, 'not-on-broadcast'],
    ]);
    expect(seqs({ flaw: 'not-heard' })).toEqual([[3, 'not-heard']]);
    expect(seqs({ flaw: 'not-on-broadcast', sorts: ['donation'] })).toEqual([
      [1, 'not-on-broadcast'],
    ]);
    expect(seqs({ flaw: 'not-on-broadcast', text: '세번째' })).toEqual([]);
    expect(seqs({ flaw: 'not-heard', text: '세번째' })).toEqual([[3, 'not-heard']]);
    const first = page({ flaw: 'not-on-broadcast' }, 1);
    expect(first.next).toMatchObject({ seq: 2 });
    expect(ledger.reading.receipts(all)).toEqual(
      expect.arrayContaining([
        { state: 'over', note: null, flaw: null, count: 1 },
        { state: 'over', note: null, flaw: 'not-heard', count: 1 },
        { state: 'over', note: null, flaw: 'not-on-broadcast', count: 2 },
      ]),
    );
  });

  it('is found among the latest of its state, latest first', () => {
    const ledger = memoryLedger();
    ledger.record([1, 2, 3, 4, 5, 6].map((seq) => donation(seq)));
    ledger.setAlertStates([3], 'over', 300);
    ledger.setAlertStates([1, 2], 'over', 400);
    ledger.setAlertStates([4], 'over', 500, 'rejected');
    ledger.setAlertStates([5], 'never-appeared', 600);
    const latest = (state: 'over' | 'never-appeared', limit: number) =>
      ledger.alerts.latest(state, limit).map(({ event }) => event.seq);
    expect(latest('over', 10)).toEqual([2, 1, 3]);
    expect(latest('over', 2)).toEqual([2, 1]);
    expect(latest('never-appeared', 10)).toEqual([5]);
  });

  it('is found among those that were turned down, latest first, until it is queued again', () => {
    const ledger = memoryLedger();
    ledger.record([1, 2, 3, 4, 5].map((seq) => donation(seq)));
    ledger.setAlertStates([2], 'over', 100, 'rejected');
    ledger.setAlertStates([1, 3], 'over', 200, 'below-minimum');
    ledger.setAlertStates([4], 'over', 300, 'dismissed');
    ledger.setAlertStates([5], 'over', 400);
    const turnedDown = (limit: number) =>
      ledger.alerts.turnedDown(limit).map(({ event, note }) => [event.seq, note]);
    expect(turnedDown(10)).toEqual([
      [3, 'below-minimum'],
      [1, 'below-minimum'],
      [2, 'rejected'],
    ]);
    expect(turnedDown(1)).toHaveLength(1);
    ledger.setAlertStates([3], 'queued', 500);
    expect(turnedDown(10).map(([seq]) => seq)).toEqual([1, 2]);
  });

  it('that never appeared is dismissed with all the others at once', () => {
    const ledger = memoryLedger();
    ledger.record([1, 2, 3].map((seq) => donation(seq)));
    ledger.setAlertStates([1, 2], 'never-appeared', 100);
    expect(ledger.alerts.dismissAll(200)).toBe(2);
    expect(ledger.alerts.dismissAll(300)).toBe(0);
    expect(ledger.alerts.find(2)).toMatchObject({ state: 'over', note: 'dismissed', endedAt: 200 });
    expect(ledger.alerts.find(3)).toMatchObject({ state: 'queued', note: null });
  });
});

describe('whether a viewer gave before', () => {
  it('counts donations of all sorts with a lower number, and nothing else', () => {
    const ledger = memoryLedger();
    ledger.record([
      purchase(1, { senderChannelId: 'buyer' }),
      donation(2, { donatorChannelId: 'a', donationType: 'CHEERING' }),
      donation(3, { donatorChannelId: null }),
      donation(4, { donatorChannelId: 'b' }),
    ]);
    const gaveBefore = (viewer: string, seq: number) => ledger.alerts.donatedBefore(viewer, seq);
    expect(gaveBefore('a', 2)).toBe(false);
    expect(gaveBefore('a', 3)).toBe(true);
    expect(gaveBefore('b', 4)).toBe(false);
    expect(gaveBefore('b', 5)).toBe(true);
    expect(gaveBefore('buyer', 9)).toBe(false);
    expect(gaveBefore('nobody', 9)).toBe(false);
  });
});

describe('books of an older format', () => {
  it('take notes from now on and keep what they have', () => {
    const file = `${temporaryFolder()}/ledger.sqlite`;
    writeFormatOne(file, { epoch: 'e', nextNumber: 10, events: [[donation(1), 'never-appeared']] });
    const { ledger } = openForTest(file);
    expect(ledger.alerts.find(1)).toMatchObject({ state: 'never-appeared', note: null });
    expect(ledger.alerts.donatedBefore('viewer-1', 2)).toBe(true);
    ledger.setAlertStates([1], 'over', 5, 'dismissed');
    expect(ledger.alerts.find(1)?.note).toBe('dismissed');
  });
});

it('a closed ledger says so instead of answering', () => {
  const ledger = memoryLedger();
  ledger.close();
  expect(() => ledger.alerts.find(1)).toThrow(LedgerCallError);
  expect(() => ledger.alerts.latest('over', 1)).toThrow(LedgerCallError);
  expect(() => ledger.alerts.dismissAll(1)).toThrow(LedgerCallError);
});
