import { describe, expect, it } from 'vitest';
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
