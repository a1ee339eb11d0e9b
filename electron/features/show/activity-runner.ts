import type { PastActivity } from '../../../shared/contract/show.ts';
import type { StageEvent, ValuedEvent } from '../../../shared/events.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import { LedgerError } from '../../storage/errors.ts';
import type { Activity, Audience, Effect } from './activity.ts';
import type { NewEntry, ShowRepository, StoredActivity } from './show-repository.ts';

interface RunnerParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly repository: ShowRepository;
  readonly audience: Audience;
  /** The last event that was handed on. */
  readonly lastSeq: () => number;
  /** Events with a value from the ledger, in order, above a number. */
  readonly read: (after: number, limit: number) => readonly ValuedEvent[];
  /** What an effect says in chat; null: nothing. */
  readonly messageOf: (effect: Effect) => string | null;
  /** After the entry is in the ledger. */
  readonly onEffects: (effects: readonly Effect[]) => void;
}

/** So many entries are folded at a start at most; then the whole state is written. */
export const ENTRIES_A_STATE = 20_000;
const ROWS_AT_ONCE = 5_000;
const EVENTS_AT_ONCE = 1_000;
const RETRY_MS = 5_000;
/** Timers stop while the computer sleeps: the clock is looked at again. */
const LONGEST_WAIT_MS = 60_000;

interface Running<S> {
  readonly id: number;
  state: S;
  /** Entries since the state was written. */
  entries: number;
}

/**
 * The newest activity of a kind. Everything that changes it is in the ledger before anybody hears
 * of it, so that a start brings it back as it was shown.
 */
export class ActivityRunner<S, E> implements Disposable {
  readonly #activity: Activity<S, E>;
  readonly #parts: RunnerParts;
  readonly #timers: NamedTimers;
  readonly #changes: Emitter<void>;
  readonly onChange;
  #running: Running<S> | null = null;
  /** The last event that it has heard. */
  #heard = 0;
  /** Folded, but not in the ledger yet. */
  #unwritten: NewEntry[] = [];
  #disposed = false;

  /** Throws a `LedgerError` if what was kept cannot be read. */
  constructor(activity: Activity<S, E>, parts: RunnerParts) {
    this.#activity = activity;
    this.#parts = parts;
    this.#timers = new NamedTimers(parts.clock);
    this.#changes = new Emitter<void>((failure) =>
      parts.log.error('a listener of an activity failed', { failure }),
    );
    this.onChange = this.#changes.on;
    this.#restore();
    this.#catchUp();
  }

  /** The newest one, running or over; null: there was none. The activity's `fold` owns it. */
  get state(): S | null {
    return this.#running?.state ?? null;
  }

  get id(): number | null {
    return this.#running?.id ?? null;
  }

  get isOver(): boolean {
    const { state } = this;
    return state === null || this.#activity.endedAt(state) !== null;
  }

  get kind() {
    return this.#activity.kind;
  }

  /** Begins another one; its number. Throws a `LedgerError`, with nothing changed. */
  begin(state: S): number {
    const { repository, clock, lastSeq } = this.#parts;
    this.flush();
    const packed = this.#activity.pack(state);
    const id = repository.begin(this.#activity.kind, clock.now(), packed, lastSeq());
    this.#running = { id, state, entries: 0 };
    this.#heard = lastSeq();
    this.#changed();
    return id;
  }

  /** Something that the streamer wants. Throws a `LedgerError`, with nothing changed. */
  put(entry: E): void {
    if (!this.#running) throw new TypeError(`No ${this.#activity.kind} has begun.`);
    this.flush();
    const effects = this.#take(entry, this.#parts.clock.now(), this.#heard);
    try {
      this.#write();
    } catch (failure) {
      // The ledger has it without this entry.
      this.#unwritten = [];
      this.#restore();
      throw failure;
    }
    this.#done(effects);
  }

  /** Events in their order, tests left out. Never throws: what the disk refuses is tried again. */
  hear(events: readonly StageEvent[]): void {
    const effects: Effect[] = [];
    let changed = false;
    for (const event of events) {
      const running = this.#running;
      if (!running || this.isOver) break;
      this.#heard = event.seq;
      if (event.origin === 'test') continue;
      const entry = this.#activity.hear(running.state, event, this.#parts.audience);
      if (entry === null) continue;
      effects.push(...this.#take(entry, event.receivedAt, event.seq));
      changed = true;
    }
    if (!changed) return;
    this.#tryToWrite();
    this.#done(effects);
  }

  /** Hears the events that the ledger has and that were not heard before the app ended. */
  #catchUp(): void {
    const { read, lastSeq } = this.#parts;
    for (;;) {
      const events = this.isOver ? [] : read(this.#heard, EVENTS_AT_ONCE);
      this.hear(events);
      if (events.length < EVENTS_AT_ONCE) break;
    }
    this.#heard = lastSeq();
  }

  /** Takes a viewer out of one of the ledger, running or over. Throws a `LedgerError`. */
  forget(stored: StoredActivity, channelId: string): void {
    this.flush();
    const running = this.#running;
    if (running?.id === stored.id) {
      running.state = this.#activity.forget(running.state, channelId);
      this.#keep(running);
      this.#changed();
      return;
    }
    const state = this.#activity.pack(this.#activity.forget(this.stateOf(stored), channelId));
    this.#parts.repository.keep(stored.id, { ...stored, state });
  }

  /** One of the ledger as it was last. Throws a `LedgerError`. */
  stateOf(stored: StoredActivity): S {
    return this.#fold(stored).state;
  }

  /** How one of the ledger came out; null: it is not over, or cannot be read. Throws a `LedgerError`. */
  pastOf(stored: StoredActivity): PastActivity | null {
    const { outcome, endedAt } = this.#activity;
    if (!outcome) return null;
    const running = this.#running;
    try {
      const state = running?.id === stored.id ? running.state : this.stateOf(stored);
      const { id, beganAt } = stored;
      const ended = endedAt(state);
      return ended === null ? null : { id, beganAt, endedAt: ended, outcome: outcome(state) };
    } catch (failure) {
      if (failure instanceof LedgerError) throw failure;
      this.#parts.log.warn('an earlier activity could not be read', { failure });
      return null;
    }
  }

  /** Writes what the disk refused before. Throws a `LedgerError`. */
  flush(): void {
    this.#write();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#timers.dispose();
    try {
      this.flush();
      if (this.#running && this.#running.entries > 0) this.#keep(this.#running);
    } catch (failure) {
      this.#parts.log.error('an activity could not be written', { failure });
    }
    this.#changes.dispose();
  }

  #take(entry: E, at: number, heard: number): readonly Effect[] {
    const running = this.#running;
    if (!running) return [];
    const { state, effects = [] } = this.#activity.fold(running.state, entry);
    running.state = state;
    running.entries += 1;
    const messages = effects.flatMap((effect) => this.#parts.messageOf(effect) ?? []);
    this.#unwritten.push({ activity: running.id, at, heard, entry, messages });
    return effects;
  }

  #write(): void {
    if (this.#unwritten.length === 0) return;
    this.#parts.repository.append(this.#unwritten);
    this.#unwritten = [];
    const running = this.#running;
    if (running && (running.entries >= ENTRIES_A_STATE || this.isOver)) this.#keep(running);
  }

  #tryToWrite(): void {
    try {
      this.#write();
    } catch (failure) {
      this.#parts.log.error('an activity could not be written', { failure });
      this.#timers.set('retry', RETRY_MS, () => this.#tryToWrite());
    }
  }

  #keep(running: Running<S>): void {
    this.#parts.repository.keep(running.id, {
      state: this.#activity.pack(running.state),
      endedAt: this.#activity.endedAt(running.state),
      heard: this.#heard,
    });
    running.entries = 0;
  }

  #done(effects: readonly Effect[]): void {
    if (effects.length > 0) this.#parts.onEffects(effects);
    this.#changed();
  }

  #changed(): void {
    this.#arm();
    this.#changes.fire();
  }

  #arm(): void {
    this.#timers.clear('due');
    const { state } = this;
    const at = state === null || this.isOver ? null : this.#activity.dueAt(state);
    if (at === null || this.#disposed) return;
    const waitMs = Math.max(0, at - this.#parts.clock.now());
    this.#timers.set('due', Math.min(waitMs, LONGEST_WAIT_MS), () => this.#onDue());
  }

  #onDue(): void {
    const { clock, log } = this.#parts;
    const { state } = this;
    const entry = state === null ? null : this.#activity.due(state, clock.now());
    if (entry === null) {
      this.#arm();
      return;
    }
    try {
      this.put(entry);
    } catch (failure) {
      log.error('an activity could not be written', { failure });
      this.#timers.set('due', RETRY_MS, () => this.#onDue());
    }
  }

  #restore(): void {
    const stored = this.#parts.repository.newest(this.#activity.kind);
    if (!stored) {
      this.#running = null;
      return;
    }
    try {
      const { state, entries, heard } = this.#fold(stored);
      this.#running = { id: stored.id, state, entries };
      this.#heard = heard;
    } catch (failure) {
      if (failure instanceof LedgerError) throw failure;
      // Of a newer version, or damaged: it stays in the ledger as it is.
      this.#parts.log.error('an activity cannot be read', { kind: this.kind, failure });
      this.#running = null;
    }
    this.#arm();
  }

  #fold(stored: StoredActivity) {
    let state = this.#activity.unpack(stored.state);
    let { heard } = stored;
    let entries = 0;
    let after = stored.folded;
    for (;;) {
      const rows = this.#parts.repository.journal(stored.id, after, ROWS_AT_ONCE);
      for (const row of rows) {
        ({ state } = this.#activity.fold(state, this.#activity.readEntry(row.entry)));
        heard = Math.max(heard, row.heard);
        after = row.id;
      }
      entries += rows.length;
      if (rows.length < ROWS_AT_ONCE) return { state, entries, heard };
    }
  }
}
