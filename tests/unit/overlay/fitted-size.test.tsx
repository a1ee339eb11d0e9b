import { afterEach, describe, expect, it, vi } from 'vitest';
import { GoalBar } from '../../../renderer/widgets/goal-bar.tsx';
import { goalSettingsSchema } from '../../../shared/overlay/widgets.ts';
import { renderIn } from './render-words.tsx';

/** How high the goal is in each of its measures, pixels; jsdom lays nothing out. */
const HEIGHTS: Readonly<Record<string, number>> = { full: 117, tight: 105, short: 74, line: 36 };
let room = 0;
const observed: { run: () => void; element: Element; gone: boolean }[] = [];

class Observer {
  readonly #entry: (typeof observed)[number];
  constructor(run: () => void) {
    this.#entry = { run, element: document.body, gone: false };
  }
  observe(element: Element): void {
    this.#entry.element = element;
    observed.push(this.#entry);
  }
  disconnect(): void {
    this.#entry.gone = true;
  }
}

function drawIn(height: number) {
  room = height;
  vi.stubGlobal('ResizeObserver', Observer);
  const high = (element: HTMLElement) => HEIGHTS[element.dataset['size'] ?? ''] ?? 0;
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return high(this);
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return Math.min(room, high(this));
  });
  const settings = goalSettingsSchema.parse({ title: 'A goal' });
  const view = renderIn('ko', <GoalBar settings={settings} beams={5} visible />);
  const goal = view.container.querySelector<HTMLElement>('.sl-goal');
  return { ...view, size: () => goal?.dataset['size'] };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  observed.length = 0;
});

describe('a goal in its box', () => {
  it.each([
    [240, 'full'],
    [117, 'full'],
    [116, 'full'],
    [110, 'tight'],
    [100, 'short'],
    [74, 'short'],
    [60, 'line'],
    [10, 'line'],
  ])('that is %d pixels high is drawn %s', (height, size) => {
    expect(drawIn(height).size()).toBe(size);
  });

  it('follows the size of its box, and looks no more when it is gone', () => {
    const { size, unmount } = drawIn(60);
    room = 240;
    observed[0]?.run();
    expect(size()).toBe('full');
    room = 80;
    observed[0]?.run();
    expect(size()).toBe('short');
    unmount();
    expect(observed.map(({ gone }) => gone)).toEqual([true]);
  });
});
