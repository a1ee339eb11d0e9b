import { TOGETHER_MOST } from '../../../shared/overlay/alert-look.ts';
import type { QueueSettings, Variant } from '../../../shared/overlay/alert-rules.ts';
import { isSmall, type QueuedAlert, sharesCardWith } from './queued-alert.ts';

const TAKEN_BEFORE_TRIM = 500;

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

  push(alert: QueuedAlert): void {
    this.#alerts.push(alert);
    this.#expectedMs += alert.expectedMs;
  }

  /** Puts alerts before all others, in this order. */
  putFirst(alerts: readonly QueuedAlert[]): void {
    this.replace([...alerts, ...this.all]);
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

  /** Removes and returns the alert of this number; null if it is not waiting here. */
  take(seq: number): QueuedAlert | null {
    return this.takeWhere(({ event }) => event.seq === seq, 1)[0] ?? null;
  }

  /** Removes and returns the first `most` alerts that fit. */
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

/** Whether the backlog is long enough to group small donations on one card. */
export function isTooFarBehind(waitingMs: number, { behindMaxS }: QueueSettings): boolean {
  return waitingMs > behindMaxS * 1_000;
}

/**
 * Removes the next card: one alert or, when the queue is too far behind and the next alert is a
 * small donation, all small ones like it up to the limit of a card. Larger alerts keep their order.
 * Returns null if the backlog is empty.
 */
export function takeCard(
  line: AlertBacklog,
  settings: QueueSettings,
): readonly [QueuedAlert, ...QueuedAlert[]] | null {
  const isBehind = isTooFarBehind(line.expectedMs, settings);
  const next = line.shift();
  if (!next) return null;
  if (!isBehind || !isSmall(next, settings.smallBeams)) return [next];
  const joins = (alert: QueuedAlert) =>
    isSmall(alert, settings.smallBeams) && sharesCardWith(next, alert);
  return [next, ...line.takeWhere(joins, TOGETHER_MOST - 1)];
}

/** Time until the backlog is empty, with grouped small donations counted as such. */
export function behindMs(line: AlertBacklog, settings: QueueSettings): number {
  if (!isTooFarBehind(line.expectedMs, settings)) return line.expectedMs;
  const cards = new Map<string, number>();
  let ms = 0;
  for (const alert of line.all) {
    if (isSmall(alert, settings.smallBeams)) {
      const { event } = alert;
      const sort = event.kind === 'DONATION' ? `${event.origin} ${event.data.donationType}` : '';
      cards.set(sort, (cards.get(sort) ?? 0) + 1);
    } else {
      ms += alert.expectedMs;
    }
  }
  for (const count of cards.values()) ms += Math.ceil(count / TOGETHER_MOST) * CROWDED_MS;
  return ms;
}

/** How long an alert stays when none waits behind it, milliseconds. */
export const ALONE_MS = 6_000;
/** How long an alert stays when others wait, milliseconds. */
export const CROWDED_MS = 4_000;
/** Maximum time an alert waits for speech, milliseconds. */
export const LONGEST_SPEECH_MS = 20_000;

const BREATH_MS = 1_000;
const HANGUL_MS = 170;
const OTHER_MS = 65;

/** Many names take longer to read than one. */
const NAME_MS = 150;

/** Estimated speech time of a text at a rate (1: usual speed), milliseconds; at most 20 s. */
export function speechMs(text: string | null, rate: number): number {
  if (text === null) return 0;
  const hangul = text.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const spoken = hangul * HANGUL_MS + (text.length - hangul) * OTHER_MS;
  return Math.min(LONGEST_SPEECH_MS, Math.round((BREATH_MS + spoken) / rate));
}

/**
 * How long an alert stays: the variant's duration or the usual one, and at least as long as the
 * speech. A card with many names stays longer.
 */
export function durationOf(
  { durationS }: Pick<Variant, 'durationS'>,
  others: 'alone' | 'crowded',
  voiceMs: number,
  names: number,
): number {
  const usual = others === 'crowded' ? CROWDED_MS : ALONE_MS;
  const asked = durationS === null ? usual : durationS * 1_000;
  return Math.max(asked + (names - 1) * NAME_MS, voiceMs);
}
