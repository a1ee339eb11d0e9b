import type { PageTimers, Stop } from '../bridge/page-host.ts';
import type { Speaker, Speech } from './speaker.ts';

/** What belongs to one showing of an alert. */
export interface Turn extends Speech {
  /** How long the alert has been on the screen, milliseconds. */
  readonly ageMs: number;
  /** Its sound plays first. */
  readonly hasSound: boolean;
}

interface ReadAloudParts {
  readonly speaker: Pick<Speaker, 'say' | 'hush'>;
  readonly timers: Pick<PageTimers, 'after'>;
  /** Milliseconds since whenever. */
  readonly now: () => number;
}

/** Later than this into an alert (a page that was reloaded) a voice would come out of nothing. */
const FRESH_MS = 1_500;

/** How long an alert's sound plays alone, milliseconds; the core adds a pause. */
const SOUND_FIRST_MS = 700;

/**
 * Reads one alert after the other, each at most once and only from its beginning. While it is not
 * allowed to, nothing is heard; allowed again early in an alert, it begins with that one.
 */
export class ReadAloud {
  readonly #parts: ReadAloudParts;
  /** What has not been begun. */
  #turn: (Turn & { readonly since: number }) | null = null;
  #allowed = false;
  #stopTimer: Stop | null = null;

  constructor(parts: ReadAloudParts) {
    this.#parts = parts;
  }

  /** Another alert is on the screen, or none: what is being read is broken off. */
  take(turn: Turn | null): void {
    this.#hush();
    this.#turn = turn && { ...turn, since: this.#parts.now() - turn.ageMs };
    this.#begin();
  }

  setAllowed(allowed: boolean): void {
    if (allowed === this.#allowed) return;
    this.#allowed = allowed;
    if (allowed) this.#begin();
    else this.#hush();
  }

  #begin(): void {
    const turn = this.#turn;
    if (!turn || !this.#allowed) return;
    const age = this.#parts.now() - turn.since;
    if (age > FRESH_MS) {
      this.#turn = null;
      return;
    }
    const wait = turn.hasSound ? SOUND_FIRST_MS - age : 0;
    if (wait > 0) this.#stopTimer = this.#parts.timers.after(wait, () => this.#say(turn));
    else this.#say(turn);
  }

  #say(turn: Turn): void {
    this.#stopTimer = null;
    this.#turn = null;
    this.#parts.speaker.say(turn);
  }

  #hush(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#parts.speaker.hush();
  }
}
