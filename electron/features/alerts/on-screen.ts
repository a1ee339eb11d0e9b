import type { PlayingAlert } from '../../../shared/alerts.ts';
import type { ListedAlert } from '../../../shared/contract/alerts.ts';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { Card, QueuedAlert } from './alert-backlog.ts';
import { listedAlertOf } from './alert-history.ts';

/** Several alerts are small donations sharing the first one's card. */
interface Playing {
  readonly alerts: Card;
  readonly look: AlertLook;
  readonly durationMs: number;
  /** On the monotonic clock. */
  readonly endsAt: number;
  /** The same as epoch milliseconds. */
  readonly overAt: number;
  readonly timer: Disposable;
  /** A page has drawn it, now and not only when it was shown before. */
  readonly isPainted: boolean;
}

/** What happens to the card on screen. */
export interface CardMoment {
  /** `painted`: a page has drawn its first frame. `ended`: it left the screen. */
  readonly moment: 'begun' | 'painted' | 'ended';
  readonly card: Card;
  readonly look: AlertLook;
}

/** The card on screen, one at a time, and its time. */
export class OnScreen {
  readonly #clock: Clock;
  readonly #timeIsUp: () => void;
  readonly #tell: (moment: CardMoment) => void;
  #playing: Playing | null = null;

  constructor(clock: Clock, timeIsUp: () => void, tell: (moment: CardMoment) => void = () => {}) {
    this.#clock = clock;
    this.#timeIsUp = timeIsUp;
    this.#tell = tell;
  }

  /** null: the screen is free. */
  get alerts(): Card | null {
    return this.#playing?.alerts ?? null;
  }

  /** For pages, with its remaining time. */
  get current(): PlayingAlert | null {
    if (!this.#playing) return null;
    const { alerts, look, durationMs, endsAt } = this.#playing;
    const { event, tally } = alerts[0];
    const remainingMs = Math.max(0, Math.round(endsAt - this.#clock.monotonic()));
    return { alertId: event.seq, event, tally, look, durationMs, remainingMs };
  }

  get listed(): ListedAlert | null {
    if (!this.#playing) return null;
    const { alerts, look, durationMs, overAt } = this.#playing;
    const together = alerts.length;
    return { ...listedAlertOf(alerts[0]), together, speak: look.speak, endsAt: overAt, durationMs };
  }

  /** A page has drawn it. */
  get isPainted(): boolean {
    return this.#playing?.isPainted ?? false;
  }

  has(alertId: number): boolean {
    return this.alerts?.some(({ event }) => event.seq === alertId) ?? false;
  }

  start(alerts: Card, look: AlertLook, durationMs: number): void {
    const timer = this.#clock.setTimeout(this.#timeIsUp, durationMs);
    const endsAt = this.#clock.monotonic() + durationMs;
    const overAt = this.#clock.now() + durationMs;
    this.#playing = { alerts, look, durationMs, endsAt, overAt, timer, isPainted: false };
    this.#tell({ moment: 'begun', card: alerts, look });
  }

  /** Notes the first receipt; answers those on the card that no page had painted before. */
  painted(): readonly QueuedAlert[] {
    const playing = this.#playing;
    if (!playing || playing.isPainted) return [];
    const [first, ...rest] = playing.alerts;
    const at = this.#clock.now();
    const painted = (alert: QueuedAlert) => ({ ...alert, paintedAt: alert.paintedAt ?? at });
    const alerts: Card = [painted(first), ...rest.map(painted)];
    this.#playing = { ...playing, alerts, isPainted: true };
    this.#tell({ moment: 'painted', card: alerts, look: playing.look });
    return alerts.filter((_, index) => playing.alerts[index]?.paintedAt === null);
  }

  /** Clears the screen and answers what was on it. */
  stop(): Card | null {
    const playing = this.#playing;
    if (!playing) return null;
    playing.timer.dispose();
    this.#playing = null;
    this.#tell({ moment: 'ended', card: playing.alerts, look: playing.look });
    return playing.alerts;
  }
}
