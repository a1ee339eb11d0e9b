import { Emitter } from '../../electron/base/emitter.ts';
import type { MediaSource, ServedMedia } from '../../electron/server/file-answers.ts';
import type {
  ConnectedPage,
  DashboardSource,
  FeedSources,
  OverlaySink,
  OverlaySource,
} from '../../electron/server/ports.ts';
import type { PlayingAlert } from '../../shared/alerts.ts';
import { CORE_FEED_NAMES, type CoreFeedName, type Feeds } from '../../shared/contract/index.ts';
import { type DrawTally, isValued, type StageEvent } from '../../shared/events.ts';
import type { HighlightCard } from '../../shared/overlay/highlight.ts';
import type { LoadStep } from '../../shared/overlay/load-step.ts';
import { pageConfigOf } from '../../shared/overlay/overlay-settings.ts';
import type { ShowCue } from '../../shared/overlay/show-sounds.ts';
import { NO_SHOWS, type ShowViews } from '../../shared/overlay/show-views.ts';
import { EMPTY_FEEDS } from './empty-states.ts';
import { chat, subscription } from './stage-events.ts';

type CoreFeeds = Pick<Feeds, CoreFeedName>;

/** A throwing listener is a fault of the test's own. */
function emitter<T>(): Emitter<T> {
  return new Emitter<T>((failure) => {
    throw failure;
  });
}

/**
 * A core in memory that says what a test tells it to, to pages on the real server. Nothing changes
 * by itself: no platform, no ledger, no settings.
 */
export class ScriptedCore implements OverlaySource, DashboardSource, OverlaySink, MediaSource {
  epoch = 'epoch-1';
  /** How many events it keeps. */
  ringSize: number;
  /** How often the totals were read. */
  totalsRead = 0;
  /** Content of the media that can be asked for, by hash. */
  readonly shelf = new Map<string, { readonly type: string; readonly content: Buffer }>();
  /** What overlay pages have said, oldest first. */
  readonly heard: string[] = [];
  #feeds: CoreFeeds;
  #alert: PlayingAlert | null = null;
  #tallies: readonly DrawTally[] = [];
  #shows: ShowViews = NO_SHOWS;
  #loadStep: LoadStep = 0;
  #highlight: HighlightCard | null = null;
  #kept: StageEvent[] = [];
  #last = 0;
  #pages = 0;
  readonly #feedChanges = new Map(CORE_FEED_NAMES.map((name) => [name, emitter<void>()] as const));
  readonly #batches = emitter<readonly StageEvent[]>();
  readonly #alerts = emitter<PlayingAlert | null>();
  readonly #tallyChanges = emitter<readonly DrawTally[]>();
  readonly #showChanges = emitter<void>();
  readonly #cues = emitter<ShowCue | null>();
  readonly #loadSteps = emitter<LoadStep>();
  readonly #highlights = emitter<HighlightCard | null>();
  readonly feeds: FeedSources;
  readonly onBatch = this.#batches.on;
  readonly onAlert = this.#alerts.on;
  readonly onTallies = this.#tallyChanges.on;
  readonly onShows = this.#showChanges.on;
  readonly onCue = this.#cues.on;
  readonly onLoadStep = this.#loadSteps.on;
  readonly onHighlight = this.#highlights.on;

  constructor(feeds: Partial<CoreFeeds> = {}, ringSize = 5_000) {
    this.#feeds = { ...EMPTY_FEEDS, ...feeds };
    this.ringSize = ringSize;
    const rows = CORE_FEED_NAMES.map((name) => {
      const read = name === 'figures' ? () => this.figures() : () => this.#feeds[name];
      return [name, { read, onChange: this.#changesOf(name).on }] as const;
    });
    this.feeds = Object.fromEntries(rows) as unknown as FeedSources;
  }

  /** A feed has a new value, for dashboards and, where they show it, for overlays. */
  tell<N extends CoreFeedName>(feed: N, value: Feeds[N]): void {
    this.#feeds = { ...this.#feeds, [feed]: value };
    this.#changesOf(feed).fire();
  }

  /** What a feed says now. */
  told<N extends CoreFeedName>(feed: N): CoreFeeds[N] {
    return this.#feeds[feed];
  }

  tellAlert(alert: PlayingAlert | null): void {
    this.#alert = alert;
    this.#alerts.fire(alert);
  }

  tellTallies(tallies: readonly DrawTally[]): void {
    this.#tallies = tallies;
    this.#tallyChanges.fire(tallies);
  }

  tellShows(shows: ShowViews): void {
    this.#shows = shows;
    this.#showChanges.fire();
  }

  tellCue(cue: ShowCue | null): void {
    this.#cues.fire(cue);
  }

  tellLoadStep(step: LoadStep): void {
    this.#loadStep = step;
    this.#loadSteps.fire(step);
  }

  tellHighlight(highlight: HighlightCard | null): void {
    this.#highlight = highlight;
    this.#highlights.fire(highlight);
  }

  /** So many new chat messages, in one batch. */
  say(count: number, content?: string): void {
    this.publish(
      Array.from({ length: count }, (_, at) =>
        chat(this.#last + 1 + at, content === undefined ? {} : { content }),
      ),
    );
  }

  /** So many new events of value, in one batch: none of them may ever be left out. */
  pay(count: number): void {
    this.publish(Array.from({ length: count }, (_, at) => subscription(this.#last + 1 + at)));
  }

  publish(events: readonly StageEvent[]): void {
    this.keep(events);
    this.announce(events);
  }

  /** The first half of `publish`: the events can be asked for, but are not announced yet. */
  keep(events: readonly StageEvent[]): void {
    this.#last = events.at(-1)?.seq ?? this.#last;
    this.#kept = [...this.#kept, ...events].slice(-this.ringSize);
  }

  announce(events: readonly StageEvent[]): void {
    this.#batches.fire(events);
  }

  get connectedPages(): number {
    const count = (what: string) => this.heard.filter((said) => said.endsWith(` ${what}`)).length;
    return count('connected') - count('gone');
  }

  lastSeq = (): number => this.#last;
  recentEvents = (limit: number) => this.#kept.slice(-limit);
  recentChat = (limit: number) => this.#kept.filter(isChat).slice(-limit);
  latest = (limit: number) => this.#kept.filter(isValued).slice(-limit);
  tallies = () => this.#tallies;
  alert = () => this.#alert;
  highlight = () => this.#highlight;
  shows = () => this.#shows;
  loadStep = () => this.#loadStep;
  language = () => this.#feeds.language;
  /** The same object until the overlay's settings change. */
  config = () => this.#config.of(this.#feeds.overlay);
  figures = () => {
    this.totalsRead += 1;
    return this.#feeds.figures;
  };

  onLanguage: OverlaySource['onLanguage'] = (listener) =>
    this.#changesOf('language').on(() => listener(this.#feeds.language));

  onConfig: OverlaySource['onConfig'] = (listener) =>
    this.#changesOf('overlay').on(() => listener(this.config()));

  onFigures: OverlaySource['onFigures'] = (listener) => this.#changesOf('figures').on(listener);

  since(after: number): readonly StageEvent[] | null {
    const oldest = this.#kept[0]?.seq ?? this.#last + 1;
    if (after + 1 < oldest) return null;
    return this.#kept.filter((event) => event.seq > after);
  }

  pageConnected(): ConnectedPage {
    this.#pages += 1;
    const name = `page ${this.#pages}`;
    this.heard.push(`${name} connected`);
    return {
      setVisible: (visible) => this.heard.push(`${name} ${visible ? 'visible' : 'hidden'}`),
      receipt: (alertId, state) => this.heard.push(`${name} ${state} ${alertId}`),
      dispose: () => this.heard.push(`${name} gone`),
    };
  }

  async open(hash: string): Promise<ServedMedia | null> {
    const item = this.shelf.get(hash);
    if (!item) return null;
    const { type, content } = item;
    const read = (from: number, to: number) =>
      new Blob([new Uint8Array(content.subarray(from, to))]).stream();
    return { type, bytes: content.length, read };
  }

  readonly #config = lastOf(pageConfigOf);

  #changesOf(feed: CoreFeedName): Emitter<void> {
    const changes = this.#feedChanges.get(feed);
    if (!changes) throw new TypeError(`There is no feed ${feed}`);
    return changes;
  }
}

const isChat = (event: StageEvent): event is StageEvent<'CHAT'> => event.kind === 'CHAT';

/** Keeps what was made of the last value, so that the same value has the same one. */
function lastOf<V extends object, R>(make: (value: V) => R) {
  let last: { readonly value: V; readonly made: R } | null = null;
  return {
    of(value: V): R {
      if (last?.value !== value) last = { value, made: make(value) };
      return last.made;
    },
  };
}
