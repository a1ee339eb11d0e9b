import {
  type Decoded,
  type DrawTally,
  EVENT_KINDS,
  type EventKind,
  type EventOrigin,
  isValued,
  type StageEvent,
  type ValuedEvent,
  type ValuedKind,
} from '../../shared/events.ts';
import type { Refusal } from '../../shared/status.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import type { EventFrame } from '../platform/frames.ts';
import { NamedCounts, TallyBoard } from './counts.ts';
import { type DecodeResult, decodeFrame, sanitizeTest } from './decode.ts';
import { EventRing } from './event-ring.ts';
import {
  EventWriter,
  type EventWriterOptions,
  FlushScheduler,
  type LedgerFailure,
  type Schedule,
} from './event-writer.ts';
import type { ImagePolicy } from './field-sanitizer.ts';
import { Numbering } from './numbering.ts';
import { type RoleCache, withRole } from './role-cache.ts';

export interface EventHubOptions extends EventWriterOptions {
  readonly imagePolicy: ImagePolicy;
  /** Left out: everyone except the streamer is a viewer. */
  readonly roles?: Pick<RoleCache, 'roleOf' | 'subscribed'>;
  readonly ringSize?: number;
  readonly schedule?: Schedule;
}

/** The events of one turn, in order; those with a value are already in the ledger. */
export interface EventBatch {
  readonly events: readonly StageEvent[];
  readonly upTo: number;
  /** For each draw event, by its number: the totals including its round. */
  readonly draws: ReadonlyMap<number, DrawTally>;
}

interface Pending {
  readonly event: StageEvent;
  readonly weight: number;
}

const DEFAULT_RING = 2_000;
const TEST_WEIGHT = 1_000;
const PERHAPS_TWICE = { perhapsTwice: true } as const;

/**
 * The one entry for all events: decodes, numbers and writes them to the ledger, then hands them on
 * in batches with rising numbers. A batch with valued events waits for the disk; events that arrive
 * meanwhile are written together, so that they share one sync.
 */
export class EventHub implements Disposable {
  readonly #options: EventHubOptions;
  readonly #flushes: FlushScheduler;
  readonly #numbering: Numbering;
  readonly #repository: EventWriter;
  /** The ledger cannot be written (events are still shown); null once it works again. */
  readonly onLedgerFailure: Subscribe<LedgerFailure | null>;
  #tallies: TallyBoard;
  readonly #ring: EventRing;
  readonly #batches: Emitter<EventBatch>;
  readonly onBatch: Subscribe<EventBatch>;
  readonly #forgotten: Emitter<string>;
  /** A viewer was removed from the latest events, which pages must load again. */
  readonly onForgotten: Subscribe<string>;
  readonly #parts = new DisposableStore();
  readonly #kinds = new NamedCounts();
  readonly #refusals = new NamedCounts();
  readonly #repairs = new NamedCounts();
  readonly #unknown = new NamedCounts();
  #pending: Pending[] = [];
  /** Written, but held back until on disk. */
  #onItsWay: readonly Pending[] | null = null;
  #afterwards: { readonly seq: number; readonly run: () => void }[] = [];
  #flushing = false;
  #lastSeq: number;
  #writtenSeq: number;
  /** Numbers below it are never reused, even after a power loss. */
  #safeNumbers: number;

  /** Throws a `LedgerError` if the ledger cannot even be read. */
  constructor(options: EventHubOptions) {
    this.#options = options;
    this.#repository = this.#parts.add(new EventWriter(options));
    this.onLedgerFailure = this.#repository.onChange;
    const { clock, schedule = setImmediate } = options;
    this.#flushes = this.#parts.add(new FlushScheduler(clock, schedule, () => this.flush()));
    this.#batches = this.#parts.add(new Emitter<EventBatch>(options.onFailure));
    this.onBatch = this.#batches.on;
    this.#forgotten = this.#parts.add(new Emitter<string>(options.onFailure));
    this.onForgotten = this.#forgotten.on;
    this.#numbering = new Numbering(options.ledger, (failure) => this.#repository.report(failure));
    this.onLedgerFailure((failure) => {
      if (failure === null) this.#numbering.catchUp();
    });
    this.#tallies = new TallyBoard(options.ledger.tallies());
    this.#ring = new EventRing(options.ringSize ?? DEFAULT_RING);
    this.#lastSeq = this.#numbering.last;
    this.#writtenSeq = this.#lastSeq;
    this.#safeNumbers = this.#numbering.last + 1;
  }

  /** null: the ledger can be written, as far as anybody knows. */
  get ledgerFailure(): LedgerFailure | null {
    return this.#repository.failure;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Whether the ledger has taken every event that was received. */
  get isWritten(): boolean {
    return this.#pending.length === 0 && !this.#repository.isBehind;
  }

  /** Number of the last event passed to the ledger; it may not be handed on yet. */
  get writtenSeq(): number {
    return this.#writtenSeq;
  }

  get counts(): Readonly<Record<EventKind, number>> {
    const counts = EVENT_KINDS.map((kind) => [kind, this.#kinds.count(kind)] as const);
    return Object.fromEntries(counts) as Record<EventKind, number>;
  }

  /** Frames with unknown event names, ignored as the specification asks. */
  get unknownEvents(): number {
    return this.#unknown.total;
  }

  get refusals(): readonly Refusal[] {
    return this.#refusals.all;
  }

  get repairs(): readonly Refusal[] {
    return this.#repairs.all;
  }

  get tallies(): readonly DrawTally[] {
    return this.#tallies.all;
  }

  /** The newest `limit` events of all kinds, oldest first; fewer after a burst of large ones. */
  newest(limit: number): readonly StageEvent[] {
    for (let back = limit; back > 0; back = Math.floor(back / 2)) {
      const events = this.since(Math.max(0, this.lastSeq - back));
      if (events) return events;
    }
    return [];
  }

  findTally(campaignId: string, rewardId: string): DrawTally | null {
    return this.#tallies.find(campaignId, rewardId);
  }

  /** Takes one frame of the socket and returns its result. Never throws. */
  receive(frame: EventFrame): DecodeResult {
    const { imagePolicy, roles, log } = this.#options;
    const result = decodeFrame(frame, imagePolicy);
    if (this.#parts.isDisposed) return result;
    switch (result.type) {
      case 'event':
        this.#kinds.add(result.decoded.kind);
        for (const repair of result.repairs) this.#noteRepair(repair, result.decoded.kind);
        this.#accept(
          roles ? withRole(result.decoded, roles) : result.decoded,
          'platform',
          frame.type === 'event' ? frame.length : 0,
          frame.type === 'event' && frame.perhapsTwice ? PERHAPS_TWICE : {},
        );
        break;
      case 'unknown-event':
        if (this.#unknown.add(result.name)) {
          log.info('events: unknown event ignored', { name: result.name });
        }
        break;
      case 'refused':
        if (this.#refusals.add(result.reason)) {
          const { reason, detail } = result;
          const count = this.#refusals.count(reason);
          log.warn('events: frame refused', { reason, count, detail });
        }
        break;
    }
    return result;
  }

  /**
   * Takes an event that this computer did not receive itself, as one that comes now. `receivedAt`: when it came to the one
   * that did, epoch milliseconds. It was decoded before. Never throws.
   */
  receiveLate(decoded: Decoded<ValuedKind>, receivedAt: number): void {
    this.#kinds.add(decoded.kind);
    this.#accept(decoded, 'platform', JSON.stringify(decoded).length, {}, receivedAt);
  }

  /** Shows a test event: sanitized and numbered like any other, but never stored or tallied. */
  playTest(decoded: Decoded): StageEvent {
    return this.#accept(sanitizeTest(decoded, this.#options.imagePolicy), 'test', TEST_WEIGHT);
  }

  /** null if some are no longer kept or `after` is too high: the page must then start over. */
  since(after: number): readonly StageEvent[] | null {
    if (after > this.#lastSeq) return null;
    if (after === this.#lastSeq) return [];
    const oldest = this.#ring.oldest;
    return oldest === null || after < oldest - 1 ? null : this.#ring.after(after);
  }

  /** The oldest event that `since` still has; null: none. */
  get oldestSeq(): number | null {
    return this.#ring.oldest;
  }

  recentChat(limit: number): readonly StageEvent<'CHAT'>[] {
    return this.#ring.latest(limit, (event) => event.kind === 'CHAT');
  }

  /** Those of this run, including tests, then older ones; oldest first. Never throws. */
  latestValued(limit: number): readonly ValuedEvent[] {
    const recent = this.#ring.latest(limit, isValued);
    const missing = limit - recent.length;
    if (missing <= 0) return recent;
    const before = recent[0]?.seq ?? this.#lastSeq + 1;
    try {
      return [...this.#options.ledger.figures.latestBefore(before, missing), ...recent];
    } catch (failure) {
      this.#options.log.error('the latest events could not be read', { failure });
      return recent;
    }
  }

  /** Removes a viewer from the latest events; does not touch the ledger. */
  forget(viewer: string): void {
    this.#whenHandedOn(() => {
      this.#ring.forget(viewer);
      this.#forgotten.fire(viewer);
    });
  }

  /** The ledger has events that came by another way. */
  rereadTallies(): void {
    this.#tallies = new TallyBoard(this.#options.ledger.tallies());
  }

  handedOn(): Promise<void> {
    return new Promise((resolve) => this.#whenHandedOn(resolve));
  }

  /** Writes and hands on received events without waiting for the end of the turn. */
  flush(): void {
    // Events that a listener adds during a batch go into a later one, so that every listener gets
    // the batches in order.
    if (this.#flushing || this.#onItsWay !== null || this.#pending.length === 0) return;
    const pending = this.#pending;
    this.#pending = [];
    const durable = this.#write(pending.map(({ event }) => event));
    if (durable === null) {
      this.#handOn(pending);
      return;
    }
    this.#onItsWay = pending;
    void durable.then(() => {
      if (this.#onItsWay === pending) this.#arrived(pending);
    });
  }

  /** Hands on the remaining events and releases unused numbers. Close the ledger afterwards. */
  dispose(): void {
    if (this.#parts.isDisposed) return;
    try {
      this.#options.ledger.commitDurably();
    } catch (failure) {
      this.#repository.report(failure);
    }
    if (this.#onItsWay !== null) this.#arrived(this.#onItsWay);
    this.flush();
    // Again, for events that listeners just added.
    this.flush();
    this.#numbering.release();
    this.#parts.dispose();
  }

  /** null: they may be handed on at once; otherwise resolves when they may. */
  #write(events: readonly StageEvent[]): Promise<void> | null {
    const valued = events.filter(isValued).filter(({ origin }) => origin === 'platform');
    this.#writtenSeq = events.at(-1)?.seq ?? this.#writtenSeq;
    const isSafe = this.#writtenSeq < this.#safeNumbers;
    if (valued.length === 0 && isSafe) return null;
    const { end } = this.#numbering;
    const durable =
      valued.length > 0
        ? this.#flushes.measure(() => this.#repository.write(valued))
        : this.#repository.whenDurable();
    if (durable === null) return null;
    return durable.then((isDurable) => {
      if (isDurable) this.#safeNumbers = end;
    });
  }

  #arrived(pending: readonly Pending[]): void {
    this.#onItsWay = null;
    this.#handOn(pending);
    this.flush();
  }

  #handOn(pending: readonly Pending[]): void {
    const events = pending.map(({ event }) => event);
    for (const { event, weight } of pending) this.#ring.push(event, weight);
    this.#lastSeq = events.at(-1)?.seq ?? this.#lastSeq;
    const draws = this.#addDraws(events);
    this.#flushing = true;
    try {
      this.#batches.fire({ events, upTo: this.#lastSeq, draws });
    } finally {
      this.#flushing = false;
    }
    const due = this.#afterwards.filter(({ seq }) => seq <= this.#lastSeq);
    this.#afterwards = this.#afterwards.filter(({ seq }) => seq > this.#lastSeq);
    for (const { run } of due) run();
  }

  #whenHandedOn(run: () => void): void {
    this.flush();
    const seq = this.#numbering.last;
    if (seq <= this.#lastSeq) run();
    else this.#afterwards.push({ seq, run });
  }

  #accept(
    decoded: Decoded,
    origin: EventOrigin,
    weight: number,
    doubt: Pick<StageEvent, 'perhapsTwice'> = {},
    receivedAt = this.#options.clock.now(),
  ): StageEvent {
    const seq = this.#numbering.take();
    const event: StageEvent = { ...decoded, seq, receivedAt, origin, ...doubt };
    if (this.#parts.isDisposed) return event;
    this.#pending.push({ event, weight });
    this.#flushes.ask();
    return event;
  }

  #addDraws(events: readonly StageEvent[]): ReadonlyMap<number, DrawTally> {
    const draws = new Map<number, DrawTally>();
    for (const event of events) {
      if (event.kind !== 'DROPS' || event.origin === 'test') continue;
      draws.set(event.seq, this.#tallies.add(event));
    }
    return draws;
  }

  #noteRepair(repair: string, kind: EventKind): void {
    if (!this.#repairs.add(repair)) return;
    const count = this.#repairs.count(repair);
    this.#options.log.warn('events: field repaired', { repair, kind, count });
  }
}
