import type { Clock } from '../base/clock.ts';
import { isAfter, type Moment, momentOf } from './moment.ts';
import type { SessionLinkOptions } from './session-link-options.ts';
import type { Listing, ListSessions } from './session-supply.ts';

/** A kind is looked after when nothing has proved it for `quietMs`; a list may take a while. */
const UNPROVED_PART = 1.25;

export type IsMissed = (proved: Moment) => boolean;

/**
 * The last look before a stop that is wanted: every live connection is asked once more whether it has
 * brought everything.
 */
export class LastLook {
  readonly #clock: Clock;
  readonly #quietMs: number | null;
  /** When the look began; null: there was none. */
  #begun: Moment | null = null;
  /** Links that have not answered yet. */
  #unanswered = new Set<number>();
  #resolve: () => void = () => undefined;

  /** `quietMs` null: another host goes on with the session. */
  constructor(clock: Clock, quietMs: number | null) {
    this.#clock = clock;
    this.#quietMs = quietMs;
  }

  /**
   * Tells by a kind's last proof whether it may have missed something since: where that is older than this look, or,
   * without one, older than some minutes. null: nothing may.
   */
  get isMissed(): IsMissed | null {
    const quietMs = this.#quietMs;
    const begun = this.#begun;
    if (quietMs === null) return null;
    // Moments are compared, not spans: some machines tell their running time to a second only.
    if (begun) return (proved) => isAfter(begun, proved);
    return ({ uptime }) => this.#clock.uptime() - uptime > UNPROVED_PART * quietMs;
  }

  /** `live`: links that are about to be asked. Resolves when all of them have answered. */
  begin(live: readonly number[]): Promise<void> {
    this.#begun = momentOf(this.#clock);
    this.#unanswered = new Set(live);
    if (live.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** `at`: when the link was asked what it has answered. */
  answered(link: number, at: Moment): void {
    if (this.#begun === null || isAfter(this.#begun, at)) return;
    this.#unanswered.delete(link);
    if (this.#unanswered.size === 0) this.#resolve();
  }

  forget(): void {
    this.#begun = null;
  }
}

/**
 * Asks for the list, and whether the grant holds: `grantHolds` hears when that was asked. Resolves with null
 * where there is no list. Never rejects.
 */
export async function askForProof(
  { clock, log, verifyGrant }: Pick<SessionLinkOptions, 'clock' | 'log' | 'verifyGrant'>,
  list: ListSessions,
  grantHolds: (askedAt: Moment) => void,
): Promise<Listing | null> {
  const unknown = (failure: unknown) => {
    log.info('a proof is not to be had', { failure });
    return null;
  };
  const askedAt = momentOf(clock);
  const asked = verifyGrant().then((holds) => {
    if (holds) grantHolds(askedAt);
  }, unknown);
  const [listing] = await Promise.all([list().catch(unknown), asked]);
  return listing;
}
