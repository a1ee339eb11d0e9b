import type { Problem } from '../../../shared/problem.ts';
import type { PayoutGroup } from '../payout-statuses.ts';
import { PlatformError } from './platform-error.ts';

/** What is known of a payout change that stopped between its requests. Every id is in one place. */
export interface PayoutProgress {
  /** What the platform reported before the failure. */
  readonly groups: readonly PayoutGroup[];
  /** Sent and answered, but named in no group of the answer. */
  readonly unreportedIds: readonly string[];
  /** Sent without a usable answer: they may have been changed. Look before sending them again. */
  readonly uncertainIds: readonly string[];
  /** Refused as a whole, or never sent: certainly as they were. */
  readonly unchangedIds: readonly string[];
}

function faultOf({ groups, uncertainIds, unchangedIds }: PayoutProgress): Problem {
  const done = groups.reduce((sum, group) => sum + group.ids.length, 0);
  return {
    code: 'platform-payout-interrupted',
    values: { done, unknown: uncertainIds.length, unchanged: unchangedIds.length },
  };
}

/** A payout change of several requests failed after the first was sent; `cause` says why. */
export class PayoutInterruptedError extends PlatformError {
  readonly progress: PayoutProgress;
  override readonly cause: PlatformError;

  constructor(cause: PlatformError, progress: PayoutProgress) {
    super(cause, faultOf(progress), { cause });
    this.cause = cause;
    this.progress = progress;
  }
}
