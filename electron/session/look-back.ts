import type { Clock } from '../base/clock.ts';
import type { NamedTimers } from '../base/named-timers.ts';
import { askForProof } from './last-look.ts';
import type { LinkState } from './link-machine.ts';
import type { Moment } from './moment.ts';
import type { Lost } from './own-date.ts';
import type { SessionLinkOptions } from './session-link-options.ts';

/** So long before the next connection is tried: a network that is back by then has brought the list. */
const LOOK_BACK_MS = 1_000;
/** Connections that break one after the other are not asked about more often than this. */
const PAUSE_MS = 1_000;

/** Why a link waits where another connection has been there, or may have. */
const ANOTHERS = ['replaced', 'handshake-timeout'];

/**
 * Whether a connection that was lost had all the events until then. Somebody else may have taken them without
 * a sign, and only a list can tell; once the next connection is there, none does.
 */
export class LookBack {
  readonly #clock: Clock;
  #lost: Lost | null = null;
  /** Monotonic. */
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The live connection that was lost; null: there has been another one since, or there was none. */
  get lost(): Lost | null {
    return this.#lost;
  }

  /** `connected`: when the connection of `before` opened. */
  changed(state: LinkState, before: LinkState, connected: Moment): void {
    // From then on the list may tell when another one ended, seen or not.
    const isAnothers = state.name === 'waiting' && ANOTHERS.includes(state.reason);
    if (state.name === 'confirming' || isAnothers) this.#lost = null;
    else if (before.name === 'live' && state.name === 'waiting') {
      const livedMs = this.#clock.monotonic() - connected.monotonic;
      // The one that was to replace it may have opened, and then it is the last that ended.
      this.#lost = { connection: before.connection, livedMs: before.renewal ? null : livedMs };
    }
  }

  /** Asks before the next connection is tried in `inMs`. */
  plan(inMs: number, timers: NamedTimers, options: SessionLinkOptions): void {
    if (this.#lost === null) return;
    timers.set('look-back', Math.max(0, inMs - LOOK_BACK_MS), () => {
      const now = this.#clock.monotonic();
      // The next connection matters more than where the gap began.
      if (!options.pace.isFree || now - this.#askedAt < PAUSE_MS) return;
      this.#askedAt = now;
      void askForProof(options, options.list, options.hooks.onGrantHolds);
    });
  }
}
