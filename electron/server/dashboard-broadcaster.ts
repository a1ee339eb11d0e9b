import {
  CORE_FEED_NAMES,
  type CoreFeedName,
  FEEDS,
  type FeedFrame,
} from '../../shared/contract/index.ts';
import type { StageEvent } from '../../shared/events.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposables.ts';
import { Throttle } from '../base/throttle.ts';
import { encode, encodeEventsFeed, packAll } from './frames.ts';
import type { PagePeer } from './peer.ts';
import type { DashboardSource, FeedSources } from './ports.ts';

const EVENTS_INTERVAL_MS = 50;

const RECENT_EVENTS = 200;

/** Sends feed changes to all dashboards; each frame is encoded once. */
export class DashboardBroadcaster implements Disposable {
  readonly #source: DashboardSource;
  readonly #dashboards = new Set<PagePeer>();
  readonly #owned = new DisposableStore();
  readonly #feeds: readonly ReturnType<typeof followFeed>[];
  readonly #eventsThrottle: Throttle;
  #events: StageEvent[] = [];

  constructor(source: DashboardSource, clock: Clock) {
    this.#source = source;
    this.#feeds = CORE_FEED_NAMES.map((name) =>
      followFeed(name, source.feeds[name], clock, this.#dashboards, this.#owned),
    );
    this.#eventsThrottle = this.#owned.add(
      new Throttle(clock, EVENTS_INTERVAL_MS, () => this.#sendEvents()),
    );
    this.#owned.add(source.onBatch((events) => this.#onBatch(events)));
    if (source.onForgotten) this.#owned.add(source.onForgotten(() => this.#beginAnew()));
  }

  /** Sends pending changes now, so that a joining dashboard neither misses nor repeats them. */
  flush(): void {
    for (const feed of this.#feeds) feed.flush();
    if (this.#events.length > 0) this.#eventsThrottle.runNow();
  }

  /** Adds a dashboard to the recipients. First call `flush`, then send it the first frames. */
  join(dashboard: PagePeer): Disposable {
    this.#dashboards.add(dashboard);
    for (const feed of this.#feeds) feed.isToldNow();
    return toDisposable(() => this.#dashboards.delete(dashboard));
  }

  dispose(): void {
    this.#owned.dispose();
    this.#dashboards.clear();
  }

  #onBatch(events: readonly StageEvent[]): void {
    if (this.#dashboards.size === 0 || events.length === 0) return;
    for (const event of events) this.#events.push(event);
    this.#eventsThrottle.request();
  }

  #sendEvents(): void {
    const events = this.#events;
    this.#events = [];
    if (this.#dashboards.size === 0) return;
    for (const packed of packAll(events)) this.#toAll(encodeEventsFeed(packed.json, false));
  }

  /** A viewer was erased from the events, so every page gets them anew. */
  #beginAnew(): void {
    this.#events = [];
    for (const bytes of recentEventFrames(this.#source)) this.#toAll(bytes);
  }

  #toAll(bytes: Buffer): void {
    for (const dashboard of [...this.#dashboards]) dashboard.trySend(bytes);
  }
}

/** Sends changes of one feed, at most as often as its table row allows. */
function followFeed(
  name: CoreFeedName,
  feed: FeedSources[CoreFeedName],
  clock: Clock,
  dashboards: ReadonlySet<PagePeer>,
  owned: DisposableStore,
) {
  const { everyMs, unseen } = FEEDS[name];
  /** The value that all dashboards have. */
  let told: unknown = feed.read();
  let isOwed = false;
  const send = (): void => {
    isOwed = false;
    const value = feed.read();
    if (value === told) return;
    told = value;
    const bytes = encodeFeed(name, value);
    for (const dashboard of [...dashboards]) {
      // Also to a hidden page, so only for small and rare frames.
      if (unseen) dashboard.forceSend(bytes);
      else dashboard.trySend(bytes);
    }
  };
  const throttle = owned.add(new Throttle(clock, everyMs, send));
  owned.add(
    feed.onChange(() => {
      if (dashboards.size === 0) return;
      isOwed = true;
      throttle.request();
    }),
  );
  return {
    flush(): void {
      if (isOwed) throttle.runNow();
    },
    /** A new dashboard has just received the present value. */
    isToldNow(): void {
      told = feed.read();
    },
  };
}

function encodeFeed(feed: CoreFeedName, value: unknown): Buffer {
  // The sources pair each name with its value.
  return encode({ type: 'feed', feed, value } as FeedFrame);
}

/** A dashboard's first frames: every feed, then the latest events. */
export function* firstFrames(source: DashboardSource): Generator<Buffer> {
  for (const name of CORE_FEED_NAMES) yield encodeFeed(name, source.feeds[name].read());
  yield* recentEventFrames(source);
}

function* recentEventFrames(source: DashboardSource): Generator<Buffer> {
  let reset = true;
  for (const packed of packAll(source.recentEvents(RECENT_EVENTS))) {
    yield encodeEventsFeed(packed.json, reset);
    reset = false;
  }
  if (reset) yield encodeEventsFeed('[]', true);
}
