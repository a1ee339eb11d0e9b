import { ALERTS_LISTED, type AlertsState } from '../../../shared/contract/alerts.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import type { QueueSettings } from '../../../shared/overlay/alert-rules.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { QueuedAlert } from './alert-backlog.ts';
import { listedAlertOf } from './alert-history.ts';

interface HeldAlert {
  readonly alert: QueuedAlert;
  /** Epoch milliseconds, for display; null: until approved. */
  readonly until: number | null;
  /** The same on the monotonic clock, which clock changes do not affect. */
  readonly deadline: number;
}

/** Alerts held for review. Each keeps the terms under which it arrived. */
export class HeldAlerts implements Disposable {
  readonly #clock: Clock;
  readonly #release: (alerts: readonly QueuedAlert[]) => void;
  #held: HeldAlert[] = [];
  /** Those that the streamer has let through. */
  readonly #approved = new Set<number>();
  #timer: Disposable | null = null;
  /** When the timer fires, on the monotonic clock. */
  #timerAt = Number.POSITIVE_INFINITY;

  /** @param release receives the alerts whose time has run out, oldest first. */
  constructor(clock: Clock, release: (alerts: readonly QueuedAlert[]) => void) {
    this.#clock = clock;
    this.#release = release;
  }

  /** Oldest first. */
  get all(): readonly HeldAlert[] {
    return this.#held;
  }

  get lists(): Pick<AlertsState, 'held' | 'heldCount'> {
    const first = this.#held.slice(0, ALERTS_LISTED);
    return {
      held: first.map(({ alert, until }) => ({ ...listedAlertOf(alert), heldUntil: until })),
      heldCount: this.#held.length,
    };
  }

  /** @param forMs duration in milliseconds; null: until approved. */
  hold(alert: QueuedAlert, forMs: number | null): void {
    const until = forMs === null ? null : this.#clock.now() + forMs;
    const deadline = this.#clock.monotonic() + (forMs ?? Number.POSITIVE_INFINITY);
    this.#held.push({ alert, until, deadline });
    if (deadline < this.#timerAt) this.#setTimer();
  }

  take(seq: number): QueuedAlert | null {
    const found = this.#held.find(({ alert }) => alert.event.seq === seq);
    if (!found) return null;
    this.#held = this.#held.filter((held) => held !== found);
    this.#setTimer();
    return found.alert;
  }

  has(seq: number): boolean {
    return this.#held.some(({ alert }) => alert.event.seq === seq);
  }

  approve(seq: number): QueuedAlert | null {
    const alert = this.take(seq);
    if (alert) this.#approved.add(seq);
    return alert;
  }

  /** Whether the streamer has yet to let it through. */
  needsApproval(event: ValuedEvent, queue: QueueSettings): boolean {
    const isHeld = holdMsOf(event, queue, this.#clock.now()) === null;
    return isHeld && !this.#approved.has(event.seq);
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

/** Donations of unknown amount and tests never are. */
export function isBelowMinimum(event: ValuedEvent, { minimumBeams }: QueueSettings): boolean {
  if (event.kind !== 'DONATION' || event.origin === 'test') return false;
  const { payAmount } = event.data;
  return payAmount !== null && payAmount < minimumBeams;
}

/** null: until approved. Never holds draws (no viewer's text, and people wait) or own tests. */
export function holdMsOf(
  event: ValuedEvent,
  { approve, holdS }: QueueSettings,
  now: number,
): number | null {
  if (event.kind === 'DROPS' || event.origin === 'test') return 0;
  if (approve) return null;
  // After a crash it has already waited; the wall clock may have been set back since.
  const since = Math.max(0, now - event.receivedAt);
  return Math.max(0, holdS * 1_000 - since);
}
