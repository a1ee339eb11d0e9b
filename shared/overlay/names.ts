import type { SenderRole } from '../events.ts';

/** Names and measures of the overlay, without any schema: the pages that viewers see use them too. */

/** The layout is measured on this picture and scales with the page. */
export const CANVAS = { width: 1920, height: 1080 } as const;

/** Sizes to give a browser source that shows one widget alone, pixels. */
export const WIDGET_SIZES = {
  chat: { width: 480, height: 720 },
  alerts: { width: 800, height: 400 },
  tallies: { width: 360, height: 480 },
  purchases: { width: 420, height: 480 },
  goal: { width: 640, height: 120 },
  events: { width: 480, height: 480 },
  supporters: { width: 420, height: 420 },
  totals: { width: 640, height: 160 },
  vote: { width: 560, height: 360 },
  players: { width: 400, height: 480 },
  counters: { width: 360, height: 240 },
  draw: { width: 560, height: 360 },
  subathon: { width: 520, height: 240 },
  missions: { width: 520, height: 360 },
  wheel: { width: 480, height: 400 },
  custom: { width: 480, height: 480 },
} as const;
export type WidgetKind = keyof typeof WIDGET_SIZES;
export const WIDGET_KINDS = Object.keys(WIDGET_SIZES) as readonly WidgetKind[];

/** Parts of the overlay that can have a browser source each (`?group=`), the topmost last. */
export const WIDGET_GROUPS = ['other', 'chat', 'alerts'] as const;
export type WidgetGroup = (typeof WIDGET_GROUPS)[number];

export function groupOf(kind: WidgetKind): WidgetGroup {
  return kind === 'chat' || kind === 'alerts' ? kind : 'other';
}

export const TICKER_SIZE = { width: 1280, height: 64 } as const;

/** Where a new installation puts its widgets, in shares of the canvas. */
export const DEFAULT_BOXES = {
  chat: { x: 0.0146, y: 0.374, width: 0.25, height: 0.6 },
  tallies: { x: 0.81, y: 0.026, width: 0.175, height: 0.6 },
  alerts: { x: 0.3, y: 0.075, width: 0.4, height: 0.6 },
} as const;

/** Roles that a chat line can be marked with: everybody's but a plain viewer's. */
export const MARKED_ROLES = [
  'streamer',
  'manager',
  'subscriber',
] as const satisfies readonly SenderRole[];
export type MarkedRole = (typeof MARKED_ROLES)[number];

/** Over what time something is added up. `broadcast`: since the streamer began one, or the app did. */
export const PERIODS = ['broadcast', 'day', 'month', 'all'] as const;
export type Period = (typeof PERIODS)[number];

export const THEME_IDS = [
  'clean',
  'bubble',
  'neon',
  'paper',
  'contrast',
  'lower-third',
  'sketch',
  'retro',
] as const;
export type ThemeId = (typeof THEME_IDS)[number];

/** The typefaces shipped with the app, by the names that style sheets know them by. */
export const FACES = { pretendard: 'Pretendard', 'do-hyeon': 'Do Hyeon' } as const;
export type Face = keyof typeof FACES;

/** How much room and time an alert takes: from a quiet slide to a moment of the whole screen. */
export const LEVELS = ['small', 'medium', 'large', 'grand'] as const;
export type Level = (typeof LEVELS)[number];

/** `theme`: the movement that the theme has for the alert's level. */
export const ENTRANCES = ['theme', 'rise', 'drop', 'left', 'right', 'grow', 'fade'] as const;
export type Entrance = (typeof ENTRANCES)[number];
export const EXITS = ['theme', 'fade', 'sink', 'left', 'right', 'shrink'] as const;
export type Exit = (typeof EXITS)[number];

/** Where an alert's own picture or video stands; `full`: behind the card, as large as the canvas. */
export const PICTURE_PLACES = ['beside', 'above', 'behind', 'full'] as const;
export type PicturePlace = (typeof PICTURE_PLACES)[number];
