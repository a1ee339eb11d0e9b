import type { PlayingAlert, ReceiptState } from '../alerts.ts';
import type { OverlayLook } from '../desktop.ts';
import type { DrawTally, StageEvent, ValuedEvent } from '../events.ts';
import type { Language } from '../locales/index.ts';
import type { Figures } from '../overlay/figures.ts';
import type { HighlightCard } from '../overlay/highlight.ts';
import type { PageConfig } from '../overlay/overlay-settings.ts';

/**
 * What goes between the core and an overlay page, as JSON text frames over one WebSocket.
 * An overlay gets a feed and gives receipts; it has no command.
 */

export type OverlayDown =
  /** First frame of every connection. */
  | {
      readonly type: 'hello';
      /** Changes when the numbering starts over: a page with another epoch drops what it has. */
      readonly epoch: string;
      /** The page reloads itself when its own build differs. */
      readonly buildId: string;
      readonly language: Language;
    }
  /** Everything a page needs to draw from nothing. `upTo` is the number of the newest event. */
  | {
      readonly type: 'snapshot';
      readonly upTo: number;
      /** Recent chat, oldest first. */
      readonly chat: readonly StageEvent<'CHAT'>[];
      readonly tallies: readonly DrawTally[];
      readonly alert: PlayingAlert | null;
      /** The latest events with a value, oldest first, at most `LATEST_MOST`. */
      readonly latest: readonly ValuedEvent[];
    }
  /**
   * Events in order of their numbers, at most one batch a frame. A page ignores what is not above
   * the number it has. `upTo` may be above the last event's number.
   */
  | { readonly type: 'batch'; readonly upTo: number; readonly events: readonly StageEvent[] }
  /** The screen's alert changed; null clears it. */
  | { readonly type: 'alert'; readonly alert: PlayingAlert | null }
  /** All tallies, whenever one changed. */
  | { readonly type: 'tallies'; readonly tallies: readonly DrawTally[] }
  | { readonly type: 'language'; readonly language: Language }
  /** What the streamer has set: after the greeting and before anything is drawn, then as it changes. */
  | { readonly type: 'config'; readonly config: PageConfig }
  /** All sums of the layout's widgets: after a snapshot or what was missed, then as they change. */
  | { readonly type: 'figures'; readonly figures: Figures }
  /** A viewer's words stand large in the chat's place; null: none do, as after a snapshot. */
  | { readonly type: 'highlight'; readonly highlight: HighlightCard | null }
  /** Whether this page is the one that reads alerts aloud; not until the core says so. */
  | { readonly type: 'reading'; readonly on: boolean }
  /** Whether this page is the one that sounds its alerts; not until the core says so. */
  | { readonly type: 'sounding'; readonly on: boolean }
  /** How the window around the page is; only a page in the app's own overlay window hears it. */
  | { readonly type: 'window'; readonly look: OverlayLook };

export type OverlayUp =
  /**
   * First frame of a page. With the epoch and number it has, it gets the batches it missed; with
   * null, or when they are no longer kept, a snapshot.
   */
  | { readonly type: 'attach'; readonly epoch: string | null; readonly after: number }
  | { readonly type: 'receipt'; readonly alertId: number; readonly state: ReceiptState }
  /** Whether anybody can see the page (OBS: the source is shown). */
  | { readonly type: 'visibility'; readonly visible: boolean }
  /**
   * Whether the page could read alerts aloud: it has voices, is to use them, and shows alerts that
   * somebody sees. It cannot until it says so.
   */
  | { readonly type: 'voice'; readonly able: boolean }
  /**
   * Whether the page could sound its alerts: it shows them to somebody, is not muted, and the browser
   * lets it. It cannot until it says so.
   */
  | { readonly type: 'sound'; readonly able: boolean };

/** How many events with a value a page keeps for its lists, and is given to begin with. */
export const LATEST_MOST = 30;

/** Last part of the socket's address, below the overlay page's own address. */
export const OVERLAY_SOCKET = 'feed';
