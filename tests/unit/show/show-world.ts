import { onTestFinished } from 'vitest';
import type { Clock } from '../../../electron/base/clock.ts';
import {
  type Disposable,
  DisposableStore,
  toDisposable,
} from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { EventBatch } from '../../../electron/events/hub.ts';
import {
  type ShowFeature,
  type ShowServices,
  startShow,
} from '../../../electron/features/show/index.ts';
import { startShowKit } from '../../../electron/features/show-kit/index.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import {
  type ChatData,
  type DonationData,
  isValued,
  type SenderRole,
  type StageEvent,
} from '../../../shared/events.ts';
import { DEFAULT_OVERLAY, type OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { chat } from '../../support/stage-events.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, openForTest } from '../storage/support.ts';

const rethrow = (failure: unknown): never => {
  throw failure;
};

/** An event without its number and time, which it gets when it is heard. */
export type Said = (seq: number, at: number) => StageEvent;

export const says =
  (who: string, content: string, data: Partial<ChatData> = {}): Said =>
  (seq, receivedAt) => {
    const event = chat(seq, { content });
    return { ...event, receivedAt, data: { ...event.data, senderChannelId: who, ...data } };
  };

export const gives =
  (who: string | null, payAmount: number, data: Partial<DonationData> = {}): Said =>
  (seq, receivedAt) => ({
    ...donation(seq, { donatorChannelId: who, payAmount, ...data }),
    receivedAt,
  });

/** The show kit on a real ledger; what is said in chat is kept. */
export class ShowWorld {
  readonly clock = new VirtualClock();
  readonly ledger: Ledger;
  readonly said: string[] = [];
  readonly marked: string[] = [];
  /** What sending a message throws; null: it arrives. */
  refusal: unknown = null;
  readonly blocked = new Set<string>();
  readonly followers = new Set<string>();
  /** How often somebody wanted their list. */
  followersWanted = 0;
  roleOf: (channelId: string) => SenderRole = () => 'viewer';
  lastSeq = 0;
  #owned = new DisposableStore();
  readonly #timers = new Set<Disposable>();
  #batches = new Emitter<EventBatch>(rethrow);

  /** `file`: of the ledger; left out: it is in memory. */
  constructor(file = ':memory:') {
    this.ledger = openForTest(file, this.clock).ledger;
    onTestFinished(() => this.#owned.dispose());
  }

  /** What arrives, for what has to hear of it before activities do. */
  get onBatch() {
    return this.#batches.on;
  }

  /** The clock of the run under way: its timers end with it. */
  runClock: Clock = this.clock;

  /** A run of the app; one before it was killed, and its timers with it. */
  start(): ShowFeature {
    return startShow(this.services(), this.#owned);
  }

  /** The same with all activities, which the show kit itself wires. */
  startKit() {
    const stream = { live: { onAir: null, known: null } };
    const more = { random: () => 0, dataDir: '/nowhere', stream, makeKey: () => 'a'.repeat(43) };
    return startShowKit({ ...this.services(), ...more }, this.#owned);
  }

  /** For a new run. */
  services(): ShowServices {
    this.runClock = this.#clockOfRun();
    this.#owned = new DisposableStore();
    this.#batches = new Emitter<EventBatch>(rethrow);
    const { ledger } = this;
    const send = async ({ message }: { readonly message: string }) => {
      if (this.refusal) throw this.refusal;
      this.said.push(message);
      return { messageId: null };
    };
    return {
      clock: this.runClock,
      ledger,
      log: silentLogger,
      hub: this.hub,
      roles: { roleOf: (channelId) => this.roleOf(channelId) },
      language: { current: 'en' },
      overlaySettings: { get: () => this.#overlay() },
      client: { chat: { send } },
      people: {
        followers: {
          has: (channelId) => this.followers.has(channelId),
          want: () => {
            this.followersWanted += 1;
          },
        },
      },
      marks: { ofShow: (kind, title) => void this.marked.push(`${kind} ${title}`) },
    };
  }

  /** Of the present run. */
  get hub() {
    const world = this;
    return {
      get lastSeq() {
        return world.lastSeq;
      },
      onBatch: world.#batches.on,
    };
  }

  /** Nothing that a killed run was waiting for happens any more. */
  #clockOfRun(): Clock {
    for (const timer of [...this.#timers]) timer.dispose();
    const { clock } = this;
    return {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      uptime: () => clock.uptime(),
      setTimeout: (run, delayMs) => {
        const timer = clock.setTimeout(() => {
          this.#timers.delete(entry);
          run();
        }, delayMs);
        const entry = toDisposable(() => {
          this.#timers.delete(entry);
          timer.dispose();
        });
        this.#timers.add(entry);
        return entry;
      },
    };
  }

  #overlay(): OverlaySettings {
    const { layout, ...overlay } = DEFAULT_OVERLAY;
    const users = [...this.blocked];
    const hiding = layout.map((widget) =>
      widget.kind === 'chat'
        ? { ...widget, settings: { ...widget.settings, hide: { ...widget.settings.hide, users } } }
        : widget,
    );
    return { ...overlay, layout: hiding };
  }

  /** Arrives in one turn: written if it has a value, then heard. Their numbers. */
  hear(...said: readonly Said[]): readonly number[] {
    const events = said.map((make, at) => make(this.lastSeq + at + 1, this.clock.now()));
    this.write(events);
    this.#batches.fire({ events, upTo: this.lastSeq, draws: new Map() });
    return events.map(({ seq }) => seq);
  }

  /** Arrives, is written, and the app is killed before anybody hears of it. */
  write(events: readonly StageEvent[]): void {
    this.ledger.record(events.filter(isValued).filter(({ origin }) => origin === 'platform'));
    this.lastSeq = events.at(-1)?.seq ?? this.lastSeq;
  }

  /** A proper end of the app. */
  stop(): void {
    this.#owned.dispose();
  }
}
