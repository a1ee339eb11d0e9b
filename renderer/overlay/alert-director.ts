import type { PlayingAlert, ReceiptState } from '../../shared/alerts.ts';
import type { Level } from '../../shared/overlay/names.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';
import type { StagedAlert } from '../stores/overlay-store.ts';

interface AlertDirectorParts {
  readonly timers: PageTimers;
  /** null removes it. */
  readonly stage: (staged: StagedAlert | null) => void;
  readonly receipt: (alertId: number, state: ReceiptState) => void;
}

/** How long an alert takes to leave: the style sheet's --alert-time-out of its level. */
export const ALERT_EXIT_MS: Readonly<Record<Level, number>> = {
  small: 180,
  medium: 240,
  large: 300,
  grand: 450,
};

const exitMs = ({ look }: PlayingAlert): number => ALERT_EXIT_MS[look.level];

/** A timer's longest delay; the core never sends longer durations. */
const LONGEST_MS = 2_147_483_647;

/**
 * Shows the alert the core reports as playing, one at a time. It leaves by the page's own timer, so
 * the screen clears even if the core is gone. Receipts: `painted` once a frame with it was drawn on
 * a visible page, `over` when its time ends after that.
 */
export class AlertDirector {
  readonly #parts: AlertDirectorParts;
  #staged: StagedAlert | null = null;
  /** Undefined: none. */
  #next: PlayingAlert | undefined;
  #painted = false;
  #visible = true;
  #showings = 0;
  #stopTimer: Stop | null = null;
  #stopFrame: Stop | null = null;

  constructor(parts: AlertDirectorParts) {
    this.#parts = parts;
  }

  /** null clears the stage. */
  play(alert: PlayingAlert | null): void {
    const staged = this.#staged;
    if (alert === null) {
      this.#next = undefined;
      if (staged?.phase === 'in') this.#leave(false);
      return;
    }
    if (alert.remainingMs <= 0) {
      if (staged?.alert.alertId === alert.alertId && staged.phase === 'in') this.#leave(true);
      if (this.#next?.alertId === alert.alertId) this.#next = undefined;
      return;
    }
    if (staged === null) {
      this.#enter(alert);
    } else if (staged.phase === 'in' && staged.alert.alertId === alert.alertId) {
      this.#schedule(alert);
    } else {
      this.#next = alert;
      if (staged.phase === 'in') this.#leave(false);
    }
  }

  /** A hidden page paints nothing. */
  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (visible && this.#staged?.phase === 'in' && !this.#painted) this.#awaitPaint();
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopFrame?.();
    this.#next = undefined;
    this.#staged = null;
  }

  #enter(alert: PlayingAlert): void {
    // With less time left it would only flash.
    if (alert.remainingMs < 2 * exitMs(alert)) return;
    this.#painted = false;
    this.#showings += 1;
    this.#put({ alert, phase: 'in', showing: this.#showings });
    this.#schedule(alert);
    this.#awaitPaint();
  }

  #schedule(alert: PlayingAlert): void {
    this.#stopTimer?.();
    const stay = Math.max(0, Math.min(alert.remainingMs, LONGEST_MS) - exitMs(alert));
    this.#stopTimer = this.#parts.timers.after(stay, () => this.#leave(true));
  }

  /** Two frames: the first draws it, the second follows once that frame was shown. */
  #awaitPaint(): void {
    this.#stopFrame?.();
    const { timers } = this.#parts;
    this.#stopFrame = timers.nextFrame(() => {
      this.#stopFrame = timers.nextFrame(() => {
        this.#stopFrame = null;
        const staged = this.#staged;
        if (!staged || this.#painted || !this.#visible) return;
        this.#painted = true;
        this.#parts.receipt(staged.alert.alertId, 'painted');
      });
    });
  }

  /** `ended`: its time is up, which is reported to the core; otherwise the core removed it. */
  #leave(ended: boolean): void {
    const staged = this.#staged;
    if (!staged) return;
    this.#stopTimer?.();
    this.#put({ ...staged, phase: 'out' });
    this.#stopTimer = this.#parts.timers.after(exitMs(staged.alert), () => this.#gone(ended));
  }

  #gone(ended: boolean): void {
    const left = this.#staged;
    const next = this.#next;
    this.#stopTimer = null;
    this.#stopFrame?.();
    this.#stopFrame = null;
    this.#next = undefined;
    this.#put(null);
    if (ended && left && this.#painted) this.#parts.receipt(left.alert.alertId, 'over');
    if (next) this.#enter(next);
  }

  #put(staged: StagedAlert | null): void {
    this.#staged = staged;
    this.#parts.stage(staged);
  }
}
