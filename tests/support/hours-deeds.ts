import { THEME_IDS } from '../../shared/overlay/names.ts';
import type { OverlayChange } from '../../shared/overlay/overlay-settings.ts';
import { layoutSchema } from '../../shared/overlay/widgets.ts';
import type { HoursPage } from './hours-page.ts';

/** Something that happens to the page at a minute of every hour. */
export interface Deed {
  readonly minute: number;
  readonly run: (hours: HoursPage, hour: number) => Promise<void> | void;
}

/** How many of what is most nodes the layout below allows. */
export const MOST = { lines: 50, tallies: 4, purchases: 3, events: 6, supporters: 5 } as const;

/**
 * How many nodes one item has at most with the show's texts: of a chat line two badges, a name, three
 * emoji and the words around them.
 */
const NODES = { line: 13, tally: 7, purchase: 21, event: 16, supporter: 7 } as const;
/** What is there once: head, places, titles, goal, totals, an alert. */
const NODES_ONCE = 200;
const MOST_IN_DOCUMENT =
  NODES_ONCE +
  MOST.lines * NODES.line +
  MOST.tallies * NODES.tally +
  MOST.purchases * NODES.purchase +
  MOST.events * NODES.event +
  MOST.supporters * NODES.supporter;
/** The browser counts what is inside the pictures, too (they are drawings), and what has just gone. */
const NODES_OF_PICTURES = 200;

/** The most nodes that the usual settings below allow. */
export const MOST_NODES = {
  document: MOST_IN_DOCUMENT,
  held: MOST_IN_DOCUMENT + NODES_OF_PICTURES,
} as const;

type Changed = Readonly<Record<string, unknown>>;

/** All eight widgets, each in a place of its own, with other settings for some of them. */
function layoutWith(changed: Readonly<Record<string, Changed>>) {
  const boxes = {
    chat: { x: 0.015, y: 0.3, width: 0.28, height: 0.67 },
    tallies: { x: 0.765, y: 0.04, width: 0.22, height: 0.3 },
    purchases: { x: 0.765, y: 0.36, width: 0.22, height: 0.3 },
    events: { x: 0.765, y: 0.68, width: 0.22, height: 0.3 },
    supporters: { x: 0.015, y: 0.02, width: 0.2, height: 0.26 },
    totals: { x: 0.32, y: 0.84, width: 0.2, height: 0.14 },
    goal: { x: 0.54, y: 0.84, width: 0.2, height: 0.14 },
    alerts: { x: 0.31, y: 0.06, width: 0.44, height: 0.66 },
  };
  const own: Readonly<Record<string, Changed>> = {
    chat: { lines: MOST.lines },
    tallies: { most: MOST.tallies },
    purchases: { most: MOST.purchases },
    events: { most: MOST.events },
    supporters: { most: MOST.supporters, period: 'all' },
    totals: { period: 'all' },
    goal: { target: 10_000_000 },
  };
  return layoutSchema.parse(
    Object.entries(boxes).map(([kind, box]) => ({
      id: kind,
      kind,
      box,
      settings: { ...own[kind], ...changed[kind] },
    })),
  );
}

/** How the overlay is set but for the minutes in which something is tried. */
export const USUAL: OverlayChange = {
  layout: [...layoutWith({})],
  theme: { base: 'clean', css: '' },
};

const set = (change: OverlayChange) => (hours: HoursPage) => hours.set(change);

/** What a streamer does in an hour, and what goes wrong in it. */
export const DEEDS: readonly Deed[] = [
  {
    minute: 10,
    run: (hours, hour) =>
      hours.set({
        theme: {
          base: THEME_IDS[hour % THEME_IDS.length] ?? 'clean',
          css: `.sl-chat-line { letter-spacing: 0.0${hour % 9}em; }`,
        },
      }),
  },
  {
    minute: 20,
    run: set({
      layout: [
        ...layoutWith({
          chat: { style: 'bubbles', lines: 18, fadeAfterS: 30, mergeRepeats: true },
          events: { kinds: ['CHAT', 'DONATION'] },
          purchases: { holdS: 20 },
        }),
      ],
    }),
  },
  { minute: 25, run: (hours) => hours.show(false) },
  { minute: 29, run: (hours) => hours.show(true) },
  { minute: 31, run: set({ layout: [...layoutWith({ chat: { style: 'ticker' } })] }) },
  { minute: 33, run: (hours) => hours.line.cut() },
  {
    minute: 36,
    run: (hours) => {
      hours.line.reachable = false;
      hours.line.cut();
    },
  },
  // Every third time so long that the core no longer has what the page has missed.
  {
    minute: 38,
    run: (hours, hour) => {
      hours.line.reachable = hour % 3 !== 2;
    },
  },
  {
    minute: 49,
    run: (hours) => {
      hours.line.reachable = true;
    },
  },
  { minute: 50, run: set(USUAL) },
];
