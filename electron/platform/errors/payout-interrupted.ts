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

function problemOf(progress: PayoutProgress): Problem {
  const done = progress.groups.reduce((sum, group) => sum + group.ids.length, 0);
  const unsure = progress.uncertainIds.length;
  const left = progress.unchangedIds.length;
  return {
    code: 'platform-payout-interrupted',
    what: {
      ko: `지급 상태 변경이 중간에 멈췄어요. 결과 확인 ${done}건, 알 수 없음 ${unsure}건, 바뀌지 않음 ${left}건이에요.`,
      en: `The payout change stopped midway: ${done} answered, ${unsure} unknown, ${left} unchanged.`,
    },
    cure: {
      ko: '알 수 없는 건은 목록을 다시 읽어 상태를 확인한 뒤, 바뀌지 않은 것만 다시 보내 주세요.',
      en: 'Read the list again to see where the unknown ones stand, then send only what is unchanged.',
    },
  };
}

/** A payout change of several requests failed after the first was sent; `cause` says why. */
export class PayoutInterruptedError extends PlatformError {
  readonly progress: PayoutProgress;
  override readonly cause: PlatformError;

  constructor(cause: PlatformError, progress: PayoutProgress) {
    super(cause, problemOf(progress), { cause });
    this.cause = cause;
    this.progress = progress;
  }
}
