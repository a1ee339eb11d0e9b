import type { SinkState } from '../../../shared/contract/sinks.ts';
import { assertNever, type ValuedEvent } from '../../../shared/events.ts';
import type { Problem } from '../../../shared/problem.ts';
import { Backoff } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { problemOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { Random } from '../../base/random.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { type Courier, type Delivery, failed, type Letter } from './courier.ts';
import type { SinksRepository, StoredSink } from './sinks-repository.ts';

const MINUTE_MS = 60_000;
const RETRY_BACKOFF = { minMs: 1_000, maxMs: 15 * MINUTE_MS };
/** An event that fails for so long becomes a dead letter. */
export const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;
/** The longest wait that the other side can ask for. */
const RETRY_AFTER_MOST_MS = 24 * 60 * MINUTE_MS;
const LEDGER_RETRY_MS = 5_000;
const PAGE = 20;

export interface OutboxParts {
  readonly repository: SinksRepository;
  readonly ledger: {
    readonly epoch: string;
    /** Events with a value above a number, in order. */
    readonly read: (after: number, limit: number) => readonly ValuedEvent[];
    readonly whenDurable: () => Promise<void> | null;
  };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly onChange: () => void;
}

/**
 * Brings the ledger's events to one sink, in order and each at least once: the next one goes out
 * after the one before has arrived or was given up, and only then is that kept. Nothing waits in
 * memory; every try reads the event from the ledger.
 */
export class Outbox implements Disposable {
  readonly #parts: OutboxParts;
  readonly #sink: StoredSink;
  readonly #courier: Courier;
  readonly #ending = new AbortController();
  readonly #timers: NamedTimers;
  readonly #backoff: Backoff;
  /** One letter is on its way at a time, examples included. */
  readonly #line = new SerialQueue();
  #state: SinkState;
  #position: number;
  #deliveredAt: number | null = null;
  /** Something may be there to do. */
  #isDue = true;
  #wake: (() => void) | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(parts: OutboxParts, sink: StoredSink, courier: Courier) {
    this.#parts = parts;
    this.#sink = sink;
    this.#courier = courier;
    this.#timers = new NamedTimers(parts.clock);
    this.#backoff = new Backoff(RETRY_BACKOFF, parts.random);
    this.#position = sink.position;
    this.#state = stateOf(sink, parts.clock.now());
  }

  get state(): SinkState {
    return this.#state;
  }

  get deliveredAt(): number | null {
    return this.#deliveredAt;
  }

  /** Once. A sink that is off does nothing. */
  start(): void {
    if (this.#sink.isOn) this.#ended = this.#run();
  }

  /** There may be new events, or letters to send again. */
  poke(): void {
    this.#isDue = true;
    this.#wake?.();
  }

  /** Sends an example out of order; what becomes of it is told and not kept. */
  sendExample(letter: Letter): Promise<Delivery> {
    return this.#send([letter]);
  }

  dispose(): void {
    this.#ending.abort();
    this.#timers.dispose();
    this.#wake?.();
  }

  /** Resolves when nothing of it is under way any more. */
  async stop(): Promise<void> {
    this.dispose();
    await this.#ended;
    await this.#line.drained();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      this.#isDue = false;
      try {
        while (!signal.aborted && ((await this.#sendAgain()) || (await this.#sendNext())));
      } catch (failure) {
        if (signal.aborted) return;
        this.#parts.log.error('a sink cannot go on', { id: this.#sink.id, failure });
        this.#timers.set('ledger', LEDGER_RETRY_MS, () => this.poke());
      }
      if (this.#state.kind === 'off') return;
      if (!this.#isDue && !signal.aborted) await this.#news();
    }
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null;
        resolve();
      };
    });
  }

  /** Whether there may be more. */
  async #sendNext(): Promise<boolean> {
    if (this.#state.kind === 'off' || this.#timers.has('retry') || this.#timers.has('pause')) {
      return false;
    }
    const page = this.#parts.ledger.read(this.#position, Math.max(PAGE, this.#courier.most));
    const last = page.at(-1);
    if (!last) return false;
    const wanted = page.filter((event) => isWanted(event, this.#sink));
    const events = wanted.slice(0, this.#courier.most);
    const next = events[0];
    if (!next) {
      this.#moveTo(last.seq);
      // Thousands that are not wanted must not keep everything else from its turn.
      await new Promise((resolve) => setImmediate(resolve));
      return true;
    }
    const delivery = await this.#send(events.map((event) => this.#letter(event)));
    if (this.#ending.signal.aborted) return false;
    const upTo = events.length === wanted.length ? last.seq : (events.at(-1)?.seq ?? next.seq);
    return this.#settle(delivery, events, upTo);
  }

  #settle(delivery: Delivery, events: readonly ValuedEvent[], upTo: number): boolean {
    switch (delivery.kind) {
      case 'delivered':
        this.#backoff.reset();
        this.#deliveredAt = this.#parts.clock.now();
        this.#moveTo(upTo);
        if (delivery.pauseMs > 0) this.#pause(delivery.pauseMs);
        return true;
      case 'gone':
        this.#switchOff(delivery.problem);
        return false;
      case 'failed': {
        const { arrived } = delivery;
        const last = events[arrived - 1];
        if (last) this.#moveTo(last.seq);
        return this.#fail(delivery, events[arrived]?.seq ?? upTo);
      }
      default:
        return assertNever(delivery);
    }
  }

  #fail(delivery: Extract<Delivery, { kind: 'failed' }>, seq: number): boolean {
    const { repository, clock, log } = this.#parts;
    const { id } = this.#sink;
    const { problem, retryAfterMs } = delivery;
    const now = clock.now();
    // The clock may have been set back in between.
    const since = this.#state.kind === 'waiting' ? Math.min(this.#state.since, now) : now;
    if (this.#courier.givesUp && now - since >= GIVE_UP_MS) {
      repository.bury(id, seq, now, problem);
      log.warn('an event was given up', { id, seq, problem: problem.code });
      this.#position = seq;
      this.#backoff.reset();
      this.#set({ kind: 'delivering' });
      return true;
    }
    const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MOST_MS);
    const waitMs = Math.max(this.#backoff.next(), asked);
    this.#timers.set('retry', waitMs, () => this.poke());
    this.#set({ kind: 'waiting', since, problem, nextAt: now + waitMs });
    repository.wait(id, since, problem);
    return false;
  }

  /** One dead letter. Whether there may be more. */
  async #sendAgain(): Promise<boolean> {
    const { repository, clock } = this.#parts;
    if (this.#state.kind === 'off' || this.#timers.has('pause')) return false;
    const { id } = this.#sink;
    const event = repository.nextAgain(id);
    if (!event) return false;
    const delivery = await this.#send([this.#letter(event)]);
    if (this.#ending.signal.aborted) return false;
    const problem = delivery.kind === 'delivered' ? null : delivery.problem;
    repository.settleLetter(id, event.seq, clock.now(), problem);
    if (delivery.kind === 'gone') this.#switchOff(delivery.problem);
    if (delivery.kind === 'delivered' && delivery.pauseMs > 0) this.#pause(delivery.pauseMs);
    this.#parts.onChange();
    return true;
  }

  #send(letters: readonly Letter[]): Promise<Delivery> {
    const { signal } = this.#ending;
    return this.#line.run(async () => {
      // Of an event that a loss of power would take back, the number would come again.
      await this.#parts.ledger.whenDurable()?.catch(() => undefined);
      try {
        return await this.#courier.deliver(letters, signal);
      } catch (failure) {
        const { id } = this.#sink;
        if (!signal.aborted) this.#parts.log.error('a sink failed', { id, failure });
        return failed(problemOf(failure));
      }
    });
  }

  #letter(event: ValuedEvent): Letter {
    const { epoch } = this.#parts.ledger;
    return { id: `${epoch}-${event.seq}`, epoch, event };
  }

  #pause(ms: number): void {
    this.#timers.set('pause', Math.min(ms, RETRY_AFTER_MOST_MS), () => this.poke());
  }

  #moveTo(position: number): void {
    // First: what was sent is not sent again because the disk is full.
    this.#position = position;
    this.#set({ kind: 'delivering' });
    this.#parts.repository.move(this.#sink.id, position);
  }

  #switchOff(problem: Problem): void {
    this.#parts.repository.switch(this.#sink.id, false, problem);
    this.#set({ kind: 'off', problem });
  }

  #set(state: SinkState): void {
    this.#state = state;
    this.#parts.onChange();
  }
}

/** How it stands before its first try. */
function stateOf({ isOn, problem, waitingSince }: StoredSink, now: number): SinkState {
  if (!isOn) return { kind: 'off', problem };
  if (waitingSince === null || problem === null) return { kind: 'delivering' };
  return { kind: 'waiting', since: waitingSince, problem, nextAt: now };
}

/** Donations of an unknown amount are never left out. */
function isWanted(event: ValuedEvent, { filter }: StoredSink): boolean {
  if (!filter.kinds.includes(event.kind)) return false;
  if (event.kind !== 'DONATION' || event.data.payAmount === null) return true;
  return event.data.payAmount >= filter.leastBeams;
}
