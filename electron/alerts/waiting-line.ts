import type { QueuedAlert } from './queued-alert.ts';

const TAKEN_BEFORE_TRIM = 500;

/** Alerts in the order in which they play. */
export class WaitingLine {
  #alerts: QueuedAlert[] = [];
  #taken = 0;
  #expectedMs = 0;

  get length(): number {
    return this.#alerts.length - this.#taken;
  }

  /** How long all of them take the screen one by one, milliseconds. */
  get expectedMs(): number {
    return this.#expectedMs;
  }

  get all(): readonly QueuedAlert[] {
    return this.#alerts.slice(this.#taken);
  }

  first(most: number): readonly QueuedAlert[] {
    return this.#alerts.slice(this.#taken, this.#taken + most);
  }

  push(alert: QueuedAlert): void {
    this.#alerts.push(alert);
    this.#expectedMs += alert.expectedMs;
  }

  /** Before all others, in this order. */
  putFirst(alerts: readonly QueuedAlert[]): void {
    this.replace([...alerts, ...this.all]);
  }

  /** Shifting a long array moves all the rest, so it is trimmed seldom. */
  shift(): QueuedAlert | null {
    const next = this.#alerts[this.#taken];
    if (!next) return null;
    this.#taken += 1;
    this.#expectedMs -= next.expectedMs;
    if (this.#taken >= TAKEN_BEFORE_TRIM || this.length === 0) {
      this.#alerts = this.#alerts.slice(this.#taken);
      this.#taken = 0;
    }
    return next;
  }

  /** The alert of this number, which is then gone; null: it does not wait here. */
  take(seq: number): QueuedAlert | null {
    return this.takeWhere(({ event }) => event.seq === seq, 1)[0] ?? null;
  }

  /** At most `most` alerts, the first that fit, which are then gone. */
  takeWhere(fits: (alert: QueuedAlert) => boolean, most: number): readonly QueuedAlert[] {
    const taken: QueuedAlert[] = [];
    const left = this.all.filter((alert) => {
      const isTaken = taken.length < most && fits(alert);
      if (isTaken) taken.push(alert);
      return !isTaken;
    });
    if (taken.length > 0) this.replace(left);
    return taken;
  }

  replace(alerts: readonly QueuedAlert[]): void {
    this.#alerts = [...alerts];
    this.#taken = 0;
    this.#expectedMs = alerts.reduce((sum, { expectedMs }) => sum + expectedMs, 0);
  }

  clear(): readonly QueuedAlert[] {
    const all = this.all;
    this.replace([]);
    return all;
  }
}
