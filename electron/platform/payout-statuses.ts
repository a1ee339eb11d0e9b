import type { Text } from '../../shared/locales/text.ts';

interface Meaning {
  readonly explanation: Text;
  readonly action: Text;
}

/** The claims that ended the same way. */
export interface PayoutGroup extends Meaning {
  /** One of `PayoutStatus`, or whatever else the platform comes to send. */
  readonly status: string;
  readonly ids: readonly string[];
}

/** The known statuses of the table "Per-item results of the payout state change", and what to do. */
const ACTIONS = {
  SUCCESS: 'nothing',
  INVALID_ID: 'discard',
  NOT_FOUND: 'discard',
  UNAUTHORIZED: 'discard',
  UPDATE_FAILED: 'look',
} as const;

/** A group with its status explained; unknown statuses are kept and marked as unknown. */
export function explainGroup(status: string, ids: readonly string[]): PayoutGroup {
  const known = Object.hasOwn(ACTIONS, status) ? (status as keyof typeof ACTIONS) : null;
  return {
    status,
    ids,
    explanation: { key: `drops.result-${known ?? 'other'}` },
    action: { key: `drops.next-${known === null ? 'check' : ACTIONS[known]}` },
  };
}
