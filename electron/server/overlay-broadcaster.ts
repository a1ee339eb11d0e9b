import type { PlayingAlert } from '../../shared/alerts.ts';
import type { DrawTally, StageEvent } from '../../shared/events.ts';
import type { Figures } from '../../shared/overlay/figures.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposables.ts';
import { Throttle } from '../base/throttle.ts';
import { encode, encodeBatch, packAll } from './frames.ts';
import type { OverlaySource, WidgetLines } from './ports.ts';

/** One screen frame in milliseconds; events closer together are sent together. */
export const FRAME_MS = 16;
/** Sums and votes updated this often look live enough. */
const FIGURES_INTERVAL_MS = 250;
/** What widgets of others add up is large, and read by scripts. */
const SESSION_INTERVAL_MS = 1_000;

/** The newest per frame: several times what a page draws, since some may be hidden. */
const CHAT_A_FRAME_MAX = 200;

export interface LivePage {
  /** Sends events up to number `upTo`; a page that already has them ignores them. */
  sendBatch(bytes: Buffer, upTo: number): void;
  sendFrame(bytes: Buffer): void;
}

/** Sent with the next events; of each only the latest. */
interface News {
  readonly tallies?: readonly DrawTally[];
  readonly config?: PageConfig;
}

/** Feeds all pages that have caught up: all are at one position, so a frame is encoded once. */
export class OverlayBroadcaster implements Disposable {
  readonly #pages = new Set<LivePage>();
  readonly #clock: Clock;
  readonly #throttle: Throttle;
  readonly #figuresThrottle: Throttle;
  readonly #owned = new DisposableStore();
  #events: StageEvent[] = [];
  #news: News = {};
  #figures: Figures;
  readonly #showsThrottle: Throttle;
  #shows: ShowViews;
  /** An alert held for up to one frame until its own event has been sent. */
  #held: { readonly alert: PlayingAlert; readonly timer: Disposable } | null = null;
  #position: number;

  constructor(source: OverlaySource, widgets: WidgetLines, clock: Clock) {
    this.#clock = clock;
    this.#position = source.lastSeq();
    this.#throttle = this.#owned.add(new Throttle(clock, FRAME_MS, () => this.#send()));
    this.#figures = source.figures();
    this.#figuresThrottle = this.#owned.add(
      new Throttle(clock, FIGURES_INTERVAL_MS, () => this.#sendFigures(source.figures())),
    );
    this.#shows = source.shows();
    this.#showsThrottle = this.#owned.add(
      new Throttle(clock, FIGURES_INTERVAL_MS, () => this.#sendShows(source.shows())),
    );
    const sessions = this.#owned.add(
      new Throttle(clock, SESSION_INTERVAL_MS, () => {
        const session = widgets.session();
        if (session) this.#toAll(encode({ type: 'widgets', news: { session } }));
      }),
    );
    const subscriptions = [
      widgets.onFrames(() => {
        const news = { frames: widgets.frames() };
        this.#toAll(encode({ type: 'widgets', news }));
      }),
      widgets.onSession(() => {
        if (this.#pages.size > 0) sessions.request();
      }),
      widgets.onEvents((own) => this.#toAll(encode({ type: 'widgets', news: { own } }))),
      source.onBatch((events) => this.#onBatch(events)),
      source.onAlert((alert) => this.#onAlert(alert)),
      source.onTallies((tallies) => this.#onNews({ tallies })),
      source.onHighlight((highlight) => this.#toAll(encode({ type: 'highlight', highlight }))),
      source.onConfig((config) => this.#onNews({ config })),
      source.onFigures(() => {
        if (this.#pages.size > 0) this.#figuresThrottle.request();
      }),
      source.onShows(() => {
        if (this.#pages.size > 0) this.#showsThrottle.request();
        else this.#shows = source.shows();
      }),
      source.onCue((cue) => this.#toAll(encode({ type: 'cue', cue }))),
      source.onLanguage((language) => this.#toAll(encode({ type: 'language', language }))),
      source.onLoadStep((step) => this.#toAll(encode({ type: 'load', step }))),
    ];
    for (const subscription of subscriptions) this.#owned.add(subscription);
  }

  flush(): void {
    const { tallies, config } = this.#news;
    if (this.#events.length > 0 || tallies || config) this.#throttle.runNow();
  }

  /** Adds a page to the recipients. Call `flush` first. */
  join(page: LivePage): Disposable {
    this.#pages.add(page);
    return toDisposable(() => this.#pages.delete(page));
  }

  dispose(): void {
    this.#dropHeld();
    this.#owned.dispose();
    this.#pages.clear();
  }

  #onBatch(events: readonly StageEvent[]): void {
    if (events.length === 0) return;
    if (this.#pages.size === 0) {
      this.#position = events.at(-1)?.seq ?? this.#position;
      return;
    }
    for (const event of events) this.#events.push(event);
    this.#throttle.request();
  }

  #onNews(news: News): void {
    if (this.#pages.size === 0) return;
    this.#news = { ...this.#news, ...news };
    this.#throttle.request();
  }

  #sendFigures(figures: Figures): void {
    if (figures === this.#figures) return;
    this.#figures = figures;
    this.#toAll(encode({ type: 'figures', figures }));
  }

  /** Those that changed. */
  #sendShows(shows: ShowViews): void {
    const before = this.#shows;
    const names = Object.keys(shows) as (keyof ShowViews)[];
    const changed = names.filter((name) => shows[name] !== before[name]);
    this.#shows = shows;
    if (changed.length === 0) return;
    const views = Object.fromEntries(changed.map((name) => [name, shows[name]]));
    this.#toAll(encode({ type: 'show', now: this.#clock.now(), views }));
  }

  #onAlert(alert: PlayingAlert | null): void {
    this.#dropHeld();
    if (this.#pages.size === 0) return;
    this.flush();
    if (alert && alert.alertId > this.#position) {
      const timer = this.#clock.setTimeout(() => this.#releaseHeld(), FRAME_MS);
      this.#held = { alert, timer };
      return;
    }
    this.#toAll(encode({ type: 'alert', alert }));
  }

  #dropHeld(): void {
    this.#held?.timer.dispose();
    this.#held = null;
  }

  #releaseHeld(): void {
    const held = this.#held;
    if (!held) return;
    this.#dropHeld();
    this.flush();
    this.#toAll(encode({ type: 'alert', alert: held.alert }));
  }

  #send(): void {
    const events = this.#events;
    const { tallies, config } = this.#news;
    this.#events = [];
    this.#news = {};
    if (config) this.#toAll(encode({ type: 'config', config }));
    for (const packed of packAll(withoutUnseen(events))) {
      this.#position = packed.upTo;
      if (this.#pages.size === 0) continue;
      const bytes = encodeBatch(packed);
      for (const page of [...this.#pages]) page.sendBatch(bytes, packed.upTo);
    }
    if (tallies) this.#toAll(encode({ type: 'tallies', tallies }));
    if (this.#held && this.#held.alert.alertId <= this.#position) this.#releaseHeld();
  }

  #toAll(bytes: Buffer): void {
    for (const page of [...this.#pages]) page.sendFrame(bytes);
  }
}

/** Removes messages that newer ones would push out before they are drawn. */
function withoutUnseen(events: readonly StageEvent[]): readonly StageEvent[] {
  let surplus = -CHAT_A_FRAME_MAX;
  for (const { kind } of events) if (kind === 'CHAT') surplus += 1;
  if (surplus <= 0) return events;
  return events.filter(({ kind }) => {
    if (kind !== 'CHAT' || surplus === 0) return true;
    surplus -= 1;
    return false;
  });
}
