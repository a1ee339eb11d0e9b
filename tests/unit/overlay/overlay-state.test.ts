import { describe, expect, it } from 'vitest';
import { FrameBatcher } from '../../../renderer/overlay/frame-batcher.ts';
import { CHAT_LINES_MAX, createOverlayStore } from '../../../renderer/stores/overlay-store.ts';
import { chat, tally } from './event-samples.ts';
import { FakeTimers } from './page-fakes.ts';

const many = (count: number, from = 1) => Array.from({ length: count }, (_, at) => chat(from + at));
const seqsOf = (store: ReturnType<typeof createOverlayStore>) =>
  store.api.getState().chat.map((line) => line.event.seq);

describe('the overlay store', () => {
  it('keeps the newest fifty lines, oldest first', () => {
    const store = createOverlayStore('ko');
    store.addChat(many(30));
    store.addChat(many(45, 31));
    expect(seqsOf(store)).toEqual(Array.from({ length: CHAT_LINES_MAX }, (_, at) => at + 26));
    expect(CHAT_LINES_MAX).toBe(50);
  });

  it('keeps no more than fifty of a snapshot', () => {
    const store = createOverlayStore('ko');
    store.resetChat(many(500));
    expect(seqsOf(store)).toHaveLength(50);
    expect(seqsOf(store).at(-1)).toBe(500);
  });

  it('lets single lines enter, and floods and snapshots stand there at once', () => {
    const store = createOverlayStore('ko');
    store.resetChat(many(2));
    store.addChat(many(2, 3));
    store.addChat(many(20, 5));
    const enters = store.api.getState().chat.map((line) => line.enters);
    expect(enters.slice(0, 4)).toEqual([false, false, true, true]);
    expect(new Set(enters.slice(4))).toEqual(new Set([false]));
  });

  it.each([
    ['eight a second', 125, true],
    ['ten a second', 100, false],
    ['a hundred a second', 10, false],
  ])('lets %s enter: %d ms apart', (_name, apartMs, enters) => {
    const store = createOverlayStore('ko');
    for (let seq = 1; seq <= 30; seq += 1) {
      store.addChat([{ ...chat(seq), receivedAt: seq * apartMs }]);
    }
    expect(store.api.getState().chat.at(-1)?.enters).toBe(enters);
  });

  it('does not wake anybody for an empty batch', () => {
    const store = createOverlayStore('ko');
    let changes = 0;
    store.api.subscribe(() => {
      changes += 1;
    });
    store.addChat([]);
    expect(changes).toBe(0);
  });

  it('puts the reward that was drawn last on top', () => {
    const store = createOverlayStore('ko');
    store.setTallies([tally('old', { lastDrawnAt: 1 }), tally('new', { lastDrawnAt: 2 })]);
    expect(store.api.getState().tallies.map((row) => row.rewardId)).toEqual(['new', 'old']);
  });

  it('gives every page a state of its own', () => {
    const one = createOverlayStore('ko');
    const other = createOverlayStore('en');
    one.addChat(many(1));
    expect(other.api.getState().chat).toEqual([]);
  });
});

describe('FrameBatcher', () => {
  it('draws everything that came within one frame together', () => {
    const timers = new FakeTimers();
    const drawn: number[][] = [];
    const batcher = new FrameBatcher<number>(timers, 50, (items) => drawn.push([...items]));
    batcher.add([1]);
    batcher.add([2, 3]);
    expect(timers.pendingFrames).toBe(1);
    timers.frames();
    batcher.add([4]);
    timers.frames();
    expect(drawn).toEqual([[1, 2, 3], [4]]);
  });

  it('asks for no frame while nothing waits', () => {
    const timers = new FakeTimers();
    const batcher = new FrameBatcher<number>(timers, 50, () => {});
    batcher.add([]);
    batcher.flush();
    expect(timers.pendingFrames).toBe(0);
  });

  it('does not grow while no frame comes, and keeps the newest', () => {
    const timers = new FakeTimers();
    const drawn: number[][] = [];
    const batcher = new FrameBatcher<number>(timers, 50, (items) => drawn.push([...items]));
    for (let n = 0; n < 10_000; n += 1) {
      batcher.add([n]);
      expect(batcher.waiting).toBeLessThanOrEqual(100);
    }
    batcher.add(Array.from({ length: 1_000 }, (_, at) => 10_000 + at));
    expect(batcher.waiting).toBeLessThanOrEqual(100);
    timers.frames(3);
    expect(drawn.flat()).toEqual(Array.from({ length: 50 }, (_, at) => 10_950 + at));
  });

  it('spreads a burst over a few frames, in order, with the newest within 250 ms', () => {
    const timers = new FakeTimers();
    const drawn: number[][] = [];
    const batcher = new FrameBatcher<number>(timers, 50, (items) => drawn.push([...items]));
    batcher.add(Array.from({ length: 5_000 }, (_, at) => at));
    // Of the thirty frames that even half the usual speed has in a second, 250 ms hold seven.
    timers.frames(7);
    expect(Math.max(...drawn.map((items) => items.length))).toBeLessThanOrEqual(20);
    expect(drawn.flat()).toEqual(Array.from({ length: 50 }, (_, at) => 4_950 + at));
    expect(timers.pendingFrames).toBe(0);
  });

  it('hands on everything in every frame while more keeps coming', () => {
    const timers = new FakeTimers();
    const drawn: number[][] = [];
    const batcher = new FrameBatcher<number>(timers, 50, (items) => drawn.push([...items]));
    for (let frame = 0; frame < 20; frame += 1) {
      batcher.add(Array.from({ length: 33 }, (_, at) => frame * 33 + at));
      timers.frames();
    }
    expect(drawn.at(-1)?.at(-1)).toBe(19 * 33 + 32);
    expect(drawn.flat()).toEqual([...drawn.flat()].sort((a, b) => a - b));
    expect(new Set(drawn.flat()).size).toBe(drawn.flat().length);
  });

  it('forgets what waits when told to', () => {
    const timers = new FakeTimers();
    const drawn: number[][] = [];
    const batcher = new FrameBatcher<number>(timers, 50, (items) => drawn.push([...items]));
    batcher.add([1]);
    batcher.clear();
    timers.frames();
    expect(drawn).toEqual([]);
    expect(timers.pendingFrames).toBe(0);
  });
});
