import { z } from 'zod';
import type { Caller } from '../http/caller.ts';
import { SPEC_OPERATIONS } from '../operations.ts';
import { explainGroup, type PayoutGroup } from '../payout-statuses.ts';
import { dataOf, id, listOf } from './fields.ts';

/** The result of a payout change, id by id. */
export interface PayoutResult {
  /** One group per status, in the platform's order. */
  readonly groups: readonly PayoutGroup[];
  /** Sent, but in no group of the answer: read the list for their state. */
  readonly unreportedIds: readonly string[];
}

const group = z.looseObject({ status: z.string(), ids: listOf(id) });

/**
 * Changes the payout state of `claimIds` (each once, at most 100) with one call; without ids, with
 * none.
 */
export async function setFulfillment(
  caller: Caller,
  claimIds: readonly string[],
  fulfillmentState: string,
): Promise<PayoutResult> {
  if (claimIds.length === 0) return { groups: [], unreportedIds: [] };
  const body = { claimIds, fulfillmentState };
  const told = await caller.ask(SPEC_OPERATIONS.setFulfillment, dataOf(group), { body });
  const idsByStatus = new Map<string, Set<string>>();
  const named = new Set<string>();
  for (const { status, ids } of told) {
    const known = idsByStatus.get(status) ?? new Set();
    idsByStatus.set(status, known);
    for (const claimId of ids) {
      known.add(claimId);
      named.add(claimId);
    }
  }
  return {
    groups: [...idsByStatus].map(([status, ids]) => explainGroup(status, [...ids])),
    unreportedIds: claimIds.filter((claimId) => !named.has(claimId)),
  };
}
