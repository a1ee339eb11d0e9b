import type { SpokenAlert } from '../../shared/overlay/reading.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';
import type { Speaker } from './speaker.ts';

export type Turn = Omit<SpokenAlert, 'showing'>;

interface ReadAloudParts {
  readonly speaker: Pick<Speaker, 'say' | 'hush'>;
  readonly timers: Pick<PageTimers, 'after'>;
  /** Milliseconds from an arbitrary origin. */
  readonly now: () => number;
}

/** This late into an alert (a reloaded page) reading is no longer started, milliseconds. */
const FRESH_MS = 1_500;

/** How long an alert's sound plays alone, milliseconds; the core adds a pause. */
export const SOUND_FIRST_MS = 700;

/**
 * Reads alerts one after another, each at most once and only from its start. Silent while not
 * allowed; if allowed again early in an alert, it starts with that one.
 */
export class ReadAloud {
  readonly #parts: ReadAloudParts;
  #turn: (Turn & { readonly since: number }) | null = null;
  #allowed = false;
  #stopTimer: Stop | null = null;

  constructor(parts: ReadAloudParts) {
    this.#parts = parts;
  }

  /** Takes the alert on screen, or none; stops the current reading. */
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
