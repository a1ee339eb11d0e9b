import { describe, expect, it } from 'vitest';
import { ChatFlow } from '../../../renderer/overlay/connect-overlay.ts';
import { FakeTimers } from './page-fakes.ts';

const FRAME_MS = 16;

function flow() {
  const timers = new FakeTimers();
  const drawn: { readonly at: number; readonly items: readonly number[] }[] = [];
  const chat = new ChatFlow<number>(
    timers,
    () => timers.now,
    50,
    (items) => drawn.push({ at: timers.now, items: [...items] }),
  );
  /** Lets frames come for some milliseconds. */
  const run = (ms: number): void => {
    for (const end = timers.now + ms; timers.now < end; ) {
      timers.frames();
      timers.advance(FRAME_MS);
    }
  };
  return { timers, drawn, chat, run, all: () => drawn.flatMap(({ items }) => items) };
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);

describe('ChatFlow', () => {
  it('draws a single line with the next frame', () => {
    const { chat, timers, drawn } = flow();
    chat.add([1]);
    timers.frames();
    expect(drawn).toEqual([{ at: 0, items: [1] }]);
    expect(timers.pendingFrames + timers.pendingTimers).toBe(0);
  });

  it.each([2, 5, 8])('lets %d that come together follow one another, within a second', (count) => {
    const { chat, run, drawn, all, timers } = flow();
    chat.add(numbers(count));
    run(1_000);
    expect(all()).toEqual(numbers(count));
    expect(drawn.map(({ items }) => items.length)).toEqual(numbers(count).map(() => 1));
    const steps = drawn.slice(1).map(({ at }, index) => at - (drawn[index]?.at ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(100);
    expect(timers.pendingFrames + timers.pendingTimers).toBe(0);
  });

  it('keeps the order when more come while some wait', () => {
    const { chat, run, all } = flow();
    chat.add([1, 2, 3]);
    run(150);
    chat.add([4]);
    run(1_000);
    expect(all()).toEqual([1, 2, 3, 4]);
  });

  it('stops waiting as soon as it becomes a flood', () => {
    const { chat, timers, drawn, all } = flow();
    chat.add(numbers(6));
    timers.frames();
    chat.add(numbers(6, 6));
    timers.frames();
    expect(all()).toEqual(numbers(12));
    expect(drawn).toHaveLength(2);
  });

  it('hands on everything in every frame of a flood', () => {
    const { chat, timers, drawn, all } = flow();
    for (let frame = 0; frame < 20; frame += 1) {
      chat.add(numbers(33, frame * 33));
      timers.frames();
      timers.advance(FRAME_MS);
      expect(drawn.at(-1)?.items.at(-1)).toBe(frame * 33 + 32);
    }
    expect(all()).toEqual(numbers(660));
  });

  it('is calm again a second after the flood', () => {
    const { chat, run, drawn } = flow();
    chat.add(numbers(20));
    run(1_500);
    chat.add([100, 101]);
    run(1_000);
    expect(drawn.map(({ items }) => items.length)).toEqual([20, 1, 1]);
  });

  it('draws the newest of a burst of 5,000 with the next frame', () => {
    const { chat, timers, all } = flow();
    chat.add(numbers(5_000));
    timers.frames();
    expect(all()).toEqual(numbers(50, 4_950));
  });

  it('does not grow while no frame comes, and keeps the newest', () => {
    const { chat, timers, all } = flow();
    for (let n = 0; n < 10_000; n += 1) {
      chat.add([n]);
      expect(chat.waiting).toBeLessThanOrEqual(100);
    }
    timers.frames();
    expect(all()).toEqual(numbers(50, 9_950));
  });

  it.each([
    [33, 30],
    [500, 2],
  ])('draws what comes within %d ms at once, and no more often', (rest, most) => {
    const { chat, timers, drawn, all } = flow();
    chat.setRest(rest);
    let said = 0;
    while (timers.now < 2_000) {
      chat.add([said]);
      said += 1;
      timers.frames();
      timers.advance(FRAME_MS);
    }
    timers.advance(rest);
    timers.frames();
    expect(all()).toEqual(numbers(said));
    const apart = drawn.slice(1).map(({ at }, index) => at - (drawn[index]?.at ?? 0));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(rest);
    expect(drawn.length).toBeLessThanOrEqual(most * 2 + 2);
    expect(timers.pendingFrames + timers.pendingTimers).toBe(0);
  });

  it('draws with the next frame again once it need not rest', () => {
    const { chat, timers, all } = flow();
    chat.setRest(500);
    chat.add([1]);
    timers.frames();
    chat.setRest(0);
    chat.add([2]);
    timers.frames();
    expect(all()).toEqual([1, 2]);
  });

  it('asks for nothing while nothing waits', () => {
    const { chat, timers } = flow();
    chat.add([]);
    expect(timers.pendingFrames + timers.pendingTimers).toBe(0);
  });

  it.each([1, 3])('forgets %d that wait when told to', (count) => {
    const { chat, run, timers, drawn } = flow();
    chat.add(numbers(count));
    if (count > 1) timers.frames();
    const before = drawn.length;
    chat.clear();
    expect(timers.pendingFrames + timers.pendingTimers).toBe(0);
    run(500);
    expect(drawn).toHaveLength(before);
  });
});
