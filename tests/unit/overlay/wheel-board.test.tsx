import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WheelBoard } from '../../../renderer/widgets/wheel-board.tsx';
import { WidgetLanguage, wordsWith } from '../../../renderer/widgets/widget-words.tsx';
import { WHEEL_NAME_MOST, type WheelTurn, type WheelView } from '../../../shared/contract/wheel.ts';
import { SHOW_WIDGET_TEXTS } from '../../../shared/locales/show-widgets.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 5);
const WORDS = wordsWith(SHOW_WIDGET_TEXTS);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const slicesOf = (count: number, name = (at: number) => `section ${at}`) =>
  Array.from({ length: count }, (_, at) => ({ name: name(at), weight: 1, count: 1 }));

const wheelOf = (turn: WheelTurn | null, slices = slicesOf(4)): WheelView => ({
  id: 1,
  title: '',
  commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
  seed: null,
  weight: slices.length,
  sectionCount: slices.length,
  least: 1,
  most: 1,
  slices,
  turn,
  waiting: 0,
  endedAt: null,
});

const turnOf = (change: Partial<WheelTurn> = {}): WheelTurn => ({
  n: 1,
  startedAt: NOW,
  ms: 6_000,
  from: 0.1,
  to: 0.4,
  name: null,
  by: 'page',
  result: null,
  ...change,
});

const board = (wheel: WheelView, ahead = 0) => (
  <WidgetLanguage language="en" words={WORDS}>
    <WheelBoard wheel={wheel} ahead={ahead} />
  </WidgetLanguage>
);

const discOf = (container: HTMLElement) => {
  const disc = container.querySelector<SVGElement>('.sl-wheel-disc');
  if (!disc) throw new Error('There is no wheel.');
  const read = (name: string) => Number.parseFloat(disc.style.getPropertyValue(name));
  return { disc, from: read('--ov-from'), to: read('--ov-to'), delay: read('--ov-turn-delay') };
};

describe('the wheel on the overlay', () => {
  it.each([
    [0.1, 0.4],
    [0.9, 0.2],
    [0.5, 0.5],
  ])('turns clockwise from %d, several times, until %d is at the top', (from, to) => {
    const { container } = render(board(wheelOf(turnOf({ from, to }))));
    const disc = discOf(container);
    expect(disc.from).toBeCloseTo(-360 * from);
    expect((disc.to + 360 * to) / 360).toBeCloseTo(Math.round((disc.to + 360 * to) / 360));
    expect(disc.to - disc.from).toBeGreaterThanOrEqual(5 * 360);
    expect(container.querySelector('.sl-wheel-result')).toBeNull();
  });

  it('on a page loaded in the middle of the turn is where it is everywhere else', () => {
    const startedAt = NOW - 2_500;
    expect(discOf(render(board(wheelOf(turnOf({ startedAt })))).container).delay).toBe(-2_500);
    // This page's clock is a minute ahead of the core's.
    const behind = turnOf({ startedAt: startedAt - 60_000 });
    expect(discOf(render(board(wheelOf(behind), 60_000)).container).delay).toBe(-2_500);
  });

  it('keeps turning as it does when the core’s clock is read again, and is another one at the next spin', () => {
    const { container, rerender } = render(board(wheelOf(turnOf())));
    const { disc } = discOf(container);
    vi.setSystemTime(NOW + 3_000);
    rerender(board(wheelOf(turnOf()), 40));
    const isSame = () => discOf(container).disc === disc && discOf(container).delay === 0;
    expect(isSame()).toBe(true);
    const result = { name: 'section 1', weight: 1 };
    rerender(board(wheelOf(turnOf({ result })), 40));
    expect(isSame()).toBe(true);
    rerender(board(wheelOf(turnOf({ n: 2, startedAt: NOW + 3_000 }))));
    expect(isSame()).toBe(false);
  });

  it('says where it stopped, how likely that was, and for whom', () => {
    const result = { name: 'section 1', weight: 1 };
    const by = { by: 'donation', name: 'Haneul' } as const;
    const { container, rerender } = render(board(wheelOf(turnOf({ result, ...by }))));
    const said = () => container.querySelector('.sl-wheel-result')?.textContent;
    expect(said()).toBe('For Haneulsection 125%');
    rerender(board(wheelOf(turnOf({ result, by: 'donation', name: null }))));
    expect(said()).toBe('For Anonymoussection 125%');
    rerender(board(wheelOf(turnOf({ result }))));
    expect(said()).toBe('section 125%');
  });

  it.each([2, 8, 24, 60])('names each of %i sections with its chance', (count) => {
    const { container } = render(board(wheelOf(null, slicesOf(count))));
    const names = [...container.querySelectorAll('.sl-wheel-name')].map((each) => each.textContent);
    expect(names).toHaveLength(count);
    for (const name of names) expect(name).toMatch(/^section ?\d*.*\d%$/);
  });

  it('leaves a name out where nobody could read it, and says between what the chances are', () => {
    const slices = [
      { name: 'rare', weight: 1, count: 1 },
      { name: 'others', weight: 999_999, count: 900 },
    ];
    const wheel = { ...wheelOf(null, slices), weight: 1_000_000, sectionCount: 901, most: 5_000 };
    const { container } = render(board(wheel));
    expect(container.querySelectorAll('.sl-wheel-name')).toHaveLength(1);
    expect(container.querySelector('.sl-wheel-name')?.textContent).toContain('+899');
    const foot = container.querySelector('.sl-wheel-foot')?.textContent;
    expect(foot).toContain('901 sections · <0.1% to 0.5%');
    expect(foot).toContain('630d cd29 66c4 3366');
  });

  it.each([...HOSTILE_TEXTS])('$name: stays text on the wheel and beside it', ({ text: whole }) => {
    // No name is longer when it comes from the core.
    const text = whole.slice(0, WHEEL_NAME_MOST);
    const turn = turnOf({ result: { name: text, weight: 1 }, by: 'donation', name: text });
    const slices = slicesOf(3, () => text);
    const { container } = render(board({ ...wheelOf(turn, slices), title: text }));
    expect(container.querySelectorAll('script, img, iframe, a, style')).toHaveLength(0);
    expect(container.querySelector('.sl-wheel-won')?.textContent).toBe(text);
    expect(container.querySelectorAll('.sl-wheel-name')).toHaveLength(3);
  });
});
