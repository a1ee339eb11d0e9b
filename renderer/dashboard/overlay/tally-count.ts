import type { DrawTally, StageEvent } from '../../../shared/events.ts';

/** Adds up the rounds that a preview has seen: no book. */
export class TallyCount {
  readonly #tallies = new Map<string, DrawTally>();

  get all(): DrawTally[] {
    return [...this.#tallies.values()];
  }

  add(event: StageEvent): void {
    if (event.kind !== 'DROPS') return;
    const { campaignId, rewardId, rewardTitle, rewardImageUrl, count } = event.data;
    const before = this.of(event);
    this.#tallies.set(keyOf(event), {
      ...{ campaignId, rewardId, rewardTitle, rewardImageUrl },
      rounds: (before?.rounds ?? 0) + 1,
      lastCount: count,
      total: (before?.total ?? 0) + count,
      lastDrawnAt: event.receivedAt,
    });
  }

  /** null: not a draw, or nothing of its reward was seen. */
  of(event: StageEvent): DrawTally | null {
    return (event.kind === 'DROPS' && this.#tallies.get(keyOf(event))) || null;
  }
}

function keyOf({ data }: StageEvent<'DROPS'>): string {
  return JSON.stringify([data.campaignId, data.rewardId]);
}
