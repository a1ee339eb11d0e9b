import { describe, expect, it } from 'vitest';
import { MOST_AWAITING, MOST_WAITING } from '../../../electron/features/alerts/alert-backlog.ts';
import { MOST_CAUGHT_UP, STILL_FRESH_MS } from '../../../electron/features/alerts/alert-queue.ts';
import type { ListedAlert } from '../../../shared/contract/alerts.ts';
import { donation, draw, memoryLedger } from '../storage/support.ts';
import { startQueue } from './support.ts';

const ALONE_MS = 6_000;

const seqs = (alerts: readonly ListedAlert[]) => alerts.map(({ event }) => event.seq);

describe('replaying', () => {
  it('shows an alert once more and leaves its times as they were', async () => {
    const { queue, clock, arrive, record, ids } = startQueue();
    queue.attachOverlay();
    arrive(donation(1));
    queue.receipt(1, 'painted');
    await clock.advance(ALONE_MS);
    const before = record(1);
    await clock.advance(60_000);
    queue.replay(1);
    queue.receipt(1, 'painted');
    expect(record(1)).toEqual(before);
    expect(queue.desk.playing).toMatchObject({ paintedAt: before?.paintedAt });
    await clock.advance(ALONE_MS);
    expect(ids()).toEqual([1, null, 1, null]);
    expect(record(1)).toEqual(before);
    expect(seqs(queue.desk.over)).toEqual([1]);
  });

  it('with nobody to see it does not make it one that never appeared', async () => {
    const { queue, clock, arrive, record } = startQueue();
    arrive(donation(1));
    queue.receipt(1, 'over');
    queue.replay(1);
    await clock.advance(ALONE_MS);
    expect(record(1)?.state).toBe('over');
    expect(queue.neverAppeared).toBe(0);
  });

  it('comes next, before what waits, also of what was dismissed', () => {
    const { queue, arrive, ids } = startQueue();
    queue.setPaused(true);
    arrive(donation(1));
    queue.clear();
    queue.dismiss(1);
    arrive(donation(2));
    queue.replay(1);
    queue.replay(1);
    expect(queue.waiting).toBe(2);
    queue.setPaused(false);
    queue.skip();
    expect(ids()).toEqual([1, 2]);
  });

  it('of what is held or waits lets it go first, once', () => {
    const { queue, arrive, ids, settings } = startQueue();
    arrive(donation(1), donation(2), donation(3));
    settings.set({ queue: { approve: true } });
    arrive(donation(4));
    queue.replay(3);
    queue.replay(4);
    queue.replay(1);
    for (let turn = 0; turn < 4; turn += 1) queue.skip();
    expect(ids()).toEqual([1, 4, 3, 2, null]);
    expect(queue.desk.held).toEqual([]);
  });

  it('of what never appeared gives it its time at last', async () => {
    const { queue, clock, arrive, record } = startQueue();
    arrive(donation(1));
    await clock.advance(ALONE_MS);
    expect(queue.neverAppeared).toBe(1);
    queue.replay(1);
    expect(queue.neverAppeared).toBe(0);
    const paintedAt = clock.now();
    queue.receipt(1, 'painted');
    queue.receipt(1, 'over');
    expect(record(1)).toMatchObject({ state: 'over', note: null, paintedAt });
  });

  it('shows a draw with what has been drawn so far', () => {
    const ledger = memoryLedger();
    ledger.record([draw(1), draw(2)]);
    const [tally] = ledger.tallies();
    const { queue } = startQueue({ ledger, findTally: () => tally ?? null });
    queue.replay(1);
    expect(queue.current?.tally?.total).toBe(10);
  });

  it('of what is not in the books says so', () => {
    const { queue } = startQueue();
    expect(() => queue.replay(12)).toThrow(
      expect.objectContaining({ problem: { code: 'alert-not-found' } }),
    );
  });

  it('taken off the screen in a hurry is still a replay', () => {
    const { queue, arrive, record } = startQueue();
    arrive(donation(1));
    queue.receipt(1, 'over');
    queue.replay(1);
    queue.panic();
    expect(record(1)?.state).toBe('over');
    expect(queue.waiting).toBe(1);
    queue.clear();
    expect(queue.neverAppeared).toBe(0);
  });
});

describe('catching up on what never appeared', () => {
  const missed = () => {
    const started = startQueue();
    started.queue.setPaused(true);
    const receivedAt = started.clock.now();
    started.arrive(...[1, 2, 3].map((seq) => ({ ...donation(seq), receivedAt })));
    started.queue.clear();
    expect(started.queue.neverAppeared).toBe(3);
    return started;
  };

  it('plays all in the order in which they came, with new receipts', async () => {
    const { queue, clock, ids, record, inState } = missed();
    queue.replayMissed();
    expect(queue.neverAppeared).toBe(0);
    expect(queue.desk.neverAppeared).toEqual([]);
    expect(inState('queued')).toEqual([1, 2, 3]);
    queue.attachOverlay();
    queue.setPaused(false);
    expect(ids()).toEqual([1]);
    const paintedAt = clock.now();
    queue.receipt(1, 'painted');
    queue.receipt(1, 'over');
    expect(record(1)).toMatchObject({ state: 'over', note: null, paintedAt });
    queue.skip();
    queue.skip();
    expect(ids()).toEqual([1, 2, 3, null]);
  });

  it('lets what is new go first', () => {
    const { queue, arrive, ids } = missed();
    arrive(donation(4));
    queue.replayMissed();
    arrive(donation(5));
    queue.attachOverlay();
    queue.setPaused(false);
    for (let turn = 0; turn < 5; turn += 1) queue.skip();
    expect(ids()).toEqual([4, 5, 1, 2, 3, null]);
  });

  it('lets what is new go first also while one of them plays', () => {
    const { queue, arrive, ids } = missed();
    queue.attachOverlay();
    queue.replayMissed();
    queue.setPaused(false);
    arrive(donation(4));
    queue.skip();
    queue.skip();
    queue.skip();
    arrive(donation(5));
    for (let turn = 0; turn < 2; turn += 1) queue.skip();
    expect(ids()).toEqual([1, 4, 2, 3, 5, null]);
  });

  it('puts one of them before all when that is asked for', () => {
    const { queue, arrive, ids } = missed();
    queue.replayMissed();
    queue.replay(3);
    arrive(donation(4));
    queue.attachOverlay();
    queue.setPaused(false);
    for (let turn = 0; turn < 4; turn += 1) queue.skip();
    expect(ids()).toEqual([3, 4, 1, 2, null]);
  });

  it('waits for an overlay that can be seen instead of missing them again', async () => {
    const { queue, clock, ids, arrive } = missed();
    queue.replayMissed();
    queue.setPaused(false);
    await clock.advance(60_000);
    expect([queue.waiting, queue.neverAppeared]).toEqual([3, 0]);
    arrive(donation(4));
    await clock.advance(ALONE_MS);
    expect(queue.neverAppeared).toBe(1);
    const seen = queue.attachOverlay();
    queue.receipt(1, 'painted');
    seen.dispose();
    queue.receipt(1, 'over');
    expect(ids()).toEqual([4, null, 1, null]);
    expect(queue.waiting).toBe(2);
  });

  it('takes as many as there is room for, and none once the queue has ended', () => {
    const { queue, inState } = missed();
    const others = Array.from({ length: MOST_WAITING - 2 }, (_, at) => donation(at + 10));
    queue.add(
      others.map((event) => ({ ...event, origin: 'test' as const })),
      new Map(),
    );
    queue.replayMissed();
    expect([queue.waiting, queue.neverAppeared]).toEqual([MOST_WAITING, 1]);
    queue.dispose();
    queue.replayMissed();
    expect(inState('never-appeared')).toEqual([3]);
  });

  it('takes each once, also while the disk takes no receipts', () => {
    const { queue, ledger, ids } = missed();
    ledger.setAlertStates = () => {
      throw new Error('the disk is full');
    };
    queue.replayMissed();
    queue.replayMissed();
    expect(queue.waiting).toBe(3);
    queue.attachOverlay();
    queue.setPaused(false);
    for (let turn = 0; turn < 4; turn += 1) queue.skip();
    expect(ids()).toEqual([1, 2, 3, null]);
    queue.replayMissed();
    expect(queue.waiting).toBe(0);
  });

  it('shares no card with what is new: that plays without an overlay too', () => {
    const { queue, arrive, settings } = missed();
    settings.set({ queue: { behindMaxS: 10, smallBeams: 1_000_000 } });
    queue.replayMissed();
    arrive(donation(4), donation(5));
    queue.setPaused(false);
    expect(queue.current?.look.together).toHaveLength(2);
    expect(queue.waiting).toBe(3);
  });

  it('survives a kill at any moment: each has its time, or is listed', () => {
    const { queue, ledger, clock } = missed();
    queue.attachOverlay();
    queue.replayMissed();
    queue.setPaused(false);
    queue.receipt(1, 'painted');
    queue.receipt(1, 'over');
    queue.receipt(2, 'painted');
    // Killed here: nothing is disposed.
    const again = startQueue({ ledger, clock });
    again.queue.restore();
    expect(again.record(1)).toMatchObject({ state: 'over' });
    expect(seqs(again.queue.desk.neverAppeared)).toEqual([2]);
    again.queue.attachOverlay();
    expect(again.ids()).toEqual([3]);
  });

  it('survives a restart: those that had not played never appeared', () => {
    const { queue, ledger, clock } = missed();
    queue.replayMissed();
    queue.dispose();
    clock.jump(STILL_FRESH_MS + 1);
    const again = startQueue({ ledger, clock });
    again.queue.restore();
    expect(seqs(again.queue.desk.neverAppeared)).toEqual([3, 2, 1]);
  });

  it('takes many at most; the rest stay listed', () => {
    const { queue, arrive } = startQueue();
    queue.setPaused(true);
    const many = Array.from({ length: MOST_CAUGHT_UP + 60 }, (_, at) => donation(at + 1));
    arrive(...many);
    queue.clear();
    queue.replayMissed();
    expect([queue.waiting, queue.neverAppeared]).toEqual([MOST_CAUGHT_UP, 60]);
    expect(queue.desk.neverAppeared).toHaveLength(50);
    queue.replayMissed();
    expect(queue.neverAppeared).toBe(0);
  });
});

describe('a demo', () => {
  it('keeps its alerts for the first overlay page, a few of them', async () => {
    const { queue, clock, arrive, ids, inState } = startQueue({ awaitsPage: true });
    for (let seq = 1; seq <= 34; seq += 1) {
      arrive(donation(seq));
      await clock.advance(ALONE_MS);
    }
    expect(queue.neverAppeared).toBe(0);
    expect(queue.desk.turnedDown).toEqual([]);
    // Nor does the next start list what made room.
    expect(inState('never-appeared')).toEqual([]);
    expect(queue.desk).toMatchObject({ awaitsPage: true, waitingCount: MOST_AWAITING });
    const page = queue.attachOverlay();
    expect(queue.desk.awaitsPage).toBe(false);
    queue.skip();
    queue.skip();
    queue.skip();
    expect(ids()).toEqual([32, 33, 34, null]);
    // From then on it is as on air: what nobody sees is listed.
    page.dispose();
    arrive(donation(35));
    await clock.advance(ALONE_MS);
    expect(queue.neverAppeared).toBe(1);
  });
});
