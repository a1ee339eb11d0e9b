import type { Clock } from '../base/clock.ts';
import { type Moment, momentOf } from './moment.ts';
import type { SessionLinkOptions } from './session-link-options.ts';
import type { Listing, ListSessions } from './session-supply.ts';

/** A kind is looked after when nothing has proved it for `quietMs`; a list may take a while. */
const UNPROVED_PART = 1.25;

/**
 * The last look before a stop that is wanted: every live connection is asked once more whether it has
 * brought everything.
 */
export class LastLook {
  readonly #clock: Pick<Clock, 'uptime'>;
  readonly #quietMs: number | null;
  /** When the look began, by the machine's running time; null: there was none. */
  #begunAt: number | null = null;
  /** Links that have not answered yet. */
  #unanswered = new Set<number>();
  #resolve: () => void = () => undefined;

  /** `quietMs` null: another host goes on with the session. */
  constructor(clock: Pick<Clock, 'uptime'>, quietMs: number | null) {
    this.#clock = clock;
    this.#quietMs = quietMs;
  }

  /**
   * What nothing has proved for longer counts as missed: what was asked last has to be answered since.
   * null: nothing does.
   */
  get unprovedMs(): number | null {
    if (this.#quietMs === null) return null;
    if (this.#begunAt === null) return UNPROVED_PART * this.#quietMs;
    return this.#clock.uptime() - this.#begunAt;
  }

  /** `live`: links that are about to be asked. Resolves when all of them have answered. */
  begin(live: readonly number[]): Promise<void> {
    this.#begunAt = this.#clock.uptime();
    this.#unanswered = new Set(live);
    if (live.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** `at`: when the link was asked what it has answered. */
  answered(link: number, at: Moment): void {
    if (this.#begunAt === null || at.uptime < this.#begunAt) return;
    this.#unanswered.delete(link);
    if (this.#unanswered.size === 0) this.#resolve();
  }

  forget(): void {
    this.#begunAt = null;
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
