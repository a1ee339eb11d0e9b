import type { Found } from '../../../shared/contract/command.ts';
import {
  type ChatFields,
  type LiveFields,
  partOf,
  type ReadAt,
  type StreamBase,
  type StreamChange,
  type StreamFieldName,
  type StreamOutcome,
  type StreamPart,
  type StreamState,
} from '../../../shared/contract/stream.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { problemOf, StagelightError } from '../../base/errors.ts';
import type { Services } from '../feature.ts';
import { ChangeLog, type OnFieldChanges, undoOf } from './change-log.ts';
import type { LiveWatch } from './live-watch.ts';
import {
  chatSettingsPart,
  fieldNames,
  liveSettingsPart,
  type PlatformPart,
  type StreamApi,
} from './platform-parts.ts';
import type { StreamPresets } from './presets.ts';
import { SettingsPart } from './settings-part.ts';
import type { StreamRepository } from './stream-repository.ts';

interface StreamStateOptions extends Pick<Services, 'clock' | 'random' | 'log'> {
  readonly api: Pick<StreamApi, 'lives' | 'chat'>;
  readonly live: Pick<LiveWatch, 'known' | 'problem' | 'read' | 'onChange'>;
  readonly repository: StreamRepository;
  readonly presets: StreamPresets;
  readonly scopes: () => readonly string[] | null;
}

/** Changes settings; reads them after sign-in, on request, and once a minute for a dashboard. */
export class StreamStateKeeper implements Disposable {
  readonly #options: StreamStateOptions;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(
    new Emitter<void>((failure) =>
      this.#options.log.error('a listener of the stream failed', { failure }),
    ),
  );
  readonly onChange = this.#changes.on;
  readonly #log: ChangeLog;
  readonly #parts: Readonly<Record<StreamPart, SettingsPart>>;
  #revision = 0;
  #readings = 0;

  constructor(options: StreamStateOptions) {
    this.#options = options;
    const { api, live } = options;
    this.#log = new ChangeLog(options);
    this.#parts = {
      live: this.#makePart(liveSettingsPart(api)),
      chat: this.#makePart(chatSettingsPart(api)),
    };
    this.#owned.add(live.onChange(() => this.#moved()));
    this.#startWith(null);
  }

  desk(): StreamState {
    const live = this.#parts.live.shown;
    const chat = this.#parts.chat.shown;
    const watch = this.#options.live;
    const current = (field: StreamFieldName) => this.#parts[partOf(field)].current(field);
    return {
      revision: this.#revision,
      settings: live.known as ReadAt<LiveFields> | null,
      chat: chat.known as ReadAt<ChatFields> | null,
      live: watch.known,
      setByUs: chat.own,
      unsure: chat.unsure,
      presets: this.#options.presets.all(),
      undo: undoOf(this.#log.lastOwn, current),
      log: this.#log.latest,
      problems: { settings: live.problem, chat: chat.problem, live: watch.problem },
      reading: this.#readings > 0,
    };
  }

  /** `channelId` null: unknown. The same channel's known values stay until they are read. */
  begin(channelId: string | null): void {
    if (this.#owned.isDisposed) return;
    const channel = channelId ?? '';
    if (channel !== this.#log.channel) this.#startWith(channel);
    for (const part of Object.values(this.#parts)) part.newSignIn();
    void this.#read(true);
  }

  /** A dashboard is open: reads values older than a minute, unless that failed recently. */
  look(): void {
    if (this.#options.scopes() !== null) void this.#read(true);
  }

  /** Reads everything that the platform allows now. Never rejects: problems appear in the state. */
  async refresh(): Promise<void> {
    if (this.#options.scopes() !== null) await this.#read(false);
  }

  /** Fields that differ from `basedOn` were changed elsewhere and are skipped; then it throws. */
  async set(change: StreamChange, basedOn: StreamBase): Promise<void> {
    const record = this.#log.deed();
    for (const part of partsOf(change)) {
      await this.#change(this.#parts[part], change, basedOn, record);
    }
  }

  /** Whether a change whose answer was lost was made. Rejects if the settings cannot be read. */
  async check(change: StreamChange): Promise<Found> {
    const found = await Promise.all(partsOf(change).map((part) => this.#parts[part].check(change)));
    if (found.includes('not-done')) return 'not-done';
    return found.includes('unclear') ? 'unclear' : 'done';
  }

  async applyPreset(id: string, basedOn: StreamBase): Promise<StreamOutcome> {
    return this.#changeEach(this.#options.presets.find(id).change, basedOn);
  }

  /** Undoes our last change; throws if it is no longer the last. */
  async undo(id: number): Promise<StreamOutcome> {
    const { undo } = this.desk();
    if (undo?.id !== id) throw new StagelightError({ code: 'stream-nothing-to-undo' });
    const change = Object.fromEntries(undo.steps.map(({ field, back }) => [field, back]));
    const basedOn = Object.fromEntries(undo.steps.map(({ field, now }) => [field, now]));
    return this.#changeEach(change, basedOn);
  }

  /** The presets, which are stored elsewhere, may have changed. */
  presetsChanged(): void {
    this.#moved();
  }

  dispose(): void {
    for (const part of Object.values(this.#parts)) part.newSignIn();
    this.#owned.dispose();
  }

  #makePart(platform: PlatformPart): SettingsPart {
    const part: SettingsPart = new SettingsPart({
      ...this.#options,
      platform,
      onNoticed: (by, changes) => {
        if (!this.#owned.isDisposed) this.#log.noticed(by, changes);
      },
      onMoved: () => {
        const kept = part.kept();
        if (kept && !this.#owned.isDisposed) this.#log.keep(platform.part, kept);
        this.#moved();
      },
    });
    return part;
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
    record: OnFieldChanges,
  ): Promise<void> {
    const refused = await part.change(change, basedOn, (changes) => {
      if (!this.#owned.isDisposed) record(changes);
    });
    if (refused.length === 0) return;
    const fields = fieldNames(refused);
    throw new StagelightError({ code: 'stream-changed-elsewhere', values: { fields } });
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

function partsOf(change: StreamChange): readonly StreamPart[] {
  const named = Object.keys(change).map((field) => partOf(field as keyof StreamChange));
  return (['live', 'chat'] as const).filter((part) => named.includes(part));
}
