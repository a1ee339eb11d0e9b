import { describe, expect, it } from 'vitest';
import { DELIVERED, type Delivery, failed } from '../../../electron/features/sinks/courier.ts';
import { settle } from '../../support/virtual-clock.ts';
import { donation } from '../storage/support.ts';
import { Desk, GONE, gifts, paused, SLOW } from './outbox-world.ts';

describe('an outbox that is stopped', () => {
  it('waits for what is under way, and counts it as not done', async () => {
    for (const fate of [DELIVERED, failed(SLOW), GONE]) {
      const desk = new Desk();
      const held = Promise.withResolvers<Delivery>();
      desk.fates.push(held.promise);
      await desk.start();
      await desk.happen(donation(1));
      let isStopped = false;
      const stopped = desk.outbox.stop().then(() => {
        isStopped = true;
      });
      await settle();
      expect(isStopped).toBe(false);
      held.resolve(fate);
      await stopped;
      expect(desk.stored).toMatchObject({ position: 0, isOn: true, problem: null });
      expect(desk.clock.pendingTimers).toBe(0);
      await desk.happen(donation(2));
      expect(desk.sent).toEqual([[1]]);
    }
  });

  it('leaves letters that were under way again as they were', async () => {
    const desk = new Desk();
    await desk.start();
    await desk.happen(donation(1));
    desk.ledger.sinks.bury('sink', 1, 0, SLOW);
    desk.ledger.sinks.sendAgain('sink', null);
    const held = Promise.withResolvers<Delivery>();
    desk.fates.push(held.promise);
    desk.outbox.poke();
    await settle();
    const stopped = desk.outbox.stop();
    held.resolve(DELIVERED);
    await stopped;
    expect(desk.ledger.sinks.letters('sink')).toMatchObject([{ seq: 1, again: true }]);
  });

  it('has no timers, and says nothing of what fails afterwards', async () => {
    const desk = new Desk();
    const held = Promise.withResolvers<Delivery>();
    desk.fates.push(failed(SLOW), held.promise);
    await desk.start();
    await desk.happen(donation(1));
    await desk.clock.advance(1_000);
    const stopped = desk.outbox.stop();
    held.reject(new Error('ended'));
    await stopped;
    expect(desk.lines).toEqual([]);
    const waiting = new Desk();
    waiting.fates.push(failed(SLOW));
    await waiting.start();
    await waiting.happen(donation(1));
    expect(waiting.clock.pendingTimers).toBe(1);
    await waiting.outbox.stop();
    expect(waiting.clock.pendingTimers).toBe(0);
  });
});

describe('dead letters that are sent again', () => {
  async function withLetters(count: number, ...fates: Desk['fates']) {
    const desk = await new Desk().start();
    await desk.happen(...gifts(1, count));
    for (let seq = 1; seq <= count; seq += 1) desk.ledger.sinks.bury('sink', seq, 0, SLOW);
    desk.sent.length = 0;
    desk.changes = 0;
    desk.fates.push(...fates);
    desk.ledger.sinks.sendAgain('sink', null);
    await desk.clock.advance(1_000);
    desk.outbox.poke();
    await settle();
    return desk;
  }

  it('are gone when they arrive, oldest first', async () => {
    const desk = await withLetters(3);
    expect(desk.sent).toEqual([[1], [2], [3]]);
    expect(desk.ledger.sinks.countLetters('sink')).toBe(0);
    expect(desk.changes).toBe(3);
  });

  it('stay with the newest reason when they fail, and hold nothing up', async () => {
    const problem = { code: 'sinks-gone' } as const;
    const desk = await withLetters(2, failed(problem));
    expect(desk.sent).toEqual([[1], [2]]);
    const diedAt = desk.clock.now();
    expect(desk.ledger.sinks.letters('sink')).toEqual([
      expect.objectContaining({ seq: 1, again: false, problem, diedAt }),
    ]);
    expect(desk.outbox.state.kind).toBe('delivering');
  });

  it('are tried also while the next event waits for its turn', async () => {
    const desk = await withLetters(1);
    desk.fates.push(failed(SLOW));
    await desk.happen(donation(2));
    desk.ledger.sinks.bury('sink', 1, 0, SLOW);
    desk.ledger.sinks.sendAgain('sink', 1);
    desk.outbox.poke();
    await settle();
    expect(desk.sent).toEqual([[1], [2], [1]]);
  });

  it('wait as long as they are asked to', async () => {
    const desk = await withLetters(2, paused(2_000));
    await desk.happen(donation(3));
    await desk.clock.advance(1_999);
    expect(desk.sent).toEqual([[1]]);
    await desk.clock.advance(1);
    expect(desk.sent).toEqual([[1], [2], [3]]);
  });

  it('switch a place off that is gone', async () => {
    const desk = await withLetters(2, GONE);
    expect(desk.sent).toEqual([[1]]);
    expect(desk.outbox.state.kind).toBe('off');
    expect(desk.ledger.sinks.countLetters('sink')).toBe(2);
  });
});

describe('an example', () => {
  it('goes out behind what is on its way, and moves nothing', async () => {
    const desk = new Desk();
    const held = Promise.withResolvers<Delivery>();
    desk.fates.push(held.promise, failed(SLOW));
    await desk.start();
    await desk.happen(donation(1));
    const event = { ...donation(0), origin: 'test' as const };
    const example = desk.outbox.sendExample({ id: 'test', epoch: 'epoch', event });
    await settle();
    expect(desk.sent).toEqual([[1]]);
    held.resolve(DELIVERED);
    expect(await example).toMatchObject({ kind: 'failed', problem: SLOW });
    expect(desk.outbox.state.kind).toBe('delivering');
    expect(desk.position).toBe(1);
  });
});
