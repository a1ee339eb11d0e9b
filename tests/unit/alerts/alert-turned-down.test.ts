import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, memoryLedger } from '../storage/support.ts';
import { startQueue } from './support.ts';

const CROWDED_MS = 4_000;
const ALERTS_LISTED = 50;

const MINIMUM = { set: { queue: { minimumBeams: 1_000 } } };
const small = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => donation(from + index, { payAmount: 1 }));

describe('alerts that were turned down', () => {
  it('are listed with the reason, the latest first', async () => {
    const { queue, clock, arrive } = startQueue(MINIMUM);
    arrive(...small(2));
    await clock.advance(1_000);
    arrive(donation(3), donation(4));
    queue.reject(4);
    expect(queue.desk.turnedDown).toMatchObject([
      { event: { seq: 4 }, why: 'rejected', endedAt: clock.now() },
      { event: { seq: 2 }, why: 'below-minimum', endedAt: clock.now() - 1_000 },
      { event: { seq: 1 }, why: 'below-minimum' },
    ]);
    expect(queue.desk.over).toEqual([]);
  });

  it('play again and are off the list then', async () => {
    const { queue, clock, arrive, record } = startQueue(MINIMUM);
    arrive(...small(2));
    queue.attachOverlay();
    queue.replay(1);
    expect(queue.desk).toMatchObject({
      playing: { event: { seq: 1 } },
      turnedDown: [{ event: { seq: 2 } }],
    });
    queue.receipt(1, 'painted');
    await clock.advance(60_000);
    expect(record(1)).toMatchObject({ state: 'over', note: null });
    expect(queue.desk.over).toMatchObject([{ event: { seq: 1 } }]);
  });

  it('are on the list again when they are turned down again', () => {
    const { queue, arrive } = startQueue(MINIMUM);
    arrive(...small(2));
    queue.setPaused(true);
    queue.replay(1);
    queue.reject(1);
    expect(queue.desk.turnedDown).toMatchObject([
      { event: { seq: 1 }, why: 'rejected' },
      { event: { seq: 2 }, why: 'below-minimum' },
    ]);
  });

  it('are the latest fifty, filled up again from the books', () => {
    const { queue, arrive } = startQueue(MINIMUM);
    arrive(...small(ALERTS_LISTED + 5));
    const seqs = () => queue.desk.turnedDown.map(({ event }) => event.seq);
    expect(seqs()).toHaveLength(ALERTS_LISTED);
    expect(seqs()[0]).toBe(ALERTS_LISTED + 5);
    queue.replay(ALERTS_LISTED + 5);
    expect(seqs()).toHaveLength(ALERTS_LISTED);
    expect(seqs()[0]).toBe(ALERTS_LISTED + 4);
    expect(seqs().at(-1)).toBe(5);
  });

  it('are there after a start', () => {
    const clock = new VirtualClock();
    const ledger = memoryLedger(clock);
    const first = startQueue({ ledger, clock, ...MINIMUM });
    first.arrive(...small(3));
    const before = first.queue.desk.turnedDown;
    first.queue.dispose();
    const second = startQueue({ ledger, clock });
    second.queue.restore();
    expect(before).toHaveLength(3);
    expect(second.queue.desk.turnedDown).toEqual(before);
  });

  it('are neither tests nor replays: the books say nothing of those', () => {
    const { queue } = startQueue();
    queue.setPaused(true);
    queue.add([{ ...donation(1), origin: 'test' }], new Map());
    queue.reject(1);
    expect(queue.desk.turnedDown).toEqual([]);
  });
});

describe('the alert that plays', () => {
  it('says when its time is up, and no other alert does', async () => {
    const { queue, clock, arrive } = startQueue();
    arrive(donation(1, { payAmount: 5_000 }), donation(2, { payAmount: 5_000 }));
    const endsAt = clock.now() + CROWDED_MS;
    expect(queue.desk.playing).toMatchObject({ endsAt, durationMs: CROWDED_MS });
    await clock.advance(1_000);
    expect(queue.desk.playing).toMatchObject({ endsAt });
    expect(queue.desk.waiting).toMatchObject([{ endsAt: null, durationMs: null }]);
    await clock.advance(CROWDED_MS);
    expect(queue.desk.neverAppeared).toMatchObject([{ endsAt: null, durationMs: null }]);
  });
});
