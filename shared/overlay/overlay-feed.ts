import type { PlayingAlert, ReceiptState } from '../alerts.ts';
import type { OverlayLook } from '../desktop.ts';
import type { DrawTally, StageEvent, ValuedEvent } from '../events.ts';
import type { Language } from '../locales/index.ts';
import type { Beacon, BeaconAnswer } from './beacon.ts';
import type { WidgetFault, WidgetsNews } from './custom-widgets.ts';
import type { Figures } from './figures.ts';
import type { HighlightCard } from './highlight.ts';
import type { LoadStep } from './load-step.ts';
import type { PageConfig } from './overlay-settings.ts';
import type { ShowCue } from './show-sounds.ts';
import type { ShowViews } from './show-views.ts';

/** JSON text over one WebSocket. Overlays receive a feed and send receipts, but no commands. */

export type OverlayDown =
  | {
      readonly type: 'hello';
      /** Changes when numbering restarts: a page with another epoch drops its state. */
      readonly epoch: string;
      /** The page reloads itself if its own build differs. */
      readonly buildId: string;
      readonly language: Language;
    }
  /** Everything needed to draw from scratch. `upTo`: number of the newest event. */
  | {
      readonly type: 'snapshot';
      readonly upTo: number;
      readonly chat: readonly StageEvent<'CHAT'>[];
      readonly tallies: readonly DrawTally[];
      readonly alert: PlayingAlert | null;
      /** Oldest first, at most `LATEST_MOST`. */
      readonly latest: readonly ValuedEvent[];
    }
  /**
   * At most one a frame; a page skips numbers it has. `upTo` may exceed the last event's number.
   */
  | { readonly type: 'batch'; readonly upTo: number; readonly events: readonly StageEvent[] }
  /** null clears it. */
  | { readonly type: 'alert'; readonly alert: PlayingAlert | null }
  | { readonly type: 'tallies'; readonly tallies: readonly DrawTally[] }
  | { readonly type: 'language'; readonly language: Language }
  /** The overlay settings: after the hello and before drawing, then on change. */
  | { readonly type: 'config'; readonly config: PageConfig }
  /** All sums of the layout's widgets: after a snapshot or missed batches, then on change. */
  | { readonly type: 'figures'; readonly figures: Figures }
  /** The message highlighted in place of the chat; null: none, as after a snapshot. */
  | { readonly type: 'highlight'; readonly highlight: HighlightCard | null }
  /**
   * Activities of the show kit: all after a snapshot, then those that changed. `now`: the core's
   * clock, by which their times are, epoch milliseconds.
   */
  | { readonly type: 'show'; readonly now: number; readonly views: Partial<ShowViews> }
  /** A moment of the show kit, to be heard now on the page that plays sounds; null: it ends. */
  | { readonly type: 'cue'; readonly cue: ShowCue | null }
  /** Whether this page reads alerts aloud; false until the core says so. */
  | { readonly type: 'reading'; readonly on: boolean }
  /** Whether this page plays alert sounds; false until the core says so. */
  | { readonly type: 'sounding'; readonly on: boolean }
  /** Squares to be found again in OBS's picture; null removes them. Only to pages in OBS. */
  | { readonly type: 'beacon'; readonly beacon: Beacon | null }
  /** How much the page spares the computer; 0 until the core says otherwise. */
  | { readonly type: 'load'; readonly step: LoadStep }
  /** Of widgets of others: what is known before drawing, then what changes. */
  | { readonly type: 'widgets'; readonly news: Partial<WidgetsNews> }
  /** State of the window around the page; sent only to the app's own overlay window. */
  | { readonly type: 'window'; readonly look: OverlayLook };

export type OverlayUp =
  /**
   * First frame of a page. With its epoch and number it gets the batches it missed; with null, or
   * if they are no longer kept, a snapshot.
   */
  | { readonly type: 'attach'; readonly epoch: string | null; readonly after: number }
  | { readonly type: 'receipt'; readonly alertId: number; readonly state: ReceiptState }
  /** In OBS: whether the source is shown. */
  | { readonly type: 'visibility'; readonly visible: boolean }
  /** Whether the page has voices, may use them, and shows alerts visibly. False until sent. */
  | { readonly type: 'voice'; readonly able: boolean }
  /** Whether it shows alerts visibly, unmuted, and the browser allows sound. False until sent. */
  | { readonly type: 'sound'; readonly able: boolean }
  | { readonly type: 'beacon'; readonly id: number; readonly state: BeaconAnswer }
  /** The page paused a package. */
  | { readonly type: 'widget-fault'; readonly id: string; readonly fault: WidgetFault }
  /** A widget keeps a value: JSON. */
  | {
      readonly type: 'widget-keep';
      readonly id: string;
      readonly key: string;
      readonly value: string;
    };

export const LATEST_MOST = 30;

/** Below the overlay page's own address. */
export const OVERLAY_SOCKET = 'feed';
