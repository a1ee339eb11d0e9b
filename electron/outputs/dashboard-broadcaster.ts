import type { StageEvent } from '../../shared/events.ts';
import type { Lifeline } from '../../shared/lifeline.ts';
import type { AlertDesk } from '../../shared/overlay/alert-desk.ts';
import type { Figures } from '../../shared/overlay/figures.ts';
import type { MediaItem } from '../../shared/overlay/media.ts';
import type { OverlaySettings } from '../../shared/overlay/overlay-settings.ts';
import type { AppReading } from '../../shared/overlay/reading.ts';
import type { AppStatus } from '../../shared/status.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposables.ts';
import { ControlFeedsOut } from './control-feeds.ts';
import { encode, encodeEventsFeed, packAll } from './frames.ts';
import { Pacer } from './pacer.ts';
import type { DashboardSource } from './ports.ts';

/** Ten changes of status a second are all that a person can see. */
export const STATUS_INTERVAL_MS = 100;
export const LIFELINE_INTERVAL_MS = 100;
export const EVENTS_INTERVAL_MS = 50;
export const OVERLAY_INTERVAL_MS = 100;
export const FIGURES_INTERVAL_MS = 250;
export const ALERTS_INTERVAL_MS = 100;
export const MEDIA_INTERVAL_MS = 100;

/** Events a dashboard is given to begin with. */
export const RECENT_EVENTS = 200;

export interface LiveDashboard {
  sendFrame(bytes: Buffer): void;
  /** Also to a page that nobody sees: only for what is small and rare. */
  insistFrame(bytes: Buffer): void;
}

/** Sends changes of the feeds to all dashboards, each frame made once. */
export class DashboardBroadcaster implements Disposable {
  readonly #dashboards = new Set<LiveDashboard>();
  readonly #owned = new DisposableStore();
  readonly #statusPacer: Pacer;
  readonly #lifelinePacer: Pacer;
  readonly #eventsPacer: Pacer;
  readonly #overlayPacer: Pacer;
  readonly #figuresPacer: Pacer;
  readonly #alertsPacer: Pacer;
  readonly #mediaPacer: Pacer;
  readonly #control: ControlFeedsOut;
  #status: AppStatus | null = null;
  #lifeline: Lifeline | null = null;
  #events: StageEvent[] = [];
  #overlay: OverlaySettings | null = null;
  #owesAlerts = false;
  #media: readonly MediaItem[] | null = null;
  /** Those that the dashboards have. */
  #figures: Figures;

  constructor(source: DashboardSource, clock: Clock) {
    this.#figures = source.figures();
    this.#control = this.#owned.add(
      new ControlFeedsOut(
        source.control,
        clock,
        () => this.#dashboards.size > 0,
        (bytes) => this.#toAll(bytes),
      ),
    );
    this.#overlayPacer = this.#owned.add(
      new Pacer(clock, OVERLAY_INTERVAL_MS, () => this.#sendOverlay()),
    );
    this.#figuresPacer = this.#owned.add(
      new Pacer(clock, FIGURES_INTERVAL_MS, () => this.#sendFigures(source.figures())),
    );
    this.#mediaPacer = this.#owned.add(
      new Pacer(clock, MEDIA_INTERVAL_MS, () => this.#sendMedia()),
    );
    this.#alertsPacer = this.#owned.add(
      new Pacer(clock, ALERTS_INTERVAL_MS, () => this.#sendAlerts(source.alertDesk())),
    );
    this.#statusPacer = this.#owned.add(
      new Pacer(clock, STATUS_INTERVAL_MS, () => this.#sendStatus()),
    );
    this.#lifelinePacer = this.#owned.add(
      new Pacer(clock, LIFELINE_INTERVAL_MS, () => this.#sendLifeline()),
    );
    this.#eventsPacer = this.#owned.add(
      new Pacer(clock, EVENTS_INTERVAL_MS, () => this.#sendEvents()),
    );
    this.#owned.add(source.onStatus((status) => this.#onStatus(status)));
    this.#owned.add(source.onLifeline((lifeline) => this.#onLifeline(lifeline)));
    this.#owned.add(source.onBatch((events) => this.#onBatch(events)));
    if (source.onForgotten) this.#owned.add(source.onForgotten(() => this.#beginAnew(source)));
    this.#owned.add(source.onOverlay((overlay) => this.#onOverlay(overlay)));
    this.#owned.add(source.onFigures(() => this.#onFigures()));
    this.#owned.add(source.onAlertDesk(() => this.#onAlertDesk()));
    this.#owned.add(source.onMedia((media) => this.#onMedia(media)));
    this.#owned.add(source.onReading(() => this.#sendReading(source.reading())));
    this.#owned.add(
      source.onLanguage((value) => this.#toAll(encode({ type: 'feed', feed: 'language', value }))),
    );
  }

  /** Sends at once what is waiting, so that whoever joins now neither misses nor repeats it. */
  flush(): void {
    if (this.#status) this.#statusPacer.runNow();
    if (this.#lifeline) this.#lifelinePacer.runNow();
    if (this.#events.length > 0) this.#eventsPacer.runNow();
    if (this.#overlay) this.#overlayPacer.runNow();
    if (this.#owesAlerts) this.#alertsPacer.runNow();
    if (this.#media) this.#mediaPacer.runNow();
    this.#control.flush();
  }

  /** From now on the dashboard gets every change. Call `flush` first. */
  join(dashboard: LiveDashboard): Disposable {
    this.#dashboards.add(dashboard);
    return toDisposable(() => this.#dashboards.delete(dashboard));
  }

  dispose(): void {
    this.#owned.dispose();
    this.#dashboards.clear();
  }

  #onStatus(status: AppStatus): void {
    if (this.#dashboards.size === 0) return;
    this.#status = status;
    this.#statusPacer.request();
  }

  #onLifeline(lifeline: Lifeline): void {
    if (this.#dashboards.size === 0) return;
    this.#lifeline = lifeline;
    this.#lifelinePacer.request();
  }

  #onBatch(events: readonly StageEvent[]): void {
    if (this.#dashboards.size === 0 || events.length === 0) return;
    for (const event of events) this.#events.push(event);
    this.#eventsPacer.request();
  }

  #onOverlay(overlay: OverlaySettings): void {
    if (this.#dashboards.size === 0) return;
    this.#overlay = overlay;
    this.#overlayPacer.request();
  }

  #onFigures(): void {
    if (this.#dashboards.size > 0) this.#figuresPacer.request();
  }

  #onMedia(media: readonly MediaItem[]): void {
    if (this.#dashboards.size === 0) return;
    this.#media = media;
    this.#mediaPacer.request();
  }

  #sendMedia(): void {
    const value = this.#media;
    this.#media = null;
    if (value) this.#toAll(encode({ type: 'feed', feed: 'media', value }));
  }

  #onAlertDesk(): void {
    if (this.#dashboards.size === 0) return;
    this.#owesAlerts = true;
    this.#alertsPacer.request();
  }

  #sendAlerts(value: AlertDesk): void {
    this.#owesAlerts = false;
    this.#toAll(encode({ type: 'feed', feed: 'alerts', value }));
  }

  #sendOverlay(): void {
    const value = this.#overlay;
    this.#overlay = null;
    if (value) this.#toAll(encode({ type: 'feed', feed: 'overlay', value }));
  }

  #sendFigures(value: Figures): void {
    if (value === this.#figures) return;
    this.#figures = value;
    this.#toAll(encode({ type: 'feed', feed: 'figures', value }));
  }

  #sendStatus(): void {
    const value = this.#status;
    this.#status = null;
    if (value) this.#toAll(encode({ type: 'feed', feed: 'status', value }));
  }

  #sendLifeline(): void {
    const value = this.#lifeline;
    this.#lifeline = null;
    if (value) this.#toAll(encode({ type: 'feed', feed: 'lifeline', value }));
  }

  #sendEvents(): void {
    const events = this.#events;
    this.#events = [];
    if (this.#dashboards.size === 0) return;
    for (const packed of packAll(events)) this.#toAll(encodeEventsFeed(packed.json, false));
  }

  /** Somebody was taken out of the events: no page may keep them as they were. */
  #beginAnew(source: DashboardSource): void {
    this.#events = [];
    let reset = true;
    for (const packed of packAll(source.recentEvents(RECENT_EVENTS))) {
      this.#toAll(encodeEventsFeed(packed.json, reset));
      reset = false;
    }
    if (reset) this.#toAll(encodeEventsFeed('[]', true));
  }

  /** At once, because a voice must not trail behind its alert; a hidden window reads, too. */
  #sendReading(value: AppReading): void {
    const bytes = encode({ type: 'feed', feed: 'reading', value });
    for (const dashboard of [...this.#dashboards]) dashboard.insistFrame(bytes);
  }

  #toAll(bytes: Buffer): void {
    for (const dashboard of [...this.#dashboards]) dashboard.sendFrame(bytes);
  }
}
