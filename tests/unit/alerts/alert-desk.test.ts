import { describe, expect, it } from 'vitest';
import { LedgerCallError } from '../../../electron/storage/errors.ts';
import { EMPTY_DESK, type ListedAlert } from '../../../shared/contract/alerts.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, draw, memoryLedger } from '../storage/support.ts';
import { startQueue } from './support.ts';

const CROWDED_MS = 4_000;
const ALERTS_LISTED = 50;

const seqs = (alerts: readonly ListedAlert[]) => alerts.map(({ event }) => event.seq);
const many = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => donation(from + index, { payAmount: 5_000 }));

describe('the desk', () => {
  it('is empty at first', () => {
    expect(startQueue().queue.desk).toEqual(EMPTY_DESK);
  });

  it('shows what plays, waits and was, with the times of its receipts', async () => {
    const { queue, clock, arrive } = startQueue();
    const begin = clock.now();
    queue.attachOverlay();
    arrive(...many(3));
    await clock.advance(100);
    queue.receipt(1, 'painted');
    queue.receipt(1, 'painted');
    await clock.advance(CROWDED_MS - 100);
    const { playing, waiting, over, behindMs } = queue.desk;
    expect(playing).toMatchObject({ event: { seq: 2 }, paintedAt: null, together: 1 });
    expect(seqs(waiting)).toEqual([3]);
    expect(behindMs).toBe(CROWDED_MS);
    expect(over).toMatchObject([
      {
        event: { seq: 1 },
        queuedAt: begin,
        paintedAt: begin + 100,
        endedAt: begin + CROWDED_MS,
      },
    ]);
  });

  it('says that it changed, whatever changes it', async () => {
    const { queue, clock, arrive, settings } = startQueue({ set: { queue: { holdS: 5 } } });
    let said = 0;
    queue.onState(() => {
      said += 1;
    });
    const changes: readonly (() => unknown)[] = [
      () => arrive(donation(1), draw(2)),
      () => queue.receipt(2, 'painted'),
      () => queue.approve(1),
      () => queue.clear(),
      () => queue.skip(),
      () => queue.setPaused(true),
      () => queue.replay(1),
      () => queue.setPaused(false),
      () => queue.panic(),
      () => queue.reject(1),
      () => settings.set({ muted: true }),
      () => arrive(donation(3)),
      () => clock.advance(5_000),
      () => queue.clear(),
      () => queue.dismiss(null),
    ];
    for (const [step, change] of changes.entries()) {
      const before = said;
      await change();
      expect(said, `change ${step}`).toBeGreaterThan(before);
    }
  });

  it('waits while a scene of OBS hides alerts, whatever the streamer paused', () => {
    const { queue, arrive } = startQueue();
    arrive(donation(1));
    queue.setPaused(true, 'scene');
    arrive(donation(2));
    expect(queue.desk).toMatchObject({ offScene: true, paused: false, waitingCount: 1 });
    expect(queue.current?.alertId).toBe(1);
    queue.skip();
    queue.setPaused(true);
    queue.setPaused(false, 'scene');
    expect([queue.desk.offScene, queue.current]).toEqual([false, null]);
    queue.setPaused(false);
    expect(queue.current?.alertId).toBe(2);
  });

  it('shows the first fifty of each list and counts all', () => {
    const { queue, arrive } = startQueue({ set: { queue: { holdS: 60 } } });
    queue.setPaused(true);
    arrive(...many(ALERTS_LISTED + 20));
    expect(queue.desk).toMatchObject({ heldCount: ALERTS_LISTED + 20, waitingCount: 0 });
    expect(seqs(queue.desk.held)).toEqual(seqs(queue.desk.held).toSorted((a, b) => a - b));
    expect(queue.desk.held).toHaveLength(ALERTS_LISTED);
    for (let seq = 1; seq <= ALERTS_LISTED + 20; seq += 1) queue.approve(seq);
    expect(queue.desk).toMatchObject({ heldCount: 0, waitingCount: ALERTS_LISTED + 20 });
    expect(queue.desk.waiting).toHaveLength(ALERTS_LISTED);
    queue.clear();
    expect(queue.desk).toMatchObject({ waitingCount: 0, neverAppearedCount: ALERTS_LISTED + 20 });
    expect(seqs(queue.desk.neverAppeared)).toEqual(
      Array.from({ length: ALERTS_LISTED }, (_, index) => ALERTS_LISTED + 20 - index),
    );
  });

  it('cuts texts that are long, and the overlay gets them whole', () => {
    const { queue, arrive } = startQueue();
    const donationText = '가'.repeat(5_000);
    arrive(donation(1, { donationText }));
    expect(queue.desk.playing?.event.data).toMatchObject({
      donationText: `${'가'.repeat(999)}…`,
      donatorNickname: '시청자',
    });
    expect(queue.current?.event.data).toMatchObject({ donationText });
  });

  it('has the same lists after a start', async () => {
    const clock = new VirtualClock();
    const ledger = memoryLedger(clock);
    const first = startQueue({ ledger, clock });
    first.arrive(...many(4));
    await clock.advance(CROWDED_MS);
    const overlay = first.queue.attachOverlay();
    first.queue.receipt(2, 'painted');
    await clock.advance(CROWDED_MS);
    overlay.dispose();
    first.queue.clear();
    first.queue.skip();
    const before = first.queue.desk;
    first.queue.dispose();
    const second = startQueue({ ledger, clock });
    second.queue.restore();
    expect(second.queue.desk).toEqual(before);
    expect(seqs(before.over)).toEqual([3, 2]);
    expect(seqs(before.neverAppeared)).toEqual([4, 1]);
  });
});

describe('clearing', () => {
  it('keeps what waited as never appeared, each to be played or dismissed', () => {
    const { queue, arrive, inState, ids } = startQueue();
    arrive(donation(1), donation(2), donation(3));
    queue.add([{ ...donation(4), origin: 'test' }], new Map());
    queue.clear();
    queue.clear();
    expect(queue.waiting).toBe(0);
    expect(queue.neverAppeared).toBe(2);
    expect(inState('never-appeared')).toEqual([2, 3]);
    queue.skip();
    queue.replay(3);
    expect(ids()).toEqual([1, null, 3]);
    expect(queue.neverAppeared).toBe(1);
    expect(inState('queued')).toEqual([3]);
    queue.receipt(3, 'over');
    expect(inState('over')).toEqual([1, 3]);
  });

  it('leaves what is held', () => {
    const { queue, arrive } = startQueue({ set: { queue: { approve: true } } });
    arrive(donation(1));
    queue.clear();
    expect(seqs(queue.desk.held)).toEqual([1]);
  });
});

describe('dismissing', () => {
  it('takes one, or all, off the list of those that never appeared', () => {
    const { queue, arrive, record, inState } = startQueue();
    queue.setPaused(true);
    arrive(...many(4));
    queue.clear();
    queue.dismiss(2);
    queue.dismiss(2);
    expect(seqs(queue.desk.neverAppeared)).toEqual([4, 3, 1]);
    expect(queue.neverAppeared).toBe(3);
    expect(record(2)).toMatchObject({ state: 'over', note: 'dismissed' });
    queue.dismiss(null);
    expect(queue.desk).toMatchObject({ neverAppeared: [], neverAppearedCount: 0, over: [] });
    expect(inState('over')).toEqual([1, 2, 3, 4]);
  });

  it('fills the list up again from the books', () => {
    const { queue, arrive } = startQueue();
    queue.setPaused(true);
    arrive(...many(ALERTS_LISTED + 2));
    queue.clear();
    queue.dismiss(ALERTS_LISTED + 2);
    expect(queue.desk.neverAppeared).toHaveLength(ALERTS_LISTED);
    expect(queue.desk.neverAppearedCount).toBe(ALERTS_LISTED + 1);
    expect(seqs(queue.desk.neverAppeared).at(-1)).toBe(2);
  });

  it('changes nothing about an alert in another state', () => {
    const { queue, arrive, record } = startQueue();
    arrive(donation(1), donation(2));
    queue.dismiss(1);
    queue.dismiss(2);
    queue.dismiss(99);
    expect(queue.waiting).toBe(1);
    expect([record(1)?.state, record(2)?.state]).toEqual(['queued', 'queued']);
  });

  it('says so when the books cannot be written', () => {
    const ledger = memoryLedger();
    const { queue } = startQueue({ ledger });
    ledger.close();
    expect(() => queue.dismiss(null)).toThrow(LedgerCallError);
  });
});
