import { createStore } from 'zustand/vanilla';
import type { PlayingAlert } from '../../shared/alerts.ts';
import type { OverlayLook } from '../../shared/desktop.ts';
import type { DrawTally, StageEvent, ValuedEvent } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import { type Figures, NO_FIGURES } from '../../shared/overlay/figures.ts';
import type { HighlightCard } from '../../shared/overlay/highlight.ts';
import type { LoadStep } from '../../shared/overlay/load-step.ts';
import { LATEST_MOST } from '../../shared/overlay/overlay-feed.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import { NO_SHOWS, type ShowViews } from '../../shared/overlay/show-views.ts';
import type { WidgetLine, WidgetNews, WidgetsHere } from './widget-line.ts';

export const CHAT_LINES_MAX = 50;

/** Up to so many lines a second, each enters with the theme's movement, which costs the most. */
const THEMED_PER_SECOND = 1;

/**
 * Up to so many, they push the others up. More are a flood: unreadable one by one, so they appear
 * without animation, which saves frames on the streamer's computer.
 */
export const CALM_LINES_PER_SECOND = 8;

/** From this load step on, no line moves. */
const STILL_FROM: LoadStep = 2;

/** `themed`: pushes, and has the theme's movement; `none`: initial lines and floods. */
export type LineEntrance = 'themed' | 'pushing' | 'none';

export interface ChatLine {
  readonly event: StageEvent<'CHAT'>;
  readonly enters: LineEntrance;
}

/** The alert on stage: `in` from its entrance on, `out` while it leaves. */
export interface StagedAlert {
  readonly alert: PlayingAlert;
  readonly phase: 'in' | 'out';
  /** Counts appearances, so a repeated alert enters again. */
  readonly showing: number;
}

export interface OverlayState {
  readonly language: Language;
  /** Oldest first, at most CHAT_LINES_MAX. */
  readonly chat: readonly ChatLine[];
  /** Latest round first. */
  readonly tallies: readonly DrawTally[];
  readonly staged: StagedAlert | null;
  /** Events with a value, oldest first, at most `LATEST_MOST`. */
  readonly latest: readonly ValuedEvent[];
  /** The streamer's settings; null until received: nothing is drawn. */
  readonly config: PageConfig | null;
  readonly figures: Figures;
  /** Activities of the show kit. Their times are by the core's clock. */
  readonly shows: ShowViews;
  /** How far this page's clock is ahead of the core's, milliseconds. */
  readonly ahead: number;
  /** The message shown large in the chat's place; null if none. */
  readonly highlight: HighlightCard | null;
  /** Counts restarts of chat or latest events. */
  readonly resets: number;
  readonly visible: boolean;
  /** How much the page spares the computer. */
  readonly loadStep: LoadStep;
  /** Whether this page is the one that plays sound. */
  readonly sounds: boolean;
  /** Widgets of others, and what they are told as they begin. */
  readonly widgets: WidgetsHere;
  /** State of the app's window around the page; null if the page is not in it. */
  readonly look: OverlayLook | null;
}

export type OverlayStore = ReturnType<typeof createOverlayStore>;

/** The state of one page (or preview), with all its updates. */
export function createOverlayStore(language: Language) {
  const api = createStore<OverlayState>()(() => ({
    language,
    chat: [],
    tallies: [],
    staged: null,
    latest: [],
    config: null,
    figures: NO_FIGURES,
    shows: NO_SHOWS,
    ahead: 0,
    highlight: null,
    resets: 0,
    visible: true,
    loadStep: 0,
    sounds: false,
    look: null,
    widgets: {},
  }));
  return {
    api,
    ofWidgets: {} as WidgetLine,
    setLanguage: (next: Language) => api.setState({ language: next }),
    resetChat: (events: readonly StageEvent<'CHAT'>[]) =>
      api.setState(({ resets }) => ({
        chat: toLines(events.slice(-CHAT_LINES_MAX), 'none'),
        resets: resets + 1,
      })),
    addChat: (events: readonly StageEvent<'CHAT'>[]) => {
      if (events.length === 0) return;
      api.setState(({ chat, loadStep }) => {
        const newest = events.slice(-CHAT_LINES_MAX);
        const all = [
          ...chat,
          ...toLines(newest, loadStep >= STILL_FROM ? 'none' : entranceOf(chat, newest)),
        ];
        return { chat: all.slice(-CHAT_LINES_MAX) };
      });
    },
    setTallies: (tallies: readonly DrawTally[]) =>
      api.setState({ tallies: [...tallies].sort((a, b) => b.lastDrawnAt - a.lastDrawnAt) }),
    setStaged: (staged: StagedAlert | null) => api.setState({ staged }),
    resetLatest: (events: readonly ValuedEvent[]) =>
      api.setState(({ resets }) => ({ latest: events.slice(-LATEST_MOST), resets: resets + 1 })),
    addLatest: (events: readonly ValuedEvent[]) => {
      if (events.length === 0) return;
      api.setState(({ latest }) => ({ latest: [...latest, ...events].slice(-LATEST_MOST) }));
    },
    /** Takes an event out of every list. */
    removeLatest: (seq: number) =>
      api.setState(({ latest }) => ({ latest: latest.filter((event) => event.seq !== seq) })),
    /** null: draws nothing until set again. */
    setConfig: (config: PageConfig | null) => api.setState({ config }),
    setFigures: (figures: Figures) => api.setState({ figures }),
    /** Those left out stay. */
    setShows: (views: Partial<ShowViews>, ahead: number) =>
      api.setState(({ shows }) => ({ shows: { ...shows, ...views }, ahead })),
    setHighlight: (highlight: HighlightCard | null) => api.setState({ highlight }),
    setVisible: (visible: boolean) => api.setState({ visible }),
    setLoadStep: (loadStep: LoadStep) => api.setState({ loadStep }),
    setSounds: (sounds: boolean) => api.setState({ sounds }),
    tellWidgets: (news: WidgetNews) =>
      api.setState(({ widgets }) => ({ widgets: { ...widgets, ...news, news } })),
    setLook: (look: OverlayLook) => api.setState({ look }),
  };
}

/** By the time lines reached the core, so every page decides alike. */
function entranceOf(
  shown: readonly ChatLine[],
  added: readonly StageEvent<'CHAT'>[],
): LineEntrance {
  if (isWithin(THEMED_PER_SECOND, shown, added)) return 'themed';
  return isWithin(CALM_LINES_PER_SECOND, shown, added) ? 'pushing' : 'none';
}

function isWithin(
  perSecond: number,
  shown: readonly ChatLine[],
  added: readonly StageEvent<'CHAT'>[],
): boolean {
  const before = perSecond + 1 - added.length;
  if (before <= 0) return false;
  const earlier = shown.at(-before)?.event;
  const latest = added.at(-1);
  return !earlier || !latest || latest.receivedAt - earlier.receivedAt >= 1_000;
}

function toLines(events: readonly StageEvent<'CHAT'>[], enters: LineEntrance): ChatLine[] {
  return events.map((event) => ({ event, enters }));
}
