import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LineEntrance } from '../../../renderer/stores/overlay-store.ts';
import {
  type ChatFrame,
  ChatPainter,
  type ShownLine,
} from '../../../renderer/widgets/chat-painter.ts';
import { chatSettingsSchema } from '../../../shared/overlay/widgets.ts';
import { chat } from '../../support/stage-events.ts';

/** Every line is this high, and the box holds so many of them. */
const LINE = 40;
const SETTINGS = chatSettingsSchema.parse({});
const MARKS = document.createElement('div');
const stays = (): 'stays' => 'stays';

let sizes: ResizeObserverCallback[] = [];

/** jsdom lays nothing out: lines stand one above the other, as high as `LINE`. */
function stage(boxHeight: number) {
  const box = document.createElement('div');
  const list = document.createElement('ol');
  box.append(list);
  document.body.append(box);
  const height = { of: boxHeight };
  Object.defineProperty(box, 'clientHeight', { get: () => height.of });
  const painter = new ChatPainter(box, list);
  const seqs = (selector = '.sl-chat-line'): number[] =>
    [...list.querySelectorAll<HTMLElement>(selector)].map((item) => Number(item.dataset['seq']));
  const draw = (shown: readonly ShownLine[], over: Partial<ChatFrame> = {}): void =>
    painter.draw({
      shown,
      resets: 0,
      settings: SETTINGS,
      marks: MARKS,
      ageOf: stays,
      axis: 'y',
      ...over,
    });
  return { painter, list, seqs, draw, height };
}

function lines(from: number, to: number, enters: LineEntrance = 'none'): ShownLine[] {
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const event = chat(from + at);
    return { line: { event, enters }, count: 1, seq: event.seq, receivedAt: event.receivedAt };
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  sizes = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: ResizeObserverCallback) {
        sizes.push(changed);
      }
      observe(): void {}
      disconnect(): void {
        sizes = [];
      }
    },
  );
  const at = (item: HTMLElement): number => [...(item.parentElement?.children ?? [])].indexOf(item);
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return at(this) * LINE;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(LINE);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('ChatPainter', () => {
  it('keeps the lines that fit whole, and the newest above all', () => {
    const { draw, seqs } = stage(LINE * 3 + 10);
    draw(lines(1, 50));
    expect(seqs()).toEqual([48, 49, 50]);
  });

  it('keeps the newest line of a box that is too low for it', () => {
    const { draw, seqs } = stage(10);
    draw(lines(1, 3));
    expect(seqs()).toEqual([3]);
  });

  it('makes no more lines of a flood than the box can hold', () => {
    const { draw, list } = stage(LINE * 3);
    draw(lines(1, 10));
    const made: number[] = [];
    const append = list.append.bind(list);
    vi.spyOn(list, 'append').mockImplementation((added) => {
      if (added instanceof DocumentFragment) made.push(added.childElementCount);
      append(added);
    });
    draw(lines(11, 60));
    expect(made).toEqual([4]);
  });

  it('touches no line that stays', () => {
    const { draw, list } = stage(LINE * 10);
    const first = lines(1, 2);
    draw(first);
    const before = [...list.children];
    draw([...first, ...lines(3, 3)]);
    expect([...list.children].slice(0, 2)).toEqual(before);
  });

  it('lets a line that is pushed out one by one fade, and takes it away then', () => {
    const { draw, seqs } = stage(LINE * 2);
    const all = lines(1, 3, 'themed');
    draw(all.slice(0, 2));
    draw(all);
    expect(seqs('[data-leaves]')).toEqual([1]);
    vi.runAllTimers();
    expect(seqs()).toEqual([2, 3]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('hides lines that quick ones push out, and removes them together', () => {
    const { draw, seqs, list } = stage(LINE * 2);
    const all = lines(1, 30, 'pushing');
    draw(all.slice(0, 2));
    for (let count = 3; count <= 26; count += 1) draw(all.slice(0, count));
    const isHidden = ({ style }: HTMLElement): boolean => style.visibility === 'hidden';
    const items = () => [...list.children].filter((item) => item instanceof HTMLElement);
    expect(items().filter(isHidden)).toHaveLength(24);
    expect(seqs('[data-enters], [data-leaves]')).toEqual([]);
    draw(all.slice(0, 27));
    expect(seqs()).toEqual([26, 27]);
    expect(items().filter(isHidden)).toEqual([]);
  });

  it('takes lines of a flood away at once, also those that were fading', () => {
    const { draw, seqs } = stage(LINE * 2);
    const calm = lines(1, 3, 'themed');
    draw(calm.slice(0, 2));
    draw(calm);
    draw([...calm, ...lines(4, 5)]);
    expect(seqs()).toEqual([4, 5]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fills a box that has grown with lines that had not fitted', () => {
    const { draw, seqs, height } = stage(LINE * 2);
    draw(lines(1, 10));
    height.of = LINE * 4;
    for (const changed of sizes) changed([], {} as ResizeObserver);
    expect(seqs()).toEqual([7, 8, 9, 10]);
  });

  it('draws nothing anew when the box is as large as before', () => {
    const { draw, list } = stage(LINE * 2);
    draw(lines(1, 10));
    const before = [...list.children];
    for (const changed of sizes) changed([], {} as ResizeObserver);
    expect([...list.children]).toEqual(before);
  });

  describe('where the browser can move things', () => {
    interface Move {
      readonly from: unknown;
      readonly cancel: () => void;
      /** null: it is over. */
      progress: number | null;
    }
    const moves: Move[] = [];

    beforeEach(() => {
      moves.length = 0;
      HTMLElement.prototype.animate = function (this: HTMLElement, frames) {
        const from = (frames as Keyframe[])[0]?.['transform'];
        const move: Move = { from, cancel: vi.fn(), progress: 0 };
        moves.push(move);
        const effect = { getComputedTiming: () => ({ progress: move.progress }) };
        return { cancel: move.cancel, effect } as unknown as Animation;
      };
    });

    afterEach(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'animate');
    });

    it('pushes the list on by what came', () => {
      const { draw } = stage(LINE * 9);
      const all = lines(1, 4, 'themed');
      draw(all.slice(0, 2));
      draw(all);
      expect(moves.map(({ from }) => from)).toEqual([`translateY(${LINE * 2}px)`]);
    });

    it('goes on from where the push before has got to, as one movement', () => {
      const { draw } = stage(LINE * 9);
      const all = lines(1, 3, 'themed');
      draw(all.slice(0, 1));
      draw(all.slice(0, 2));
      const [first] = moves;
      if (first) first.progress = 0.75;
      draw(all);
      expect(moves.map(({ from }) => from)).toEqual([
        `translateY(${LINE}px)`,
        `translateY(${LINE * 1.25}px)`,
      ]);
      expect(first?.cancel).toHaveBeenCalledTimes(1);
    });

    it('pushes for quick lines in two frames, without an animation of the browser', () => {
      const { draw, list } = stage(LINE * 9);
      const all = lines(1, 3, 'pushing');
      const seen: string[] = [];
      const frame = () => {
        seen.push(list.style.transform);
        vi.advanceTimersToNextFrame();
      };
      draw(all.slice(0, 1));
      draw(all.slice(0, 2));
      frame();
      draw(all);
      for (let count = 0; count < 3; count += 1) frame();
      expect(seen).toEqual([
        `translateY(${LINE}px)`,
        `translateY(${LINE * 1.3}px)`,
        `translateY(${LINE * 1.3 * 0.3}px)`,
        '',
      ]);
      expect(moves).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    });

    it('leaves no push of quick lines behind', () => {
      const { painter, draw, list } = stage(LINE * 9);
      const all = lines(1, 2, 'pushing');
      draw(all.slice(0, 1));
      draw(all);
      painter.dispose();
      expect(vi.getTimerCount()).toBe(0);
      expect(list.style.transform).toBe('');
    });

    it('forgets a push that is over', () => {
      const { draw } = stage(LINE * 9);
      const all = lines(1, 3, 'themed');
      draw(all.slice(0, 1));
      draw(all.slice(0, 2));
      const [first] = moves;
      if (first) first.progress = null;
      draw(all);
      expect(moves.at(-1)?.from).toBe(`translateY(${LINE}px)`);
    });
  });

  it('begins anew with other settings, and lets nothing enter a second time', () => {
    const { draw, list, seqs } = stage(LINE * 5);
    const all = lines(1, 2, 'themed');
    draw([]);
    draw(all);
    expect(seqs('[data-enters]')).toEqual([1, 2]);
    draw(all, { settings: { ...SETTINGS, badges: false } });
    expect(seqs()).toEqual([1, 2]);
    expect(list.querySelector('[data-enters]')).toBeNull();
  });

  it('lets nothing enter that is there at the beginning', () => {
    const { draw, seqs } = stage(LINE * 5);
    draw(lines(1, 2, 'themed'));
    expect(seqs()).toEqual([1, 2]);
    expect(seqs('[data-enters]')).toEqual([]);
    draw(lines(1, 3, 'themed'));
    expect(seqs('[data-enters]')).toEqual([3]);
  });

  it('begins anew when the chat does, also with the same numbers', () => {
    const { draw, list } = stage(LINE * 5);
    draw(lines(1, 2));
    const before = [...list.children];
    draw(lines(1, 2), { resets: 1 });
    expect(list.children).toHaveLength(2);
    expect([...list.children].some((item) => before.includes(item))).toBe(false);
  });

  it('takes away what is no longer shown', () => {
    const { draw, seqs } = stage(LINE * 5);
    const all = lines(1, 4);
    draw(all);
    draw(all.slice(2));
    expect(seqs()).toEqual([3, 4]);
    draw([]);
    expect(seqs()).toEqual([]);
  });

  it('leaves the others alone when one line cannot be drawn', () => {
    const { draw, seqs } = stage(LINE * 5);
    const broken = { ...chat(2), data: {} } as unknown as ReturnType<typeof chat>;
    draw(
      lines(1, 3).map((one) =>
        one.seq === 2 ? { ...one, line: { event: broken, enters: 'none' } } : one,
      ),
    );
    expect(seqs()).toEqual([1, 3]);
  });

  it('leaves nothing behind', () => {
    const { draw, painter, list } = stage(LINE * 2);
    const all = lines(1, 3, 'themed');
    draw(all.slice(0, 2));
    draw(all);
    painter.dispose();
    expect(list.children).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(sizes).toEqual([]);
  });
});
