import { describe, expect, it } from 'vitest';
import type { LedgerFailure } from '../../../electron/events/event-writer.ts';
import type { EventHubOptions } from '../../../electron/events/hub.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { memoryLedger, SyncByHand } from '../storage/support.ts';
import { startHub } from './support.ts';

const donation = (payAmount: number) => wireFrame('DONATION', { payAmount });
const chat = (content: string) => wireFrame('CHAT', { content });

/** A hub on a disk that answers by hand; the sync of its start is answered. */
async function onSlowDisk(changes: Partial<EventHubOptions> = {}) {
  const clock = new VirtualClock();
  const disk = new SyncByHand();
  const ledger = memoryLedger(clock, disk.sync);
  const world = startHub({ clock, ledger, ...changes });
  const reports: (LedgerFailure | null)[] = [];
  world.hub.onLedgerFailure((report) => reports.push(report));
  const kinds = (): string[] => world.batches.flat().map(({ kind }) => kind);
  await settle();
  await disk.answer();
  return { ...world, clock, ledger, disk, reports, kinds };
}

describe('a disk that takes its time', () => {
  it('holds back what has a value until it is on the disk, and the thread never waits', async () => {
    const { hub, turns, disk, kinds, ledger } = await onSlowDisk();
    expect(disk.open).toBe(0);
    receiveText(hub, donation(5));
    turns.end();
    await settle();
    expect(kinds()).toEqual([]);
    expect(hub.lastSeq).toBe(0);
    expect(hub.since(0)).toEqual([]);
    expect(ledger.countAlerts('queued')).toBe(1);
    expect(disk.open).toBe(1);
    await disk.answer();
    expect(kinds()).toEqual(['DONATION']);
    expect(hub.lastSeq).toBe(1);
    expect(disk.open).toBe(0);
  });

  it('lets chat through at once', async () => {
    const { hub, turns, disk, kinds } = await onSlowDisk();
    receiveText(hub, chat('x'));
    turns.end();
    expect(kinds()).toEqual(['CHAT']);
    expect(disk.open).toBe(0);
  });

  it('never shows chat before the donation that came before it', async () => {
    const { hub, turns, disk, kinds } = await onSlowDisk();
    receiveText(hub, donation(5));
    turns.end();
    receiveText(hub, chat('after it'));
    turns.end();
    await settle();
    expect(kinds()).toEqual([]);
    await disk.answer();
    expect(kinds()).toEqual(['DONATION', 'CHAT']);
  });

  it('brings all that came during one sync to the disk with the next', async () => {
    const { hub, turns, disk, batches } = await onSlowDisk();
    receiveText(hub, donation(1));
    turns.end();
    for (const payAmount of [2, 3, 4]) {
      receiveText(hub, donation(payAmount));
      turns.end();
      await settle();
    }
    expect(disk.open).toBe(1);
    await disk.answer();
    expect(batches.map((events) => events.length)).toEqual([1]);
    expect(disk.open).toBe(1);
    await disk.answer();
    expect(batches.map((events) => events.length)).toEqual([1, 3]);
    expect(batches.flat().map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(disk.open).toBe(0);
  });

  it('that fails keeps nothing from the screen and is said; what works again is said as well', async () => {
    const { hub, turns, disk, kinds, reports, clock } = await onSlowDisk();
    receiveText(hub, donation(1));
    turns.end();
    await settle();
    await disk.fail();
    expect(kinds()).toEqual(['DONATION']);
    expect(reports).toMatchObject([{ unwritten: 1, problem: { code: 'ledger-call-failed' } }]);
    receiveText(hub, donation(2));
    turns.end();
    expect(kinds()).toHaveLength(2);
    expect(reports.at(-1)).toMatchObject({ unwritten: 2 });
    await settle();
    await disk.fail();
    await clock.advance(5_000);
    expect(reports.at(-1)).not.toBeNull();
    expect(disk.open).toBe(1);
    await disk.answer();
    expect(reports.at(-1)).toBeNull();
    receiveText(hub, donation(3));
    turns.end();
    expect(kinds()).toHaveLength(2);
    await disk.answer();
    expect(kinds()).toHaveLength(3);
    expect(clock.pendingTimers).toBe(0);
  });

  it('that does not answer within two seconds keeps nothing from the screen either', async () => {
    const { hub, turns, disk, kinds, reports, clock } = await onSlowDisk();
    receiveText(hub, donation(1));
    turns.end();
    receiveText(hub, chat('after it'));
    turns.end();
    await clock.advance(1_999);
    expect(kinds()).toEqual([]);
    await clock.advance(1);
    expect(kinds()).toEqual(['DONATION', 'CHAT']);
    expect(reports).toMatchObject([{ unwritten: 1 }]);
    receiveText(hub, donation(2));
    turns.end();
    expect(kinds()).toHaveLength(3);
    await disk.answer();
    await disk.answer();
    await clock.advance(7_000);
    expect(reports.at(-1)).toBeNull();
    expect(clock.pendingTimers).toBe(0);
  });

  it('has everything at the end, and nothing is shown twice', async () => {
    const { hub, turns, disk, kinds, ledger, clock } = await onSlowDisk();
    receiveText(hub, donation(1));
    turns.end();
    receiveText(hub, donation(2));
    receiveText(hub, chat('x'));
    hub.dispose();
    expect(kinds()).toEqual(['DONATION', 'DONATION', 'CHAT']);
    expect(ledger.countAlerts('queued')).toBe(2);
    expect(ledger.whenDurable()).toBeNull();
    await disk.answer();
    expect(kinds()).toHaveLength(3);
    expect(clock.pendingTimers).toBe(0);
  });

  it('holds back chat whose numbers are not reserved on the disk yet', async () => {
    const { hub, turns, disk, kinds } = await onSlowDisk();
    for (let n = 0; n < 1_000; n += 1) receiveText(hub, chat('x'));
    turns.end();
    expect(kinds()).toHaveLength(1_000);
    receiveText(hub, chat('the first of the next thousand'));
    turns.end();
    await settle();
    expect(kinds()).toHaveLength(1_000);
    await disk.answer();
    expect(kinds()).toHaveLength(1_001);
    receiveText(hub, chat('y'));
    turns.end();
    expect(kinds()).toHaveLength(1_002);
  });

  it('is waited for before a viewer is forgotten: what they gave is shown first', async () => {
    const { hub, turns, disk } = await onSlowDisk();
    const told: string[] = [];
    hub.onBatch(({ events }) => told.push(...events.map(({ kind }) => kind)));
    hub.onForgotten(() => told.push('forgotten'));
    receiveText(hub, wireFrame('DONATION', { donatorChannelId: 'viewer-9' }));
    turns.end();
    const quiet = hub.handedOn().then(() => told.push('quiet'));
    hub.forget('viewer-9');
    expect(told).toEqual([]);
    await disk.answer();
    await quiet;
    expect(told).toEqual(['DONATION', 'forgotten', 'quiet']);
    expect(hub.latestValued(5)).toMatchObject([{ data: { donatorChannelId: null } }]);
    expect(await hub.handedOn()).toBeUndefined();
  });

  it('is ahead of what was shown: sums that are read meanwhile count nothing twice', async () => {
    const { hub, turns, disk, ledger } = await onSlowDisk();
    receiveText(hub, donation(5));
    turns.end();
    expect(ledger.totals().donationBeams).toBe(5);
    expect(hub.writtenSeq).toBe(1);
    expect(hub.lastSeq).toBe(0);
    await disk.answer();
    expect(hub.lastSeq).toBe(1);
  });
});
