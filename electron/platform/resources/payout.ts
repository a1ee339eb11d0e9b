import { z } from 'zod';
import {
  MalformedAnswerError,
  PayoutInterruptedError,
  PlatformError,
  UnavailableError,
} from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { SPEC_LIMITS } from '../limits.ts';
import { SPEC_OPERATIONS } from '../operations.ts';
import { explainGroup, type PayoutGroup } from '../payout-statuses.ts';
import { dataOf, id, listOf } from './fields.ts';

/** How a payout change ended, id by id. */
export interface PayoutResult {
  /** One group a status, in the order the platform first named it. */
  readonly groups: readonly PayoutGroup[];
  /** Sent, but named in no group of the answer: look in the list where they stand. */
  readonly unreportedIds: readonly string[];
}

const group = z.looseObject({ status: z.string(), ids: listOf(id) });

/** Collects the groups of several answers; ids of one status come together. */
class Tally {
  readonly #idsByStatus = new Map<string, Set<string>>();
  readonly #unreported: string[] = [];

  add(sent: readonly string[], groups: readonly z.output<typeof group>[]): void {
    const named = new Set<string>();
    for (const { status, ids } of groups) {
      const known = this.#idsByStatus.get(status) ?? new Set();
      this.#idsByStatus.set(status, known);
      for (const claimId of ids) {
        known.add(claimId);
        named.add(claimId);
      }
    }
    this.#unreported.push(...sent.filter((claimId) => !named.has(claimId)));
  }

  get result(): PayoutResult {
    const groups = [...this.#idsByStatus].map(([status, ids]) => explainGroup(status, [...ids]));
    return { groups, unreportedIds: [...this.#unreported] };
  }
}

/**
 * Changes the payout state of `claimIds` (each once), 100 a request, in their order. A failure ends
 * the work: with one request its error is thrown as it is, with several a `PayoutInterruptedError`
 * that says of every id where it stands.
 */
export async function setFulfillment(
  caller: Caller,
  claimIds: readonly string[],
  fulfillmentState: string,
): Promise<PayoutResult> {
  const step = SPEC_LIMITS.claimIdsInChangeMax;
  const tally = new Tally();
  for (let start = 0; start < claimIds.length; start += step) {
    const chunk = claimIds.slice(start, start + step);
    const body = { claimIds: chunk, fulfillmentState };
    try {
      tally.add(chunk, await caller.ask(SPEC_OPERATIONS.setFulfillment, dataOf(group), { body }));
    } catch (failure) {
      if (!(failure instanceof PlatformError) || claimIds.length <= step) throw failure;
      const later = claimIds.slice(start + step);
      const uncertain = leavesDoubt(failure);
      throw new PayoutInterruptedError(failure, {
        ...tally.result,
        uncertainIds: uncertain ? chunk : [],
        unchangedIds: uncertain ? later : [...chunk, ...later],
      });
    }
  }
  return tally.result;
}

/** Whether the platform may have done what it was asked although the call failed. */
function leavesDoubt(failure: PlatformError): boolean {
  return failure instanceof UnavailableError || failure instanceof MalformedAnswerError;
}
