import { isValued, type StageEvent, type ValuedEvent } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import type { LoadStep } from '../../shared/overlay/load-step.ts';
import type { WidgetGroup } from '../../shared/overlay/names.ts';
import { LATEST_MOST } from '../../shared/overlay/overlay-feed.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import type { ShowCue } from '../../shared/overlay/show-sounds.ts';
import { NO_SHOWS } from '../../shared/overlay/show-views.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';
import type { SpeechEngine } from '../speech/speaker.ts';
import {
  CALM_LINES_PER_SECOND,
  CHAT_LINES_MAX,
  type OverlayStore,
} from '../stores/overlay-store.ts';
import { AlertDirector } from './alert-director.ts';
import type { AlertSound } from './alert-sound.ts';
import { AlertVoice } from './alert-voice.ts';
import { BeaconLight } from './beacon.ts';
import { FeedClient, type FeedClientParts, type FeedListener } from './feed-client.ts';
import { keepUnchanged, showsAlerts } from './page-config.ts';
import { ShownTests } from './shown-tests.ts';
import { DeferUntilVisible, VisibleFrames } from './visibility.ts';

/** A line's longest wait for earlier ones. */
const BEHIND_MOST_MS = 900;
/** Lines closer together than this would be read as one. */
const STEP_MOST_MS = 120;
/** The least time between two drawings of the chat: 30 times a second, then twice. */
const CHAT_REST_MS: Readonly<Record<LoadStep, number>> = [0, 0, 33, 500];

/**
 * Delivers items at most once per frame. A few that arrive together after a pause follow one
 * another to be readable, the last within a second; in a flood, each frame delivers everything, so
 * the newest is never late. Idle, it requests no frame or timer. Without frames (a hidden page)
 * only the newest `keep` wait, because more are never drawn.
 */
export class ChatFlow<T> {
  readonly #timers: PageTimers;
  readonly #now: () => number;
  readonly #draw: (items: readonly T[]) => void;
  readonly #keep: number;
  #waiting: T[] = [];
  /** Of the latest items, oldest first: enough to detect a flood. */
  #arrivals: number[] = [];
  #stepMs = 0;
  #stop: Stop | null = null;
  #paces = false;
  #restMs = 0;
  #drawnAt = Number.NEGATIVE_INFINITY;

  /** `now`: milliseconds from an arbitrary origin. */
  constructor(
    timers: PageTimers,
    now: () => number,
    keep: number,
    draw: (items: readonly T[]) => void,
  ) {
    this.#timers = timers;
    this.#now = now;
    this.#keep = keep;
    this.#draw = draw;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(items: readonly T[]): void {
    if (items.length === 0) return;
    const newest = items.slice(-this.#keep);
    this.#note(newest.length);
    this.#waiting.push(...newest);
    // Cut at twice the limit, so that a flood on a hidden page does not copy on every message.
    if (this.#waiting.length > this.#keep * 2) this.#waiting = this.#waiting.slice(-this.#keep);
    this.#stepMs = Math.min(STEP_MOST_MS, BEHIND_MOST_MS / this.#waiting.length);
    if (this.#paces && this.#floods()) this.#halt();
    this.#askForFrame();
  }

  /** The least time between two drawings; what comes meanwhile is drawn together. 0: each frame. */
  setRest(ms: number): void {
    this.#restMs = ms;
  }

  clear(): void {
    this.#halt();
    this.#waiting = [];
    this.#arrivals = [];
  }

  #halt(): void {
    this.#stop?.();
    this.#stop = null;
    this.#paces = false;
  }

  #note(count: number): void {
    const now = this.#now();
    for (let at = 0; at < Math.min(count, CALM_LINES_PER_SECOND + 1); at += 1) {
      this.#arrivals.push(now);
    }
    this.#arrivals = this.#arrivals.slice(-CALM_LINES_PER_SECOND - 1);
  }

  #floods(): boolean {
    const earliest = this.#arrivals.at(-CALM_LINES_PER_SECOND - 1);
    return earliest !== undefined && this.#now() - earliest < 1_000;
  }

  #askForFrame(): void {
    if (this.#stop) return;
    const wait = this.#drawnAt + this.#restMs - this.#now();
    if (wait > 0) this.#askIn(wait);
    else this.#stop = this.#timers.nextFrame(() => this.#hand());
  }

  #askIn(ms: number): void {
    this.#stop = this.#timers.after(ms, () => {
      this.#halt();
      this.#askForFrame();
    });
  }

  #hand(): void {
    this.#halt();
    const kept = this.#waiting.slice(-this.#keep);
    const count = this.#restMs > 0 || this.#floods() ? kept.length : 1;
    this.#drawnAt = this.#now();
    this.#waiting = kept.slice(count);
    if (kept.length > 0) this.#draw(kept.slice(0, count));
    if (this.#waiting.length === 0) return;
    this.#paces = true;
    this.#askIn(this.#stepMs);
  }
}

export interface OverlayConnectionParts extends Omit<FeedClientParts, 'listener'> {
  readonly store: OverlayStore;
  readonly onOtherBuild: FeedListener['onOtherBuild'];
  /** Asked for by the page's address; overrides the core's. */
  readonly fixedLanguage: Language | null;
  /** The only widget shown (`?widget=`); null: the whole layout. */
  readonly only: string | null;
  /** The only part of the layout that is shown (`?group=`); null: all. */
  readonly group?: WidgetGroup | null;
  readonly adapt: (config: PageConfig) => PageConfig;
  readonly paintBeacon: ConstructorParameters<typeof BeaconLight>[0]['paint'];
  readonly sound: Pick<AlertSound, 'follow' | 'setSilent' | 'stop'>;
  /** A moment of the show kit is to be heard; null: what sounds ends. */
  readonly cue: (frame: { readonly cue: ShowCue | null }) => void;
  /** null if the page has none. */
  readonly speech: SpeechEngine | null;
  /** Milliseconds from an arbitrary origin. */
  readonly now: () => number;
}

type Snapshot = Parameters<FeedListener['onSnapshot']>[0];
const NOTHING = { chat: [], tallies: [], latest: [], alert: null } as const;

/** Connects the feed to the store: chat once per frame, alerts through the director. */
export function connectOverlay(parts: OverlayConnectionParts) {
  const { store, timers, sound } = parts;
  const frames = new VisibleFrames(timers);
  const deferred = new DeferUntilVisible();
  // Kept separate: an alert that has left must not return with a restart.
  const deferredAlerts = new DeferUntilVisible();
  const chat = new ChatFlow<StageEvent<'CHAT'>>(frames, parts.now, CHAT_LINES_MAX, store.addChat);
  const voice = new AlertVoice({
    engine: parts.speech,
    timers,
    now: parts.now,
    onReady: (ready) => feed.setAble(ready),
  });
  let latest: readonly ValuedEvent[] = [];
  const addLatest = (): void => {
    store.addLatest(latest);
    latest = [];
  };
  const tests = new ShownTests(timers, (seq) => {
    latest = latest.filter((event) => event.seq !== seq);
    store.removeLatest(seq);
  });
  const director = new AlertDirector({
    timers,
    stage: (staged) => {
      tests.follow(staged?.alert.event ?? null);
      deferredAlerts.run('staged', () => store.setStaged(staged));
      sound.follow(staged);
      voice.follow(staged);
    },
    receipt: (alertId, state) => feed.sendReceipt({ type: 'receipt', alertId, state }),
  });
  const beacon = new BeaconLight({
    timers: frames,
    paint: parts.paintBeacon,
    answer: (id, state) => feed.sendReceipt({ type: 'beacon', id, state }),
  });
  const startFrom = (snapshot: Omit<Snapshot, 'type' | 'upTo'>): void => {
    chat.clear();
    deferred.forget();
    latest = [];
    store.resetChat(snapshot.chat);
    store.setTallies(snapshot.tallies);
    tests.stop();
    store.resetLatest(snapshot.latest.filter(({ origin }) => origin !== 'test'));
    store.setHighlight(null);
    store.setShows(NO_SHOWS, 0);
    director.play(snapshot.alert);
  };
  const feed = new FeedClient({
    ...parts,
    listener: {
      onOtherBuild: parts.onOtherBuild,
      onReset: () => startFrom(NOTHING),
      onAddressGone: () => {
        startFrom(NOTHING);
        // Without settings nothing is drawn, so viewers see no error.
        store.setConfig(null);
        tellVisibility();
      },
      onSnapshot: startFrom,
      onEvents: (events) => {
        // A page without widgets of others has nobody to tell.
        if (store.api.getState().widgets.frames?.length) store.tellWidgets({ stage: events });
        chat.add(events.filter(isChat));
        const valued = events.filter(isValued);
        tests.add(valued.slice(-LATEST_MOST));
        latest = [...latest, ...valued].slice(-LATEST_MOST);
        if (latest.length > 0) deferred.run('latest', addLatest);
      },
      on: {
        language: ({ language }) => store.setLanguage(parts.fixedLanguage ?? language),
        alert: ({ alert }) => director.play(alert),
        tallies: ({ tallies }) => deferred.run('tallies', () => store.setTallies(tallies)),
        config: ({ config }) => {
          const before = store.api.getState().config;
          store.setConfig(keepUnchanged(before, parts.adapt(config)));
          tellVisibility();
        },
        figures: ({ figures }) => deferred.run('figures', () => store.setFigures(figures)),
        show: ({ now, views }) => store.setShows(views, Date.now() - now),
        cue: parts.cue,
        highlight: ({ highlight }) => store.setHighlight(highlight),
        reading: ({ on }) => voice.setChosen(on),
        sounding: ({ on }) => {
          sounding = on;
          tellVisibility();
        },
        widgets: ({ news }) => store.tellWidgets(news),
        beacon: ({ beacon: shown }) => beacon.show(shown),
        load: ({ step }) => {
          store.setLoadStep(step);
          chat.setRest(CHAT_REST_MS[step]);
        },
        window: ({ look }) => {
          store.setLook(look);
          tellVisibility();
        },
      },
    },
  });
  store.ofWidgets.say = (said) => feed.sendReceipt(said);
  let isSeen: boolean | null = null;
  let sounding = false;
  let soundRefused = false;
  // This page shows no alerts, so the core must not count on it.
  const tellVisibility = (): void => {
    const { config, look } = store.api.getState();
    const shows = showsAlerts(config, parts.only, parts.group) && look?.parts.alerts !== false;
    const silent = !(isSeen && shows) || config?.muted !== false;
    const sounds = !silent && (sounding || config?.everySourceSounds === true);
    sound.setSilent(!sounds, config?.speech.on);
    store.setSounds(sounds);
    feed.setSounds(!silent && !soundRefused);
    if (config) voice.setSettings(config.speech);
    voice.setSilent(silent);
    if (isSeen === null) return;
    director.setVisible(isSeen && shows);
    feed.setVisible(isSeen && shows);
  };
  return {
    start: () => feed.start(),
    stop: () => {
      feed.stop();
      voice.stop();
      chat.clear();
      director.stop();
      beacon.show(null);
      tests.stop();
      sound.stop();
    },
    setVisible: (visible: boolean) => {
      isSeen = visible;
      store.setVisible(visible);
      frames.setVisible(visible);
      deferred.setVisible(visible);
      deferredAlerts.setVisible(visible);
      tellVisibility();
    },
    /** The core's voice for the alert on screen can't be played here. */
    stepInForVoice: () => voice.stepIn(),
    /** Whether the browser refuses playback: another page may play instead. */
    setSoundRefused: (refused: boolean) => {
      soundRefused = refused;
      tellVisibility();
    },
  };
}

function isChat(event: StageEvent): event is StageEvent<'CHAT'> {
  return event.kind === 'CHAT';
}
