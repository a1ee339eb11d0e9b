import type { ValueSort } from '../../shared/events.ts';

type ToneColor = 'text' | 'from' | 'to' | 'ink';

/** The colours of one kind of alert: text, the ends of its gradient, and the drawing on that. */
export function tone<T extends ValueSort>(name: T, colors: Readonly<Record<ToneColor, string>>) {
  const tokens = Object.entries(colors).map(([color, value]) => [`--ov-${name}-${color}`, value]);
  return Object.fromEntries(tokens) as Record<`--ov-${T}-${ToneColor}`, string>;
}

/** The base of all themes, with every token, and what a page wears before it knows its theme. */
export const CLEAN = {
  '--ov-plate': 'rgba(12, 14, 20, 0.8)',
  '--ov-plate-streamer': 'rgba(58, 38, 4, 0.86)',
  '--ov-plate-strong': 'rgba(12, 14, 20, 0.93)',
  '--ov-line': 'rgba(255, 255, 255, 0.1)',
  '--ov-track': 'rgba(255, 255, 255, 0.14)',
  '--ov-rim': 'inset 0 0 0 0.0625rem rgba(255, 255, 255, 0.09)',
  // Chat lines have none: it would be drawn again for all of them with every new one.
  '--ov-line-rim': 'none',
  '--ov-streamer-rim': 'inset 0 0 0 0.09375rem rgba(247, 207, 82, 0.7)',
  '--ov-card-shadow':
    'inset 0 0 0 0.0625rem rgba(255, 255, 255, 0.12), 0 0.75rem 2.5rem rgba(0, 0, 0, 0.45)',
  '--ov-text': '#ffffff',
  '--ov-text-soft': '#d3d8e3',
  // The block at an alert's foot, which some themes set apart.
  '--ov-what': 'rgba(12, 14, 20, 0)',
  '--ov-what-text': '#ffffff',
  '--ov-what-soft': '#d3d8e3',
  '--ov-accent': '#7fe8dd',
  '--ov-accent-soft': 'rgba(79, 224, 208, 0.16)',
  '--ov-title': '#7fe8dd',
  '--ov-title-plate': 'rgba(12, 14, 20, 0)',
  '--ov-accent-bar': 'linear-gradient(90deg, #14aebb, #6febdc)',
  '--ov-streamer': '#f7cf52',
  '--ov-streamer-ink': '#2a1c00',
  // One soft dark edge: each more is drawn once more for every letter of every line.
  '--ov-edge': '0 0.0625rem 0.125rem rgba(0, 0, 0, 0.9)',
  '--ov-edge-outline':
    '-0.0625rem -0.0625rem 0 #000000, 0.0625rem -0.0625rem 0 #000000, -0.0625rem 0.0625rem 0 #000000, 0.0625rem 0.0625rem 0 #000000, 0 0 0.1875rem #000000',
  '--ov-card-edge': '0 0.0625rem 0.125rem rgba(0, 0, 0, 0.5)',
  '--ov-hero-lit': '#ffffff',
  ...tone('donation', { text: '#ffd966', from: '#ffdf75', to: '#ffa928', ink: '#3a2200' }),
  ...tone('cheering', { text: '#ffa9c6', from: '#ffa3c4', to: '#f4528f', ink: '#45001d' }),
  ...tone('subscription', { text: '#cfc0ff', from: '#b7a1ff', to: '#7a5bf5', ink: '#1e0d4d' }),
  ...tone('draw', { text: '#7fe8dd', from: '#6febdc', to: '#14aebb', ink: '#00312f' }),
  ...tone('purchase', { text: '#ffb79b', from: '#ffb08f', to: '#fb6a4a', ink: '#451000' }),
  // 4.5:1 on both plates; neighbours differ in lightness too, for colour blindness.
  '--ov-name-1': '#ffb3ab',
  '--ov-name-2': '#ffc48a',
  '--ov-name-3': '#ffd966',
  '--ov-name-4': '#d8e86b',
  '--ov-name-5': '#a8e88a',
  '--ov-name-6': '#7fe8b4',
  '--ov-name-7': '#79e6dd',
  '--ov-name-8': '#8fd9ff',
  '--ov-name-9': '#b3ccff',
  '--ov-name-10': '#cfc4ff',
  '--ov-name-11': '#eabdff',
  '--ov-name-12': '#ffb8e6',
  '--ov-name-13': '#ffb9c9',
  '--ov-name-14': '#e8d3b0',
  '--ov-radius-line': '0.75rem',
  '--ov-radius-panel': '1rem',
  '--ov-radius-card': '1.25rem',
  '--ov-radius-picture': '0.5rem',
  '--ov-line-pad': '0.25rem 0.75rem 0.3125rem',
  '--ov-lines-gap': '0.375rem',
  '--ov-panel-pad': '0.75rem 1rem 0.875rem',
  // Emoji before the system's fonts: some of those have a few, drawn in lines.
  '--ov-font':
    '"Pretendard", "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", var(--font-sans)',
  '--ov-font-display': 'var(--ov-font)',
  '--ov-display-weight': '800',
  '--ov-display-spacing': '-0.02em',
  '--ov-line-in': 'sl-in-fade',
  '--ov-panel-in': 'sl-in-fade',
  '--ov-card-in': 'sl-alert-in',
  '--ov-time-in': '260ms',
  // alert-director.ts takes the card away after just as long.
  '--ov-time-out': '180ms',
  '--ov-ease': 'cubic-bezier(0.16, 1, 0.3, 1)',
} as const satisfies Readonly<Record<`--ov-${string}`, string>>;

/** A custom property set by themes and read by the widgets' style sheets. */
export type TokenName = keyof typeof CLEAN;

/** A theme's differences from "clean". */
export type ThemeTokens = Readonly<Partial<Record<TokenName, string>>>;

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
