import {
  type ChangedBy,
  type StreamChangeEntry,
  type StreamFieldName,
  type StreamFieldValue,
  type StreamPart,
  type StreamUndo,
  sameValue,
  streamChangeSchema,
  type UndoStep,
} from '../../../shared/contract/stream.ts';
import type { Services } from '../feature.ts';
import type { SomeFields } from './platform-parts.ts';
import type {
  NewStreamChanges,
  StreamDoing,
  StreamFieldChange,
  StreamRepository,
  StreamSeen,
} from './stream-repository.ts';

const LOG_LENGTH = 50;

/** Receives changed fields as soon as they are found. */
export type OnFieldChanges = (changes: readonly StreamFieldChange[]) => void;

interface ChangeLogOptions extends Pick<Services, 'clock' | 'log'> {
  readonly repository: StreamRepository;
}

/** One channel's settings changes. A failed write leaves out the entry; the change still counts. */
export class ChangeLog {
  readonly #options: ChangeLogOptions;
  #channel = '';
  #latest: readonly StreamChangeEntry[] = [];
  #lastOwn: StreamDoing | null = null;

  constructor(options: ChangeLogOptions) {
    this.#options = options;
  }

  get channel(): string {
    return this.#channel;
  }

  get latest(): readonly StreamChangeEntry[] {
    return this.#latest;
  }

  /** null: nothing has been set here yet. */
  get lastOwn(): StreamDoing | null {
    return this.#lastOwn;
  }

  /** Switches to this channel ('': unknown); null: the channel of the last reading. */
  open(channel: string | null): StreamSeen | null {
    const seen = this.#try('read', () => this.#options.repository.seen(channel)) ?? null;
    this.#channel = channel ?? seen?.channel ?? '';
    this.#read();
    return seen;
  }

  /** Starts an action of ours; all its changes, of both parts, are logged together. */
  deed(): OnFieldChanges {
    const channel = this.#channel;
    let doing: number | null = null;
    return (changes) => {
      if (changes.length > 0) doing = this.#record({ channel, by: 'us', doing, changes }) ?? doing;
    };
  }

  noticed(by: ChangedBy, changes: readonly StreamFieldChange[]): void {
    this.#record({ channel: this.#channel, by, doing: null, changes });
  }

  keep(part: StreamPart, payload: unknown): void {
    const { repository, clock } = this.#options;
    this.#try('written', () => repository.setSeen(this.#channel, part, clock.now(), payload));
  }

  #record(change: Omit<NewStreamChanges, 'at'>): number | undefined {
    const { repository, clock } = this.#options;
    const at = clock.now();
    const doing = this.#try('written', () => repository.record({ ...change, at }));
    this.#read();
    return doing;
  }

  #read(): void {
    const { repository } = this.#options;
    this.#latest = this.#try('read', () => repository.latest(this.#channel, LOG_LENGTH)) ?? [];
    this.#lastOwn = this.#try('read', () => repository.lastOwn(this.#channel)) ?? null;
  }

  #try<T>(what: 'read' | 'written', work: () => T): T | undefined {
    try {
      return work();
    } catch (failure) {
      this.#options.log.error(`the log of settings could not be ${what}`, { failure });
      return undefined;
    }
  }
}

/** The fields of our last change that can be set back and have not changed since; null: none. */
export function undoOf(
  doing: StreamDoing | null,
  current: (field: StreamFieldName) => StreamFieldValue | undefined,
): StreamUndo | null {
  const first = doing?.changes[0];
  if (!doing || !first) return null;
  const steps = doing.changes.flatMap(({ field, before, after }): UndoStep[] => {
    const now = current(field);
    if (before === null || now === undefined || !sameValue(now, after)) return [];
    const canBeSet = streamChangeSchema.safeParse({ [field]: before.value }).success;
    return canBeSet ? [{ field, now: after, back: before.value } as UndoStep] : [];
  });
  return steps.length === 0 ? null : { id: doing.id, at: first.at, steps };
}

/** What is read back, as the platform may trim it; the sent value if that still was the old one. */
export function settled(
  field: StreamFieldName,
  change: SomeFields,
  confirmed: SomeFields | null,
  before: SomeFields,
): StreamFieldValue {
  const sent = change[field] ?? null;
  const read = confirmed?.[field];
  const was = before[field];
  return read === undefined || (was !== undefined && sameValue(read, was)) ? sent : read;
}

export function changesOf(
  names: readonly StreamFieldName[],
  before: SomeFields,
  after: SomeFields,
): readonly StreamFieldChange[] {
  return names.flatMap((field) => {
    const value = after[field];
    const was = before[field];
    if (value === undefined || (was !== undefined && sameValue(was, value))) return [];
    return [{ field, before: was === undefined ? null : { value: was }, after: value }];
  });
}
