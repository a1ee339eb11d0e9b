import type { PlayingAlert } from '../../../shared/alerts.ts';
import type { PageClock } from '../../bridge/page-host.ts';
import type { Stop } from '../../bridge/page-timers.ts';
import { AlertDirector } from '../../overlay/alert-director.ts';
import type { StagedAlert } from '../../stores/overlay-store.ts';
import type { ReplaySpeed } from './replay-player.ts';

/** How many alerts wait at a speed; with more than these the one that is shown is cut short. */
export function mostWaiting(speed: ReplaySpeed): number {
  if (speed <= 1) return 20;
  return speed <= 4 ? 3 : 0;
}

/**
 * The alerts of a replay, one at a time, each for its own duration on the clock on the wall. At the
 * speed of the broadcast they wait as they did in it; the faster it goes, the fewer may wait, and
 * above four times the next one cuts the present one short: it never falls behind.
 */
export class AlertLine {
  readonly #clock: Pick<PageClock, 'after'>;
  readonly #director: AlertDirector;
  #waiting: PlayingAlert[] = [];
  #isFree = true;
  #stopTimer: Stop | null = null;

  constructor(clock: Pick<PageClock, 'after'>, stage: (staged: StagedAlert | null) => void) {
    this.#clock = clock;
    this.#director = new AlertDirector({
      // Nobody waits for a receipt of a replay: no frame has to be watched.
      timers: { after: clock.after, nextFrame: () => () => {} },
      receipt: () => {},
      stage: (staged) => {
        stage(staged);
        this.#isFree = staged === null;
        if (this.#isFree) this.#nextSoon();
      },
    });
  }

  add(alerts: readonly PlayingAlert[], speed: ReplaySpeed): void {
    this.#waiting.push(...alerts);
    const most = mostWaiting(speed);
    const cut = !this.#isFree && this.#waiting.length > most;
    // One more than may wait: it goes on the screen now.
    if (this.#waiting.length > most + 1) this.#waiting = this.#waiting.slice(-most - 1);
    if (cut || this.#isFree) this.#playNext();
  }

  /** Clears the stage and the line at once. */
  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#waiting = [];
    this.#director.stop();
    this.#isFree = true;
  }

  #playNext(): void {
    const next = this.#waiting.shift();
    if (!next) return;
    this.#isFree = false;
    this.#director.play(next);
  }

  /** Not from within the director's own change of scene. */
  #nextSoon(): void {
    if (this.#waiting.length === 0 || this.#stopTimer) return;
    this.#stopTimer = this.#clock.after(0, () => {
      this.#stopTimer = null;
      if (this.#isFree) this.#playNext();
    });
  }
}
