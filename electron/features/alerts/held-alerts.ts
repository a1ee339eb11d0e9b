import type { ValuedEvent } from '../../../shared/events.ts';
import type { QueueSettings } from '../../../shared/overlay/alert-rules.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { QueuedAlert } from './queued-alert.ts';

export interface HeldAlert {
  readonly alert: QueuedAlert;
  /** Epoch milliseconds, to show; null: until somebody approves. */
  readonly until: number | null;
  /** The same by the monotonic clock, which nobody sets. */
  readonly deadline: number;
}

/** Alerts that somebody may look at first. Each keeps the terms under which it came. */
export class HeldAlerts implements Disposable {
  readonly #clock: Clock;
  readonly #release: (alerts: readonly QueuedAlert[]) => void;
  #held: HeldAlert[] = [];
  #timer: Disposable | null = null;
  /** When the timer fires, by the monotonic clock. */
  #timerAt = Number.POSITIVE_INFINITY;

  /** @param release gets those whose time is up, oldest first. */
  constructor(clock: Clock, release: (alerts: readonly QueuedAlert[]) => void) {
    this.#clock = clock;
    this.#release = release;
  }

  get length(): number {
    return this.#held.length;
  }

  /** Oldest first. */
  get all(): readonly HeldAlert[] {
    return this.#held;
  }

  /** @param forMs how long, milliseconds; null: until somebody approves. */
  hold(alert: QueuedAlert, forMs: number | null): void {
    const until = forMs === null ? null : this.#clock.now() + forMs;
    const deadline = this.#clock.monotonic() + (forMs ?? Number.POSITIVE_INFINITY);
    this.#held.push({ alert, until, deadline });
    if (deadline < this.#timerAt) this.#setTimer();
  }

  /** The alert of this number, which is then no longer held; null: it is not held. */
  take(seq: number): QueuedAlert | null {
    const found = this.#held.find(({ alert }) => alert.event.seq === seq);
    if (!found) return null;
    this.#held = this.#held.filter((held) => held !== found);
    this.#setTimer();
    return found.alert;
  }

  change(make: (alert: QueuedAlert) => QueuedAlert): void {
    this.#held = this.#held.map((held) => ({ ...held, alert: make(held.alert) }));
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = null;
    this.#held = [];
  }

  #setTimer(): void {
    this.#timer?.dispose();
    this.#timer = null;
    const next = this.#held.reduce(
      (earliest, { deadline }) => Math.min(earliest, deadline),
      Number.POSITIVE_INFINITY,
    );
    this.#timerAt = next;
    if (next === Number.POSITIVE_INFINITY) return;
    const wait = Math.max(0, next - this.#clock.monotonic());
    this.#timer = this.#clock.setTimeout(() => this.#timeIsUp(), wait);
  }

  #timeIsUp(): void {
    const now = this.#clock.monotonic();
    const due = this.#held.filter(({ deadline }) => deadline <= now);
    this.#held = this.#held.filter(({ deadline }) => deadline > now);
    this.#setTimer();
    if (due.length > 0) this.#release(due.map(({ alert }) => alert));
  }
}

/**
 * Whether the streamer's minimum leaves the donation without screen time. A donation whose amount is
 * unknown is never left out, and neither is a test: it shows what an alert looks like.
 */
export function isBelowMinimum(event: ValuedEvent, { minimumBeams }: QueueSettings): boolean {
  if (event.kind !== 'DONATION' || event.origin === 'test') return false;
  const { payAmount } = event.data;
  return payAmount !== null && payAmount < minimumBeams;
}

/**
 * How long the alert is still held, milliseconds; null: until somebody approves, 0: not at all. A draw
 * holds no viewer's words and must come while people wait for it; a test is the streamer's own.
 */
export function holdMsOf(
  event: ValuedEvent,
  { approve, holdS }: QueueSettings,
  now: number,
): number | null {
  if (event.kind === 'DROPS' || event.origin === 'test') return 0;
  if (approve) return null;
  // What a crash held up has been there for a while; the wall clock may have been set back since.
  const since = Math.max(0, now - event.receivedAt);
  return Math.max(0, holdS * 1_000 - since);
}
