import {
  type ChatFields,
  type LiveFields,
  partOf,
  type ReadAt,
  type StreamBase,
  type StreamChange,
  type StreamOutcome,
  type StreamPart,
  type StreamState,
  type UnreadFields,
} from '../../../shared/contract/stream.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import { problemOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import { ChangeLog, changeOf, type RecordDeed, undoOf } from './change-log.ts';
import { ChangedElsewhereError, NothingToUndoError } from './errors.ts';
import type { LiveWatch } from './live-watch.ts';
import {
  chatSettingsPart,
  liveSettingsPart,
  type PlatformPart,
  type StreamApi,
} from './platform-parts.ts';
import type { StreamPresets } from './presets.ts';
import { SettingsPart } from './settings-part.ts';
import type { StreamFieldChange, StreamRepository } from './stream-repository.ts';

export interface StreamStateOptions {
  readonly api: Pick<StreamApi, 'lives' | 'chat'>;
  /** Whether the channel is on the air; it follows the account by itself. */
  readonly live: Pick<LiveWatch, 'known' | 'problem' | 'read' | 'onChange'>;
  readonly repository: StreamRepository;
  readonly presets: StreamPresets;
  /** Scopes that the present grant holds; null: signed out. */
  readonly scopes: () => readonly string[] | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/**
 * Keeps what is known of the stream's and the chat's settings, and changes them. It asks the platform
 * when somebody signs in, when somebody says so, and once a minute while a dashboard looks: nobody
 * who does not look costs a call of the room's own. Each part is read where its scope is granted.
 */
export class StreamStateKeeper implements Disposable {
  readonly #options: StreamStateOptions;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<void>;
  readonly #log: ChangeLog;
  readonly #parts: Readonly<Record<StreamPart, SettingsPart>>;
  #revision = 0;
  #readings = 0;

  constructor(options: StreamStateOptions) {
    this.#options = options;
    const { log, api, live } = options;
    this.#changes = this.#owned.add(
      new Emitter<void>((failure) => log.error('a listener of the stream failed', { failure })),
    );
    this.#log = new ChangeLog(options);
    this.#parts = {
      live: this.#makePart(liveSettingsPart(api)),
      chat: this.#makePart(chatSettingsPart(api)),
    };
    this.#owned.add(live.onChange(() => this.#moved()));
    this.#startWith(null);
  }

  get onChange(): Subscribe<void> {
    return this.#changes.on;
  }

  /** As it is now, whole. */
  desk(): StreamState {
    const { live, chat } = this.#parts;
    const watch = this.#options.live;
    const current = (field: Parameters<SettingsPart['current']>[0]) =>
      this.#parts[partOf(field)].current(field);
    return {
      revision: this.#revision,
      settings: live.known as ReadAt<LiveFields> | null,
      chat: chat.known as ReadAt<ChatFields> | null,
      live: watch.known,
      setByUs: {
        chatEmojiMode: chat.own('chatEmojiMode') as OwnOf<'chatEmojiMode'>,
        chatSlowModeSec: chat.own('chatSlowModeSec') as OwnOf<'chatSlowModeSec'>,
      },
      unsure: {
        chatEmojiMode: chat.unsure('chatEmojiMode') as OwnOf<'chatEmojiMode'>,
        chatSlowModeSec: chat.unsure('chatSlowModeSec') as OwnOf<'chatSlowModeSec'>,
      },
      presets: this.#options.presets.all(),
      undo: undoOf(this.#log.lastOwn, current),
      log: this.#log.latest,
      problems: { settings: live.problem, chat: chat.problem, live: watch.problem },
      reading: this.#readings > 0,
    };
  }

  /**
   * Somebody is signed in: reads everything. `channelId` null: it is not known (READ:USER is
   * missing). What was known of the same channel stays until it is read.
   */
  begin(channelId: string | null): void {
    if (this.#owned.isDisposed) return;
    const channel = channelId ?? '';
    if (channel !== this.#log.channel) this.#startWith(channel);
    for (const part of Object.values(this.#parts)) part.newSignIn();
    void this.#read(false);
  }

  /** Somebody looks: what is older than a minute is read, unless it failed not long ago. */
  look(): void {
    if (this.#options.scopes() !== null) void this.#read(true);
  }

  /** Reads everything that the platform lets us read now. Never rejects: problems stand in the desk. */
  async refresh(): Promise<void> {
    if (this.#options.scopes() !== null) await this.#read(false);
  }

  /**
   * Sets fields; those that are not as in `basedOn` any more are left alone.
   * @throws ChangedElsewhereError when there were such (the others are set), ChangeUnsureError when
   * nobody can tell, the platform's error
   */
  async set(change: StreamChange, basedOn: StreamBase): Promise<void> {
    const record = this.#log.deed();
    for (const part of partsOf(change)) {
      await this.#change(this.#parts[part], change, basedOn, record);
    }
  }

  /** Sets what a preset says, each part for itself. @throws PresetGoneError */
  async applyPreset(id: string, basedOn: StreamBase): Promise<StreamOutcome> {
    return this.#changeEach(this.#options.presets.find(id).change, basedOn);
  }

  /** Takes back our last change. @throws NothingToUndoError when that is another one by now */
  async undo(id: number): Promise<StreamOutcome> {
    const { undo } = this.desk();
    if (undo?.id !== id) throw new NothingToUndoError();
    const { change, basedOn } = changeOf(undo);
    return this.#changeEach(change, basedOn);
  }

  /** The presets are kept elsewhere: they may be different. */
  presetsChanged(): void {
    this.#moved();
  }

  dispose(): void {
    for (const part of Object.values(this.#parts)) part.newSignIn();
    this.#owned.dispose();
  }

  #makePart(platform: PlatformPart): SettingsPart {
    const { scopes, clock, random, log } = this.#options;
    const part: SettingsPart = new SettingsPart({
      platform,
      scopes,
      clock,
      random,
      log,
      onNoticed: (by, changes) => this.#noticed(by, changes),
      onMoved: () => {
        const kept = part.kept();
        if (kept && !this.#owned.isDisposed) this.#log.keep(platform.part, kept);
        this.#moved();
      },
    });
    return part;
  }

  #noticed(by: 'us' | 'elsewhere', changes: readonly StreamFieldChange[]): void {
    if (!this.#owned.isDisposed) this.#log.noticed(by, changes);
  }

  #startWith(channel: string | null): void {
    const seen = this.#log.open(channel);
    this.#parts.live.startWith(seen?.parts.live);
    this.#parts.chat.startWith(seen?.parts.chat);
    this.#moved();
  }

  async #read(due: boolean): Promise<void> {
    this.#readings += 1;
    this.#moved();
    try {
      const { live, chat } = this.#parts;
      await Promise.all([live.read(due), chat.read(due), this.#options.live.read(due)]);
    } finally {
      this.#readings -= 1;
      this.#moved();
    }
  }

  async #change(
    part: SettingsPart,
    change: StreamChange,
    basedOn: StreamBase,
    record: RecordDeed,
  ): Promise<void> {
    const refused = await part.change(change, basedOn, (changes) => {
      if (!this.#owned.isDisposed) record(changes);
    });
    if (refused.length > 0) throw new ChangedElsewhereError(refused);
  }

  async #changeEach(change: StreamChange, basedOn: StreamBase): Promise<StreamOutcome> {
    const record = this.#log.deed();
    const parts: StreamOutcome['parts'] = [];
    for (const part of partsOf(change)) {
      try {
        await this.#change(this.#parts[part], change, basedOn, record);
        parts.push({ part, problem: null });
      } catch (failure) {
        this.#options.log.warn('a part was not set', { part, failure });
        parts.push({ part, problem: problemOf(failure) });
      }
    }
    return { parts };
  }

  #moved(): void {
    this.#revision += 1;
    this.#changes.fire();
  }
}

/** The parts that a change is about. */
function partsOf(change: StreamChange): readonly StreamPart[] {
  const named = Object.keys(change).map((field) => partOf(field as keyof StreamChange));
  return (['live', 'chat'] as const).filter((part) => named.includes(part));
}

type OwnOf<F extends keyof UnreadFields> = {
  readonly value: UnreadFields[F];
  readonly setAt: number;
} | null;
