import type { Clock } from '../base/clock.ts';
import { readHttpDate } from '../base/read-time.ts';

/** A header's time is whole seconds: half of one is added. */
const HALF_SECOND_MS = 500;
/** An answer that took longer says little about the time. */
const LONGEST_TRIP_MS = 5_000;
/** A smaller difference may be the header's roundness and the trip's: the clocks are taken as one. */
const SAME_MS = 3_000;

/** How far this computer's clock is from the platform's, as its answers' `Date` headers say. */
export class ServerTime {
  readonly #clock: Clock;
  /** The platform's time at a moment of this machine's running time: this clock may be set later. */
  #told: { readonly platformAt: number; readonly uptime: number } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** This clock minus the platform's, to about a second, by the latest answer; null: none yet. */
  get offsetMs(): number | null {
    if (!this.#told) return null;
    const { platformAt, uptime } = this.#told;
    return Math.round(this.#clock.now() - (platformAt + this.#clock.uptime() - uptime));
  }

  /** The same with small differences left out: by so much this clock is wrong. */
  get aheadMs(): number | null {
    const offset = this.offsetMs;
    return offset !== null && Math.abs(offset) < SAME_MS ? 0 : offset;
  }

  /** The platform's time now, epoch milliseconds; this clock's until an answer has told. */
  platformNow(): number {
    return this.#clock.now() - (this.aheadMs ?? 0);
  }

  /** The same `fetch`, with an eye on the answers' dates. */
  watch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (...args) => {
      const startedAt = this.#clock.monotonic();
      const response = await fetch(...args);
      const tripMs = this.#clock.monotonic() - startedAt;
      this.#learn(response.headers.get('date'), tripMs);
      return response;
    };
  }

  #learn(date: string | null, tripMs: number): void {
    const said = readHttpDate(date);
    if (said === null || tripMs > LONGEST_TRIP_MS) return;
    // Said about half a trip ago.
    const platformAt = said + HALF_SECOND_MS + tripMs / 2;
    this.#told = { platformAt, uptime: this.#clock.uptime() };
  }
}
