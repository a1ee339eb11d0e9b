import { BridgeError } from '../../shared/contract/index.ts';
import type { Problem } from '../../shared/problem.ts';

/** The core is unreachable; nothing was sent. */
export const CORE_UNREACHABLE: Problem = { code: 'core-unreachable' };

/** The core answers, but the key in this page's address is wrong or has been replaced. */
export const ADDRESS_GONE: Problem = { code: 'address-gone' };

/** The connection broke during a read: nothing was changed. */
export const CONNECTION_LOST: Problem = { code: 'connection-lost' };

/** No answer to a read within its time limit. */
export const NO_ANSWER: Problem = { code: 'no-answer' };

/** No answer to a change: it may or may not have been made. */
export const RESULT_UNKNOWN: Problem = { code: 'result-unknown', outcome: 'unknown' };

/** The answer does not match the contract. */
export const BAD_ANSWER: Problem = { code: 'bad-answer' };

/** The problem to show for a failed command. */
export function problemOfFailure(failure: unknown): Problem {
  return failure instanceof BridgeError ? failure.problem : BAD_ANSWER;
}
