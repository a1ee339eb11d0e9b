import type { DrawTally, ValuedEvent } from '../../../shared/events.ts';
import { TOGETHER_MOST } from '../../../shared/overlay/alert-look.ts';
import type { QueueSettings } from '../../../shared/overlay/alert-rules.ts';

export interface QueuedAlert {
  readonly event: ValuedEvent;
  readonly tally: DrawTally | null;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  readonly paintedAt: number | null;
  /** It was shown before and is shown again; its states in the ledger stay unchanged. */
  readonly isReplay: boolean;
  /** It never appeared and is caught up on: it plays when nothing newer waits. */
  readonly isLate: boolean;
  /** Estimated time on screen while others wait, milliseconds. */
  readonly expectedMs: number;
}

/** What plays at once: one alert, or small donations that share a card. */
export type Card = readonly [QueuedAlert, ...QueuedAlert[]];

/** How long an alert stays when others wait, milliseconds. */
export const CROWDED_MS = 4_000;

const TAKEN_BEFORE_TRIM = 500;

/** The screen could never catch up with more; further alerts become "never appeared" at once. */
export const MOST_WAITING = 5_000;

/** So many alerts of a demo wait for its first overlay page: a greeting, not a backlog. */
export const MOST_AWAITING = 3;

/** Waiting alerts in playing order. */
export class AlertBacklog {
  #alerts: QueuedAlert[] = [];
  #taken = 0;
  #expectedMs = 0;

  get length(): number {
    return this.#alerts.length - this.#taken;
  }

  /** Total time of all alerts played one by one, milliseconds. */
  get expectedMs(): number {
    return this.#expectedMs;
  }

  get all(): readonly QueuedAlert[] {
    return this.#alerts.slice(this.#taken);
  }

  first(most: number): readonly QueuedAlert[] {
    return this.#alerts.slice(this.#taken, this.#taken + most);
  }

  /** At the end; late ones stay behind all others. Tests play next: the streamer looks for them. */
  push(alert: QueuedAlert): void {
    this.#alerts.splice(this.#placeFor(alert), 0, alert);
    this.#expectedMs += alert.expectedMs;
  }

  putFirst(alerts: readonly QueuedAlert[]): void {
    this.replace([...alerts.map((alert) => ({ ...alert, isLate: false })), ...this.all]);
  }

  /** Trimming a long array moves its elements, so it is done rarely. */
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

  has(seq: number): boolean {
    return this.all.some(({ event }) => event.seq === seq);
  }

  take(seq: number): QueuedAlert | null {
    return this.takeWhere(({ event }) => event.seq === seq, 1)[0] ?? null;
  }

  takeWhere(fits: (alert: QueuedAlert) => boolean, most: number): readonly QueuedAlert[] {
    const taken = this.all.filter(fits).slice(0, most);
    const isTaken = new Set(taken);
    if (taken.length > 0) this.replace(this.all.filter((alert) => !isTaken.has(alert)));
    return taken;
  }

  replace(alerts: readonly QueuedAlert[]): void {
    this.#alerts = [...alerts];
    this.#taken = 0;
    this.#expectedMs = expectedMsOf(alerts);
  }

  clear(): readonly QueuedAlert[] {
    const { all } = this;
    this.replace([]);
    return all;
  }

  #placeFor({ isLate, event }: QueuedAlert): number {
    if (isLate) return this.#alerts.length;
    return event.origin === 'test' ? this.#testsTo() : this.#lateFrom();
  }

  /** Behind the tests that play next. */
  #testsTo(): number {
    let to = this.#taken;
    while (this.#alerts[to]?.event.origin === 'test') to += 1;
    return to;
  }

  /** Where the late ones begin: they are the last, whatever was put first or taken out. */
  #lateFrom(): number {
    let from = this.#alerts.length;
    while (from > this.#taken && this.#alerts[from - 1]?.isLate) from -= 1;
    return from;
  }
}

function expectedMsOf(alerts: readonly QueuedAlert[]): number {
  return alerts.reduce((sum, { expectedMs }) => sum + expectedMs, 0);
}

/** Whether the backlog is long enough to group small donations on one card. */
function isTooFarBehind({ expectedMs }: AlertBacklog, { behindMaxS }: QueueSettings): boolean {
  return expectedMs > behindMaxS * 1_000;
}

/** What plays next; too far behind, all small donations like the next alert come on one card. */
export function nextCard(line: AlertBacklog, settings: QueueSettings): Card | null {
  const [next] = line.first(1);
  if (!next) return null;
  if (!isTooFarBehind(line, settings) || !isSmall(next, settings)) return [next];
  const sort = sortOf(next);
  const joins = (alert: QueuedAlert) =>
    alert !== next && isSmall(alert, settings) && sortOf(alert) === sort;
  return [next, ...line.all.filter(joins).slice(0, TOGETHER_MOST - 1)];
}

/** Removes it. */
export function takeCard(line: AlertBacklog, settings: QueueSettings): Card | null {
  const card = nextCard(line, settings);
  if (!card) return null;
  line.shift();
  const others = new Set(card.slice(1));
  if (others.size > 0) line.takeWhere((alert) => others.has(alert), others.size);
  return card;
}

/** Time until the backlog is empty, with grouped small donations counted as such. */
export function behindMs(line: AlertBacklog, settings: QueueSettings): number {
  if (!isTooFarBehind(line, settings)) return line.expectedMs;
  const sorts = Map.groupBy(line.all, (alert) => (isSmall(alert, settings) ? sortOf(alert) : null));
  let ms = 0;
  for (const [sort, alerts] of sorts) {
    const cards = Math.ceil(alerts.length / TOGETHER_MOST);
    ms += sort === null ? expectedMsOf(alerts) : cards * CROWDED_MS;
  }
  return ms;
}

/** Whether it may share a card, by the streamer's limit. A replay always stands alone. */
function isSmall({ event, isReplay }: QueuedAlert, { smallBeams }: QueueSettings): boolean {
  if (event.kind !== 'DONATION' || isReplay) return false;
  return event.data.payAmount !== null && event.data.payAmount <= smallBeams;
}

/**
 * A card adds up only beams of the same sort, and never mixes tests with real donations, nor what is
 * caught up on with what plays even if nobody sees it.
 */
function sortOf({ event, isLate }: QueuedAlert): string {
  return event.kind === 'DONATION' ? `${event.origin} ${isLate} ${event.data.donationType}` : '';
}
