import { describe, expect, it } from 'vitest';
import { donation, draw, subscription } from '../storage/support.ts';
import { ruleOf, startQueue } from './support.ts';

const CROWDED_MS = 4_000;

describe('a queue that is too far behind', () => {
  const small = (seq: number, changes = {}) =>
    donation(seq, { payAmount: 100, donatorNickname: `시청자 ${seq}`, ...changes });
  const crowd = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => small(from + index));
  const set = { queue: { behindMaxS: 60, smallBeams: 1_000 } };

  it('shows small donations that wait on one card, which names everybody', () => {
    const { queue, arrive, record, ids } = startQueue({ set });
    arrive(donation(1, { payAmount: 50_000 }), ...crowd(20, 2));
    expect(queue.desk.behindMs).toBe(CROWDED_MS);
    queue.receipt(1, 'over');
    expect(ids()).toEqual([1, 2]);
    expect(queue.waiting).toBe(0);
    expect(queue.current?.look.together).toEqual(
      crowd(20, 2).map(({ data }) => ({ name: data.donatorNickname, beams: 100 })),
    );
    expect(queue.desk.playing?.together).toBe(20);
    queue.receipt(2, 'painted');
    expect(record(21)).toMatchObject({ state: 'painted' });
    queue.receipt(2, 'over');
    for (let seq = 2; seq <= 21; seq += 1) {
      expect(record(seq)).toMatchObject({ state: 'over', note: null });
      expect(record(seq)?.paintedAt).not.toBeNull();
    }
    expect(queue.desk.over.map(({ together }) => together)).toEqual([...Array(20).fill(20), 1]);
  });

  it('books all on the card as painted, also where the first one was on the screen before', () => {
    const { queue, arrive, record } = startQueue({ set });
    arrive(small(1));
    queue.receipt(1, 'painted');
    queue.panic();
    arrive(...crowd(20, 2));
    queue.setPaused(false);
    const before = record(1)?.paintedAt;
    expect(queue.desk.playing?.together).toBe(21);
    queue.receipt(1, 'painted');
    expect(record(1)).toMatchObject({ paintedAt: before });
    for (let seq = 2; seq <= 21; seq += 1) expect(record(seq)).toMatchObject({ state: 'painted' });
  });

  it('plays them one by one as long as it is within the limit', () => {
    const { queue, arrive } = startQueue({ set });
    arrive(donation(1, { payAmount: 50_000 }), ...crowd(15, 2));
    expect(queue.desk.behindMs).toBe(60_000);
    queue.receipt(1, 'over');
    expect(queue.current?.look.together).toBeNull();
    expect(queue.waiting).toBe(14);
  });

  it('lets larger ones, unknown amounts and other kinds keep their cards and their order', () => {
    const { queue, arrive, ids } = startQueue({ set });
    const large = small(5, { payAmount: 1_001 });
    const unknown = small(9, { payAmount: null });
    const border = small(8, { payAmount: 1_000 });
    arrive(...crowd(4, 1), large, subscription(6), draw(7), border, unknown, ...crowd(20, 10));
    for (let turn = 0; turn < 7; turn += 1) queue.skip();
    expect(ids()).toEqual([1, 5, 6, 7, 9, null]);
  });

  it('has cards of one sort of donation alone, and at most forty names', () => {
    const { queue, arrive } = startQueue({ set });
    queue.setPaused(true);
    const cheering = small(2, { donationType: 'CHEERING' });
    arrive(small(1), cheering, ...crowd(60, 3));
    expect(queue.desk.behindMs).toBe(3 * CROWDED_MS);
    queue.setPaused(false);
    expect(queue.current?.look.together).toHaveLength(40);
    expect(queue.current?.alertId).toBe(1);
    queue.skip();
    expect(queue.current?.alertId).toBe(2);
    expect(queue.current?.look.together).toBeNull();
  });

  it('knows how long its own rules take', () => {
    const rules = [ruleOf({ variants: [{ durationS: 30 }] })];
    const { queue, arrive, settings } = startQueue({ set: { ...set, rules } });
    queue.setPaused(true);
    arrive(...crowd(3, 1));
    expect(queue.desk.behindMs).toBe(CROWDED_MS);
    settings.set({ rules: [] });
    expect(queue.desk.behindMs).toBe(3 * CROWDED_MS);
    settings.set({ rules, queue: { behindMaxS: 100 } });
    expect(queue.desk.behindMs).toBe(90_000);
  });

  it('with the words of a rule for one shows the card’s own, and its picture', () => {
    const variants = [{ headline: '{name}님!', image: 'c'.repeat(64), durationS: 10 }];
    const { queue, arrive } = startQueue({ set: { ...set, rules: [ruleOf({ variants })] } });
    queue.setPaused(true);
    arrive(...crowd(10, 1));
    queue.setPaused(false);
    expect(queue.current?.look).toMatchObject({ headline: null, image: 'c'.repeat(64) });
    expect(queue.current?.durationMs).toBe(10_000 + 9 * 150);
  });

  it('keeps everybody when a card never appears, is hidden, or one name is turned down', async () => {
    const { queue, clock, arrive, inState } = startQueue({ set });
    queue.setPaused(true);
    arrive(...crowd(20, 1));
    queue.setPaused(false);
    queue.panic();
    expect(queue.waiting).toBe(20);
    expect(inState('queued')).toHaveLength(20);
    queue.setPaused(false);
    queue.reject(3);
    expect(inState('over')).toEqual([3]);
    expect(queue.current?.look.together ?? []).toHaveLength(19);
    await clock.advance(queue.current?.durationMs ?? 0);
    expect(inState('never-appeared')).toHaveLength(19);
    expect(queue.neverAppeared).toBe(19);
    expect(queue.desk.neverAppeared.every(({ together }) => together === 1)).toBe(true);
  });
});
