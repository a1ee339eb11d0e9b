import type { DrawTally, StageEvent } from '../../shared/events.ts';
import { tallyOf } from '../ledger/tally.ts';

function keyOf(campaignId: string, rewardId: string): string {
  return JSON.stringify([campaignId, rewardId]);
}

/**
 * What has been drawn so far, by campaign and reward: begun from the books, then kept up to date in
 * memory, so that a draw is added up on the screen even while the disk is full.
 */
export class TallyBoard {
  readonly #tallies = new Map<string, DrawTally>();

  constructor(fromBooks: readonly DrawTally[]) {
    for (const tally of fromBooks) {
      this.#tallies.set(keyOf(tally.campaignId, tally.rewardId), tally);
    }
  }

  /** All tallies, the one that changed last at the end. */
  get all(): readonly DrawTally[] {
    return [...this.#tallies.values()];
  }

  find(campaignId: string, rewardId: string): DrawTally | null {
    return this.#tallies.get(keyOf(campaignId, rewardId)) ?? null;
  }

  /** Adds one round and answers the tally that includes it (specification: "the client sums"). */
  add(event: StageEvent<'DROPS'>): DrawTally {
    const { campaignId, rewardId, count } = event.data;
    const key = keyOf(campaignId, rewardId);
    const before = this.#tallies.get(key);
    const tally = tallyOf(event, (before?.rounds ?? 0) + 1, (before?.total ?? 0) + count);
    this.#tallies.delete(key);
    this.#tallies.set(key, tally);
    return tally;
  }
}
