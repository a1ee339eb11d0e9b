import { describe, expect, it } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import { DELIVERED, failed } from '../../../electron/features/sinks/courier.ts';
import { GIVE_UP_MS } from '../../../electron/features/sinks/outbox.ts';
import { settle } from '../../support/virtual-clock.ts';
import { donation, subscription } from '../storage/support.ts';
import { DAY_MS, Desk, GONE, gifts, paused, SLOW } from './outbox-world.ts';

describe('an outbox', () => {
  it('sends what is wanted as many at a time as its courier takes, and is done with the rest', async () => {
    const desk = new Desk({ kinds: ['DONATION'], leastBeams: 0 });
    desk.courier = { most: 3 };
    await desk.start();
    const events = [...gifts(1, 2), subscription(3), ...gifts(4, 6), subscription(7)];
    await desk.happen(...events);
    expect(desk.sent).toEqual([
      [1, 2, 4],
      [5, 6],
    ]);
    expect(desk.position).toBe(7);
    expect(desk.outbox.deliveredAt).toBe(desk.clock.now());
  });

  it('reads as much as its courier takes at a time', async () => {
    const desk = new Desk();
    desk.courier = { most: 50 };
    await desk.start();
    await desk.happen(...gifts(1, 60));
    expect(desk.sent.map((letters) => letters.length)).toEqual([50, 10]);
  });

  it('passes hundreds that are not wanted', async () => {
    const desk = await new Desk({ kinds: ['SUBSCRIPTION'], leastBeams: 0 }).start();
    await desk.happen(...gifts(1, 100), subscription(101), ...gifts(102, 110));
    while (desk.position < 110) await settle();
    expect(desk.sent).toEqual([[101]]);
  });

  it('is done only with what arrived of a delivery that failed, and tries the rest', async () => {
    const desk = new Desk();
    desk.courier = { most: 4 };
    desk.fates.push(failed(SLOW, null, 2), failed(SLOW));
    await desk.start();
    const since = desk.clock.now();
    await desk.happen(...gifts(1, 4));
    expect(desk.position).toBe(2);
    expect(desk.outbox.state).toEqual({
      kind: 'waiting',
      since,
      problem: SLOW,
      nextAt: since + 1_000,
    });
    await desk.clock.advance(999);
    await desk.happen(donation(5));
    expect(desk.sent).toHaveLength(1);
    await desk.clock.advance(1);
    expect(desk.sent).toEqual([
      [1, 2, 3, 4],
      [3, 4, 5],
    ]);
    expect(desk.outbox.state).toMatchObject({ kind: 'waiting', since });
    expect(desk.stored).toMatchObject({ waitingSince: since, problem: SLOW, position: 2 });
    await desk.clock.advance(DAY_MS);
    expect(desk.outbox.state).toEqual({ kind: 'delivering' });
    expect(desk.stored).toMatchObject({ waitingSince: null, problem: null, position: 5 });
  });

  it('waits as long as the other side asks, where that is longer', async () => {
    const desk = new Desk();
    desk.fates.push(failed(SLOW, 5_000), failed(SLOW, 10), failed(SLOW, 9 * DAY_MS));
    await desk.start();
    const waits: number[] = [];
    await desk.happen(donation(1));
    for (let time = 0; time < 3; time += 1) {
      const { state } = desk.outbox;
      const waitMs = state.kind === 'waiting' ? state.nextAt - desk.clock.now() : 0;
      waits.push(waitMs);
      await desk.clock.advance(waitMs);
    }
    expect(waits).toEqual([5_000, 1_000, DAY_MS]);
    expect(desk.position).toBe(1);
  });

  it('waits longer with each failure in a row, and from the beginning after a success', async () => {
    const desk = new Desk();
    desk.random = 1;
    desk.fates.push(failed(SLOW), failed(SLOW), failed(SLOW), DELIVERED, failed(SLOW));
    await desk.start();
    const waits: number[] = [];
    await desk.happen(...gifts(1, 2));
    for (let time = 0; time < 4; time += 1) {
      const { state } = desk.outbox;
      const waitMs = state.kind === 'waiting' ? state.nextAt - desk.clock.now() : 0;
      waits.push(waitMs);
      await desk.clock.advance(waitMs);
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 2_000]);
  });

  it('fails since no later than now after the clock was set back', async () => {
    const desk = new Desk();
    desk.fates.push(failed(SLOW), failed(SLOW));
    await desk.start();
    await desk.happen(donation(1));
    desk.clock.jump(-DAY_MS);
    await desk.clock.advance(1_000);
    expect(desk.outbox.state).toMatchObject({ since: desk.clock.now() });
  });

  it('gives an event up after three days where its courier does, and no other way', async () => {
    for (const givesUp of [true, false]) {
      const desk = new Desk();
      desk.courier = { givesUp };
      desk.fates.push(failed(SLOW), failed(SLOW));
      await desk.start();
      await desk.happen(...gifts(1, 2));
      desk.clock.jump(GIVE_UP_MS);
      await desk.clock.advance(1_000);
      expect(desk.ledger.sinks.countLetters('sink')).toBe(givesUp ? 1 : 0);
      expect(desk.outbox.state.kind).toBe(givesUp ? 'delivering' : 'waiting');
      expect(desk.position).toBe(givesUp ? 2 : 0);
      expect(desk.lines).toHaveLength(givesUp ? 1 : 0);
    }
  });

  it('is switched off by a place that is gone, for good', async () => {
    const desk = new Desk();
    desk.fates.push(GONE);
    await desk.start();
    await desk.happen(...gifts(1, 2));
    const off = { kind: 'off', problem: { code: 'sinks-gone' } };
    expect(desk.outbox.state).toEqual(off);
    expect(desk.stored).toMatchObject({ isOn: false, problem: off.problem, position: 0 });
    desk.ledger.sinks.bury('sink', 1, 0, SLOW);
    desk.ledger.sinks.sendAgain('sink', 1);
    await desk.happen(donation(3));
    expect(desk.sent).toEqual([[1]]);
    await desk.start();
    expect(desk.outbox.state.kind).toBe('off');
    expect(desk.sent).toEqual([[1]]);
  });

  it('waits before the next one as long as it is asked to, a day at most', async () => {
    const desk = new Desk();
    desk.fates.push(paused(1_500), paused(9 * DAY_MS), paused(0));
    await desk.start();
    await desk.happen(...gifts(1, 4));
    await desk.clock.advance(1_499);
    expect(desk.sent).toEqual([[1]]);
    await desk.clock.advance(1);
    await desk.clock.advance(DAY_MS - 1);
    expect(desk.sent).toEqual([[1], [2]]);
    await desk.clock.advance(1);
    expect(desk.sent).toEqual([[1], [2], [3], [4]]);
    expect(desk.clock.pendingTimers).toBe(0);
  });

  it('sends nothing before it is safely in the ledger, and all the same where that fails', async () => {
    const desk = new Desk();
    const written = Promise.withResolvers<void>();
    desk.durable = written.promise;
    await desk.start();
    await desk.happen(donation(1));
    expect(desk.sent).toEqual([]);
    written.resolve();
    await settle();
    expect(desk.sent).toEqual([[1]]);
    desk.durable = Promise.reject(new Error('the disk is full'));
    await desk.happen(donation(2));
    expect(desk.sent).toEqual([[1], [2]]);
  });

  it('goes on five seconds after the ledger could not be read', async () => {
    const desk = await new Desk().start();
    desk.failure = new Error('the disk does not read');
    await desk.happen(donation(1));
    expect(desk.lines).toMatchObject([
      { level: 'error', message: 'a sink cannot go on', fields: { id: 'sink' } },
    ]);
    desk.failure = null;
    await desk.clock.advance(4_999);
    expect(desk.sent).toEqual([]);
    await desk.clock.advance(1);
    expect(desk.sent).toEqual([[1]]);
  });

  it('takes a courier’s own fault for a failure, and says so in the log', async () => {
    const desk = new Desk();
    desk.fates.push(new Error('a fault of ours'), new StagelightError({ code: 'vote-none' }));
    await desk.start();
    await desk.happen(donation(1));
    expect(desk.outbox.state).toMatchObject({ kind: 'waiting', problem: { code: 'unexpected' } });
    expect(desk.lines).toMatchObject([
      { level: 'error', message: 'a sink failed', fields: { id: 'sink' } },
    ]);
    await desk.clock.advance(1_000);
    expect(desk.outbox.state).toMatchObject({ problem: { code: 'vote-none' } });
  });

  it('begins where it stood: waiting since then, and tried at once', async () => {
    const desk = new Desk();
    desk.ledger.record(gifts(1, 1));
    desk.ledger.sinks.wait('sink', 5, SLOW);
    desk.fates.push(failed(SLOW));
    const held = Promise.withResolvers<void>();
    desk.durable = held.promise;
    await desk.start();
    const now = desk.clock.now();
    expect(desk.outbox.state).toEqual({ kind: 'waiting', since: 5, problem: SLOW, nextAt: now });
    desk.ledger.sinks.remove('sink');
    held.resolve();
    await settle();
    expect(desk.sent).toEqual([[1]]);
  });

  it('tells of every change of its state', async () => {
    const desk = new Desk();
    desk.fates.push(failed(SLOW));
    await desk.start();
    expect(desk.changes).toBe(0);
    await desk.happen(donation(1));
    expect(desk.changes).toBe(1);
    await desk.clock.advance(1_000);
    expect(desk.changes).toBe(2);
  });
});
