import type { StageEvent } from '../../shared/events.ts';
import type { Lifeline } from '../../shared/lifeline.ts';
import type { AppStatus } from '../../shared/status.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposables.ts';
import { encode, encodeEventsFeed, packAll } from './frames.ts';
import { Pacer } from './pacer.ts';
import type { DashboardSource } from './ports.ts';

/** Ten changes of status a second are all that a person can see. */
export const STATUS_INTERVAL_MS = 100;
export const LIFELINE_INTERVAL_MS = 100;
export const EVENTS_INTERVAL_MS = 50;

export interface LiveDashboard {
  sendFrame(bytes: Buffer): void;
}

/** Sends changes of the feeds to all dashboards, each frame made once. */
export class DashboardBroadcaster implements Disposable {
  readonly #dashboards = new Set<LiveDashboard>();
  readonly #owned = new DisposableStore();
  readonly #statusPacer: Pacer;
  readonly #lifelinePacer: Pacer;
  readonly #eventsPacer: Pacer;
  #status: AppStatus | null = null;
  #lifeline: Lifeline | null = null;
  #events: StageEvent[] = [];

  constructor(source: DashboardSource, clock: Clock) {
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
    this.#owned.add(
      source.onLanguage((value) => this.#toAll(encode({ type: 'feed', feed: 'language', value }))),
    );
  }

  /** Sends at once what is waiting, so that whoever joins now neither misses nor repeats it. */
  flush(): void {
    if (this.#status) this.#statusPacer.runNow();
    if (this.#lifeline) this.#lifelinePacer.runNow();
    if (this.#events.length > 0) this.#eventsPacer.runNow();
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

  #toAll(bytes: Buffer): void {
    for (const dashboard of [...this.#dashboards]) dashboard.sendFrame(bytes);
  }
}
