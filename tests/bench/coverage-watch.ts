import type { Clock } from '../../electron/base/clock.ts';
import type { Simulator } from '../../electron/simulator/server.ts';

const KINDS = ['CHAT', 'DONATION', 'SUBSCRIPTION'] as const;

/** Whether some session of the streamer has every subscription and a connection that gets events. */
export function isCovered({ sessions, streamerChannelId }: Simulator): boolean {
  return sessions.all.some(
    (session) =>
      session.current !== null &&
      KINDS.every((kind) => session.has({ eventType: kind, channelId: streamerChannelId })),
  );
}

/**
 * Adds up the time without a current connection, as the platform sees it. Never too little: the
 * whole time between two looks counts when one of them found none.
 */
export class CoverageWatch {
  readonly #simulator: Simulator;
  readonly #clock: Clock;
  #lastAt: number;
  #wasCovered: boolean;
  #uncoveredMs = 0;
  #looks = 0;

  constructor(simulator: Simulator, clock: Clock) {
    this.#simulator = simulator;
    this.#clock = clock;
    this.#lastAt = clock.monotonic();
    this.#wasCovered = isCovered(simulator);
  }

  get uncoveredMs(): number {
    return this.#uncoveredMs;
  }

  get looks(): number {
    return this.#looks;
  }

  /**
   * `delivered`: what became of an event that was published at this very moment; a connection that
   * is just closing is still the session's current one, but takes nothing any more.
   */
  look(delivered = true): void {
    const at = this.#clock.monotonic();
    const covered = delivered && isCovered(this.#simulator);
    if (!covered || !this.#wasCovered) this.#uncoveredMs += at - this.#lastAt;
    this.#lastAt = at;
    this.#wasCovered = covered;
    this.#looks += 1;
  }
}
