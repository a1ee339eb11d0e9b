import type { DrawTally, StageEvent } from '../../shared/events.ts';
import type { Refusal } from '../../shared/status.ts';
import { tallyOf } from '../storage/rows.ts';

function keyOf({ campaignId, rewardId }: Pick<DrawTally, 'campaignId' | 'rewardId'>): string {
  return JSON.stringify([campaignId, rewardId]);
}

/**
 * What has been drawn so far, by campaign and reward: begun from the ledger, then kept up to date in
 * memory, so that a draw is added up on the screen even while the disk is full.
 */
export class TallyBoard {
  readonly #tallies: Map<string, DrawTally>;

  constructor(fromLedger: readonly DrawTally[]) {
    this.#tallies = new Map(fromLedger.map((tally) => [keyOf(tally), tally]));
  }

  get all(): readonly DrawTally[] {
    return [...this.#tallies.values()];
  }

  find(campaignId: string, rewardId: string): DrawTally | null {
    return this.#tallies.get(keyOf({ campaignId, rewardId })) ?? null;
  }

  /** Adds one round and answers the tally that includes it (specification: "the client sums"). */
  add(event: StageEvent<'DROPS'>): DrawTally {
    const key = keyOf(event.data);
    const before = this.#tallies.get(key);
    const total = (before?.total ?? 0) + event.data.count;
    const tally = tallyOf(event, (before?.rounds ?? 0) + 1, total);
    this.#tallies.delete(key);
    this.#tallies.set(key, tally);
    return tally;
  }
}

/** Names beyond these are counted together as `other`: senders must not fill the memory. */
const MOST_NAMES = 200;

/** Counts occurrences by name and says when one is worth a line in the log. */
export class NamedCounts {
  readonly #counts = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Counts one. True for the first of a name and then for every hundredth. */
  add(name: string): boolean {
    const known = this.#counts.has(name) || this.#counts.size < MOST_NAMES;
    const key = known ? name : 'other';
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    this.#total += 1;
    return count === 1 || count % 100 === 0;
  }

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  get all(): readonly Refusal[] {
    return [...this.#counts].map(([reason, count]) => ({ reason, count }));
  }
}
