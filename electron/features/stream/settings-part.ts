import { z } from 'zod';
import type { Found } from '../../../shared/contract/command.ts';
import {
  type ChangedBy,
  isUnread,
  type ReadAt,
  type SetByUs,
  type StreamBase,
  type StreamChange,
  type StreamFieldName,
  type StreamFieldValue,
  sameValue,
  streamBaseSchema,
  UNREAD_FIELDS,
} from '../../../shared/contract/stream.ts';
import type { Problem } from '../../../shared/problem.ts';
import { problemOf, StagelightError } from '../../base/errors.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { InsufficientScopeError, UnavailableError } from '../../platform/errors.ts';
import type { Services } from '../feature.ts';
import { changesOf, type OnFieldChanges, settled } from './change-log.ts';
import { fieldNames, type PlatformPart, pick, type SomeFields } from './platform-parts.ts';
import { ReadingTurns } from './reading-turns.ts';
import type { StreamFieldChange } from './stream-repository.ts';

const settingSchema = z.object({ value: z.union([z.boolean(), z.number()]), setAt: z.number() });
const ownSchema = z.partialRecord(z.enum(UNREAD_FIELDS), settingSchema);
const keptSchema = z.object({
  readAt: z.number(),
  value: streamBaseSchema,
  own: ownSchema,
  unsure: ownSchema.optional(),
});

const NOTHING_SET: SetByUs = { chatEmojiMode: null, chatSlowModeSec: null };

interface SettingsPartOptions extends Pick<Services, 'clock' | 'random' | 'log'> {
  readonly platform: PlatformPart;
  readonly scopes: () => readonly string[] | null;
  /** Receives changes made elsewhere, and our unanswered changes that a reading confirmed. */
  readonly onNoticed: (by: ChangedBy, changes: readonly StreamFieldChange[]) => void;
  readonly onMoved: () => void;
}

/** One half of the settings. Calls run one by one, so that a reading never sees half a change. */
export class SettingsPart {
  readonly #options: SettingsPartOptions;
  readonly #queue = new SerialQueue();
  readonly #turns: ReadingTurns;
  #known: ReadAt<SomeFields> | null = null;
  /** Fields that the platform does not return: the last accepted values. */
  #own = NOTHING_SET;
  /** The same fields: later values sent without an answer. */
  #unsure = NOTHING_SET;
  #problem: Problem | null = null;
  /** Sent without an answer; if a reading finds these values, we made the change. */
  #inDoubt: SomeFields = {};
  /** Increases with another channel or sign-in, so that late answers are dropped. */
  #run = 0;

  constructor(options: SettingsPartOptions) {
    this.#options = options;
    this.#turns = new ReadingTurns(options.clock, options.random);
  }

  /** What pages are shown; `unsure` may apply instead of `own`, as it was sent without an answer. */
  get shown() {
    return { known: this.#known, own: this.#own, unsure: this.#unsure, problem: this.#problem };
  }

  current(field: StreamFieldName): StreamFieldValue | undefined {
    return isUnread(field) ? this.#own[field]?.value : this.#known?.value[field];
  }

  /** Starts with a channel's stored values; invalid ones are ignored. */
  startWith(kept: unknown): void {
    this.newSignIn();
    this.#inDoubt = {};
    const { readAt, value, own, unsure } = keptSchema.safeParse(kept).data ?? {};
    this.#own = { ...NOTHING_SET, ...own } as SetByUs;
    this.#unsure = { ...NOTHING_SET, ...unsure } as SetByUs;
    // A reading stored by an older version may lack a field, so it is incomplete.
    const isWhole = this.#options.platform.fields.every(
      (field) => isUnread(field) || value?.[field] !== undefined,
    );
    const isKnown = isWhole && readAt !== undefined;
    this.#known = isKnown ? { readAt, value: value as SomeFields } : null;
  }

  /** Allows every reading again and drops pending answers. */
  newSignIn(): void {
    this.#run += 1;
    this.#problem = null;
    this.#turns.startOver();
  }

  /** The values to store across runs; null if nothing was read yet. */
  kept(): object | null {
    if (this.#known === null) return null;
    return { ...this.#known, own: withoutNull(this.#own), unsure: withoutNull(this.#unsure) };
  }

  /** If the scope is granted; `due`: if older than a minute and not just failed. Never rejects. */
  read(due: boolean): Promise<void> {
    return this.#queue.run(async () => {
      const run = this.#run;
      if (!this.#mayRead() || !(due ? this.#turns.isDue : this.#turns.isAllowed)) return;
      try {
        await this.#readNow(run);
      } catch (failure) {
        if (run !== this.#run) return;
        const { log, platform } = this.#options;
        log.warn('settings could not be read', { part: platform.part, failure });
      }
    });
  }

  /**
   * Sets fields after a reading; those that differ from `basedOn` are skipped and returned. `onOwn`
   * receives the changes. Throws an error of unknown outcome, or the platform's error.
   */
  change(
    wanted: StreamChange,
    basedOn: StreamBase,
    onOwn: OnFieldChanges,
  ): Promise<readonly StreamFieldName[]> {
    return this.#queue.run(async () => {
      const { platform, scopes } = this.#options;
      const mine = pick(wanted, platform.fields);
      if (Object.keys(mine).length === 0) return [];
      if (scopes()?.includes(platform.writeScope) === false) {
        const occasion = { operation: platform.writing, status: null, platformMessage: null };
        throw new InsufficientScopeError(occasion, platform.writeScope);
      }
      const run = this.#run;
      if (this.#mayRead()) await this.#readNow(run);
      const names = Object.keys(mine) as StreamFieldName[];
      const refused = names.filter((field) => this.#isRefused(field, mine, basedOn));
      const rest = names.filter((field) => !refused.includes(field) && !this.#isSet(field, mine));
      if (rest.length > 0) await this.#set(pick(mine, rest), run, onOwn);
      return refused;
    });
  }

  /** Whether a change whose answer was lost was made; unreadable fields leave that open. */
  check(wanted: StreamChange): Promise<Found> {
    return this.#queue.run(async () => {
      const mine = pick(wanted, this.#options.platform.fields);
      const names = Object.keys(mine) as StreamFieldName[];
      const readable = names.filter((field) => !isUnread(field));
      if (readable.length === 0 || !this.#mayRead()) return 'unclear';
      this.#inDoubt = { ...this.#inDoubt, ...pick(mine, readable) };
      const run = this.#run;
      await this.#readNow(run, 'read-back');
      // The answer was of another sign-in, perhaps of another channel.
      if (run !== this.#run) return 'unclear';
      if (!readable.every((field) => this.#isSet(field, mine))) return 'not-done';
      return readable.length === names.length ? 'done' : 'unclear';
    });
  }

  #mayRead(): boolean {
    return this.#options.scopes()?.includes(this.#options.platform.readScope) === true;
  }

  #isRefused(field: StreamFieldName, mine: SomeFields, basedOn: StreamBase): boolean {
    const seen = basedOn[field];
    const now = this.current(field);
    if (seen === undefined || now === undefined) return false;
    // For a field the platform does not return, the page may have known no value: null.
    return !sameValue(now, seen) && !sameValue(now, mine[field] ?? null);
  }

  /** Only a field that was just read can be skipped because it already has the value. */
  #isSet(field: StreamFieldName, mine: SomeFields): boolean {
    const now = this.#mayRead() && !isUnread(field) ? this.current(field) : undefined;
    return now !== undefined && sameValue(now, mine[field] ?? null);
  }

  async #set(change: SomeFields, run: number, onOwn: OnFieldChanges): Promise<void> {
    const names = Object.keys(change) as StreamFieldName[];
    const before: SomeFields = Object.fromEntries(
      names.map((field) => [field, this.current(field)]),
    );
    try {
      await this.#options.platform.write(change as StreamChange);
    } catch (failure) {
      if (!(failure instanceof UnavailableError && failure.mayHaveHappened)) throw failure;
      if (run !== this.#run) throw changeUnsure(names, 'not-read', failure);
      const outcome = await this.#cameThrough(change, run);
      if (outcome !== 'done') throw changeUnsure(names, outcome, failure);
      return;
    }
    const confirmed = await this.#confirm(run, names);
    const after: SomeFields = Object.fromEntries(
      names.map((field) => [field, settled(field, change, confirmed, before)]),
    );
    onOwn(changesOf(names, before, after));
    if (run === this.#run) this.#take(after);
  }

  /** Reads back a change; null if that is not possible, which is no failure. */
  async #confirm(run: number, names: readonly StreamFieldName[]): Promise<SomeFields | null> {
    if (!this.#mayRead()) return null;
    try {
      const fresh = await this.#options.platform.read();
      if (run === this.#run) this.#notice(fresh, names);
      return fresh;
    } catch (failure) {
      this.#options.log.debug('a change could not be confirmed', { failure });
      return null;
    }
  }

  #take(after: SomeFields): void {
    const now = this.#options.clock.now();
    const names = Object.keys(after) as StreamFieldName[];
    for (const field of names.filter(isUnread)) {
      this.#own = { ...this.#own, [field]: { value: after[field], setAt: now } };
      this.#unsure = { ...this.#unsure, [field]: null };
    }
    const read = pick(
      after,
      names.filter((field) => !isUnread(field)),
    );
    if (this.#known) this.#known = { ...this.#known, value: { ...this.#known.value, ...read } };
    this.#options.onMoved();
  }

  /** Whether an unanswered change was made, as far as a reading shows. */
  async #cameThrough(change: SomeFields, run: number): Promise<'done' | ReadBack> {
    const names = Object.keys(change) as StreamFieldName[];
    const unreadable = names.filter(isUnread);
    for (const field of unreadable) {
      const setting = { value: change[field], setAt: this.#options.clock.now() };
      this.#unsure = { ...this.#unsure, [field]: setting };
    }
    this.#inDoubt = change;
    const unread = unreadable.length > 0 ? 'not-readable' : 'not-read';
    try {
      if (!this.#mayRead()) return unread;
      await this.#readNow(run, 'read-back');
      if (unreadable.length > 0) return unread;
      return names.every((field) => this.#isSet(field, change)) ? 'done' : 'as-before';
    } catch {
      return unread;
    } finally {
      this.#options.onMoved();
    }
  }

  /** `read-back`: a failure is reported with the change instead. */
  async #readNow(run: number, why: 'read' | 'read-back' = 'read'): Promise<void> {
    try {
      const fresh = await this.#options.platform.read();
      if (run !== this.#run) return;
      this.#notice(fresh, []);
      this.#problem = null;
      this.#turns.succeeded();
    } catch (failure) {
      if (run === this.#run) {
        if (why === 'read') this.#problem = problemOf(failure);
        this.#turns.failed(failure);
      }
      throw failure;
    } finally {
      if (run === this.#run) this.#options.onMoved();
    }
  }

  /** Stores a reading and reports changes made elsewhere; changes of `own` fields are ours. */
  #notice(fresh: SomeFields, own: readonly StreamFieldName[]): void {
    const { platform, clock, onNoticed } = this.#options;
    const known = this.#known?.value ?? {};
    const doubt = this.#inDoubt;
    const others = platform.fields.filter((field) => !own.includes(field));
    // A field that was unknown before was not changed, only read for the first time.
    const changed = changesOf(others, known, fresh).filter(({ before }) => before !== null);
    const isOurs = ({ field, after }: StreamFieldChange) => {
      const sent = doubt[field];
      return sent !== undefined && sameValue(sent, after);
    };
    // A field that still has its old value may change later: the platform can be slow.
    const open = (Object.keys(doubt) as StreamFieldName[]).filter(
      (field) => !own.includes(field) && sameValue(known[field] ?? null, fresh[field] ?? null),
    );
    this.#inDoubt = pick(doubt, open);
    this.#known = { value: { ...fresh, ...pick(known, own) }, readAt: clock.now() };
    for (const by of ['us', 'elsewhere'] as const) {
      const theirs = changed.filter((change) => isOurs(change) === (by === 'us'));
      if (theirs.length > 0) onNoticed(by, theirs);
    }
  }
}

type ReadBack = 'as-before' | 'not-read' | 'not-readable';

/** A change was sent without a usable answer; it may have been made. */
function changeUnsure(
  names: readonly StreamFieldName[],
  readBack: ReadBack,
  cause: unknown,
): StagelightError {
  const values = {
    fields: fieldNames(names),
    advice: { key: `problem.stream-change-unsure.${readBack}` as const },
  };
  return new StagelightError(
    { code: 'stream-change-unsure', values, outcome: 'unknown' },
    { cause },
  );
}

function withoutNull(settings: SetByUs): object {
  return Object.fromEntries(Object.entries(settings).filter(([, setting]) => setting !== null));
}
