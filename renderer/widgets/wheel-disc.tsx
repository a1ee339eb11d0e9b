import { type CSSProperties, memo, type ReactNode, useState } from 'react';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import { chanceText } from '../../shared/overlay/wheel-chance.ts';
import { useWords } from './widget-words.tsx';

type WheelView = NonNullable<ShowViews['wheel']>;
type Slice = WheelView['slices'][number];
type Turn = NonNullable<WheelView['turn']>;

/** Colors of names, which can be read beside and on a theme's plate. */
const COLORS = 14;
/** Neighbours are far from each other in them. */
const COLOR_STEP = 5;
const RADIUS = 98;
/** Where words end, below the pointer, and how far they may reach inwards. */
const RIM = 86;
const ROOM = 68;
/** `cut`: names are cut rather than written smaller than this. */
const LETTERS = { most: 10, cut: 4.2, least: 3.4 } as const;
const CHANCE_SIZE = 0.78;
/** Of the letters' size, between the baselines of name and chance. */
const LINE = 1.05;

interface WheelDiscProps extends Pick<WheelView, 'slices' | 'weight'> {
  readonly turn: Turn | null;
  /** How far this page's clock is ahead of the core's, milliseconds. */
  readonly ahead: number;
}

/** The wheel itself. Another element for each spin: only its transform changes, from spin to stop. */
export function WheelDisc({ turn, ahead, ...slices }: WheelDiscProps): ReactNode {
  // How much of the turn is over when the page hears of it; the clock's later readings move nothing.
  const [delay] = useState(() => (turn ? Math.min(0, turn.startedAt + ahead - Date.now()) : 0));
  return (
    <svg
      className="sl-wheel-disc"
      viewBox="-100 -100 200 200"
      aria-hidden="true"
      data-turned={turn !== null || undefined}
      style={turn ? motionOf(turn, delay) : undefined}
    >
      <Slices {...slices} />
    </svg>
  );
}

/** Clockwise, about once a second, until the place that it stops at is at the top. */
function motionOf({ from, to, ms }: Turn, delay: number): CSSProperties {
  const turns = Math.round(ms / 1_000) + ((((from - to) % 1) + 1) % 1);
  return {
    '--ov-from': `${-360 * from}deg`,
    '--ov-to': `${360 * (turns - from)}deg`,
    '--ov-turn': `${ms}ms`,
    '--ov-turn-delay': `${Math.round(delay)}ms`,
  } as CSSProperties;
}

const Slices = memo(function Slices({ slices, weight }: Pick<WheelView, 'slices' | 'weight'>) {
  let end = 0;
  return slices.map((slice, at) => {
    const begin = end;
    end += slice.weight;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a wheel never changes its order
      <g key={at}>
        <path d={wedge(begin / weight, end / weight)} fill={colorOf(at, slices.length)} />
        <Label slice={slice} weight={weight} middle={(begin + end) / 2 / weight} />
      </g>
    );
  });
});

function colorOf(at: number, count: number): string {
  // The last one meets the first.
  const color = at === count - 1 && at % COLORS === 0 ? COLORS / 2 : (at * COLOR_STEP) % COLORS;
  return `var(--ov-name-${color + 1})`;
}

/** From one share of the circle to another, clockwise from the top. */
function wedge(begin: number, end: number): string {
  const at = (share: number): string => {
    const angle = 2 * Math.PI * share;
    return `${(RADIUS * Math.sin(angle)).toFixed(5)} ${(-RADIUS * Math.cos(angle)).toFixed(5)}`;
  };
  const isLarge = end - begin > 0.5 ? 1 : 0;
  return `M0 0L${at(begin)}A${RADIUS} ${RADIUS} 0 ${isLarge} 1 ${at(end)}Z`;
}

interface LabelProps {
  readonly slice: Slice;
  readonly weight: number;
  readonly middle: number;
}

/** Along the radius, as large as the slice allows; none where nobody could read it. */
function Label({ slice, weight, middle }: LabelProps): ReactNode {
  const { number } = useWords();
  const more = slice.count > 1 ? ` +${number(slice.count - 1)}` : '';
  const chance = chanceText(slice.weight, weight, number);
  const share = slice.weight / weight;
  const isWide = share > WIDE_SHARE;
  const rows = isWide && widthOf(slice.name) > LONG ? halves(slice.name) : [slice.name];
  const below = isWide ? rows.length : 0;
  const beside = widthOf(more) + (isWide ? 0 : CHANCE_SIZE * (widthOf(chance) + SPACE));
  // The slice becomes narrower towards the middle; one of a quarter or more leaves enough room.
  const narrowing = share >= 0.25 ? OPEN : (2 * Math.PI * share * 0.85) / (1 + below);
  const sizeFor = (width: number) =>
    Math.min(LETTERS.most, ROOM / width, (narrowing * RIM) / (1 + narrowing * width));
  const longest = Math.max(...rows.map(widthOf)) + beside;
  const size = Math.max(sizeFor(longest), Math.min(LETTERS.cut, sizeFor(beside + SHORTEST)));
  if (size < LETTERS.least) return null;
  const room = Math.min(ROOM, RIM - size / narrowing) / size - beside;
  const line = size * LINE;
  return (
    <text
      className="sl-wheel-name"
      transform={`rotate(${(360 * middle - 90).toFixed(3)})`}
      y={((-below * line) / 2).toFixed(2)}
      fontSize={size.toFixed(2)}
    >
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of one name
        <tspan key={at} x={RIM} dy={at === 0 ? 0 : line.toFixed(2)}>
          {cutToWidth(row, room)}
        </tspan>
      ))}
      {more}
      {isWide ? null : ' '}
      <tspan
        fontSize={(size * CHANCE_SIZE).toFixed(2)}
        {...(isWide ? { x: RIM, dy: line.toFixed(2) } : {})}
      >
        {chance}
      </tspan>
    </text>
  );
}

/** From this share on there is room for several lines: the chance stands below the name. */
const WIDE_SHARE = 0.07;
/** Names of this width are written in two lines where there is room. */
const LONG = 9;
const SPACE = 0.6;
/** Narrows so late that the hub comes first. */
const OPEN = 8;
/** Letters that tell something of a name. */
const SHORTEST = 3;

/** At the space that is nearest to the middle. */
function halves(name: string): readonly string[] {
  const middle = name.length / 2;
  const spaces = [...name.matchAll(/\s+/g)].map(({ index }) => index);
  const at = spaces.reduce<number | null>(
    (best, space) =>
      best === null || Math.abs(space - middle) < Math.abs(best - middle) ? space : best,
    null,
  );
  return at === null ? [name] : [name.slice(0, at), name.slice(at).trimStart()];
}

/** Hangul, Han, Kana, full width, pictures: about as wide as high. */
const WIDE = /[\u1100-\u11ff\u2e80-\uffdc]|\p{Extended_Pictographic}/u;

/** About, in the size of the letters. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1 : SPACE), 0);
}

function cutToWidth(text: string, room: number): string {
  // What fits exactly is not cut by a rounded digit.
  if (widthOf(text) <= room + 0.01) return text;
  let cut = '';
  let width = 1;
  for (const letter of text) {
    width += widthOf(letter);
    if (width > room) break;
    cut += letter;
  }
  return `${cut.trimEnd()}…`;
}
