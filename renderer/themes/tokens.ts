import type { ValueSort } from '../../shared/events.ts';

type ToneColor = 'text' | 'from' | 'to' | 'ink';

/** The colours of one kind of alert: text, the ends of its gradient, and the drawing on that. */
export function tone<T extends ValueSort>(name: T, colors: Readonly<Record<ToneColor, string>>) {
  const tokens = Object.entries(colors).map(([color, value]) => [`--ov-${name}-${color}`, value]);
  return Object.fromEntries(tokens) as Record<`--ov-${T}-${ToneColor}`, string>;
}

/** Names on light plates: the hues of `CLEAN` in the same order, dark enough to read. */
export const LIGHT_NAMES = {
  '--ov-name-1': '#a8231b',
  '--ov-name-2': '#8f4400',
  '--ov-name-3': '#735200',
  '--ov-name-4': '#535c00',
  '--ov-name-5': '#2a621c',
  '--ov-name-6': '#006044',
  '--ov-name-7': '#006061',
  '--ov-name-8': '#005682',
  '--ov-name-9': '#2549b5',
  '--ov-name-10': '#5339b5',
  '--ov-name-11': '#732ea8',
  '--ov-name-12': '#942285',
  '--ov-name-13': '#a31f57',
  '--ov-name-14': '#654b2d',
} as const;
