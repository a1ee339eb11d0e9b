import { describe, expect, it } from 'vitest';
import type { ListedAlert } from '../../../shared/contract/alerts.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, draw, memoryLedger, subscription } from '../storage/support.ts';
import { startQueue } from './support.ts';

const ALONE_MS = 6_000;

const seqs = (alerts: readonly ListedAlert[]) => alerts.map(({ event }) => event.seq);

describe('an alert below the minimum', () => {
  it('takes no screen time and is over in the books, with the reason', () => {
    const { queue, arrive, record } = startQueue({ set: { queue: { minimumBeams: 1_000 } } });
    arrive(donation(1, { payAmount: 999 }));
    expect(queue.current).toBeNull();
    expect(record(1)).toMatchObject({ state: 'over', note: 'below-minimum', paintedAt: null });
    expect(queue.desk).toMatchObject({ over: [], turnedDown: [{ why: 'below-minimum' }] });
  });

  it.each([
    ['at the minimum', donation(1)],
    ['of an unknown amount', donation(1, { payAmount: null })],
    ['that is no donation', subscription(1)],
    ['that is a test', { ...donation(1, { payAmount: 1 }), origin: 'test' as const }],
  ])('is none %s', (_what, event) => {
    const { queue, arrive } = startQueue({ set: { queue: { minimumBeams: 1_000 } } });
    if (event.origin === 'test') queue.add([event], new Map());
    else arrive(event);
    expect(queue.current?.alertId).toBe(1);
  });

  it('can be replayed all the same, and then has had its time', () => {
    const { queue, arrive, record } = startQueue({ set: { queue: { minimumBeams: 1_000 } } });
    arrive(donation(1, { payAmount: 999 }));
    queue.replay(1);
    queue.receipt(1, 'painted');
    queue.receipt(1, 'over');
    expect(record(1)).toMatchObject({ state: 'over', note: null });
    expect(seqs(queue.desk.over)).toEqual([1]);
  });
});

describe('held alerts', () => {
  it('play when their time has passed, in their order, and stay queued until then', async () => {
    const { queue, clock, ids, arrive, inState } = startQueue({ set: { queue: { holdS: 10 } } });
    arrive({ ...donation(1), receivedAt: clock.now() });
    await clock.advance(4_000);
    arrive({ ...subscription(2), receivedAt: clock.now() });
    expect(queue.desk.held.map(({ heldUntil }) => heldUntil)).toEqual([
      clock.now() + 6_000,
      clock.now() + 10_000,
    ]);
    expect(inState('queued')).toEqual([1, 2]);
    await clock.advance(5_999);
    expect(ids()).toEqual([]);
    await clock.advance(1);
    expect(ids()).toEqual([1]);
    await clock.advance(ALONE_MS);
    expect(ids()).toEqual([1, 2]);
    expect(queue.desk.held).toEqual([]);
  });

  it('wait for ever where somebody has to approve', async () => {
    const { queue, clock, ids, arrive } = startQueue({
      set: { queue: { approve: true, holdS: 5 } },
    });
    arrive(donation(1), donation(2));
    await clock.advance(3_600_000);
    expect(ids()).toEqual([]);
    expect(queue.desk.held.map(({ heldUntil }) => heldUntil)).toEqual([null, null]);
    expect(clock.pendingTimers).toBe(0);
    queue.approve(2);
    queue.approve(2);
    queue.approve(77);
    expect(ids()).toEqual([2]);
    expect(seqs(queue.desk.held)).toEqual([1]);
  });

  it('are still held after a restart, however long ago they came', async () => {
    const set = { queue: { approve: true } };
    const first = startQueue({ set });
    const { clock, ledger } = first;
    first.arrive(donation(1), draw(2));
    first.queue.setPaused(true);
    await clock.advance(24 * 3_600_000);
    first.queue.dispose();
    const { queue, ids } = startQueue({ clock, ledger, set });
    queue.restore();
    expect(seqs(queue.desk.held)).toEqual([1]);
    queue.attachOverlay();
    queue.replayMissed();
    await clock.advance(60_000);
    expect(seqs(queue.desk.held)).toEqual([1]);
    expect(ids()).not.toContain(1);
    queue.approve(1);
    expect(queue.current?.alertId).toBe(1);
  });

  it('are held once more when all that was missed is played again, unless they were approved', async () => {
    const { queue, clock, arrive, ids, settings } = startQueue();
    arrive(donation(1), donation(2));
    await clock.advance(60_000);
    expect(queue.neverAppeared).toBe(2);
    settings.set({ queue: { approve: true } });
    queue.attachOverlay();
    queue.replayMissed();
    expect(seqs(queue.desk.held)).toEqual([1, 2]);
    queue.approve(2);
    expect(queue.current?.alertId).toBe(2);
    await clock.advance(60_000);
    expect(queue.neverAppeared).toBe(1);
    queue.attachOverlay();
    queue.replayMissed();
    expect(queue.current?.alertId).toBe(2);
    expect(ids()).not.toContain(3);
  });

  it('keep the terms under which they came', async () => {
    const { queue, clock, ids, arrive, settings } = startQueue({
      set: { queue: { approve: true } },
    });
    arrive(donation(1));
    settings.set({ queue: { approve: false, holdS: 0 } });
    arrive(donation(2));
    await clock.advance(60_000);
    expect(ids()).toEqual([2, null]);
    expect(seqs(queue.desk.held)).toEqual([1]);
  });

  it('are neither draws nor tests', () => {
    const { queue, arrive } = startQueue({ set: { queue: { approve: true } } });
    arrive(draw(1));
    queue.add([{ ...donation(2), origin: 'test' }], new Map());
    expect(queue.current?.alertId).toBe(1);
    expect(queue.waiting).toBe(1);
  });

  it('that are turned down are over, with the reason, and never on the list of what was', () => {
    const { queue, arrive, record, ids } = startQueue({ set: { queue: { approve: true } } });
    arrive(donation(1));
    queue.reject(1);
    expect(record(1)).toMatchObject({ state: 'over', note: 'rejected' });
    expect(queue.desk).toMatchObject({ over: [], turnedDown: [{ why: 'rejected' }] });
    expect(ids()).toEqual([]);
  });

  it.each([
    ['for a time', { holdS: 60 }, 60_000],
    ['until somebody approves', { approve: true }, null],
  ])('survive a crash %s', async (_how, terms, holdMs) => {
    const clock = new VirtualClock();
    const ledger = memoryLedger(clock);
    const set = { queue: terms };
    const first = startQueue({ clock, ledger, set });
    const receivedAt = clock.now();
    first.arrive({ ...donation(1), receivedAt });
    await clock.advance(20_000);
    first.queue.dispose();
    const { queue, ids } = startQueue({ clock, ledger, set });
    queue.restore();
    expect(ids()).toEqual([]);
    expect(queue.desk.held).toMatchObject([
      { event: { seq: 1 }, heldUntil: holdMs === null ? null : receivedAt + holdMs },
    ]);
    if (holdMs === null) queue.approve(1);
    else await clock.advance(40_000);
    expect(ids()).toEqual([1]);
  });
});

describe('turning down', () => {
  it('takes an alert out of the line whose hold has run out', () => {
    const { queue, arrive, record, ids } = startQueue();
    arrive(donation(1), donation(2), donation(3));
    queue.reject(2);
    queue.receipt(1, 'over');
    expect(ids()).toEqual([1, 3]);
    expect(record(2)).toMatchObject({ state: 'over', note: 'rejected' });
  });

  it.each([
    [false, 'rejected'],
    [true, null],
  ])('takes it off the screen, painted: %s, noted: %s', (painted, note) => {
    const { queue, arrive, record, ids } = startQueue();
    arrive(donation(1), donation(2));
    if (painted) queue.receipt(1, 'painted');
    queue.reject(1);
    expect(ids()).toEqual([1, 2]);
    expect(record(1)).toMatchObject({ state: 'over', note });
  });

  it('leaves alone what is nowhere', () => {
    const { queue, arrive, ids } = startQueue();
    arrive(donation(1));
    queue.reject(9);
    expect(ids()).toEqual([1]);
  });
});
