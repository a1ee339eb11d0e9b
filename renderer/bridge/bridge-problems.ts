import { BridgeError } from '../../shared/contract/index.ts';
import type { Problem } from '../../shared/problem.ts';

/** The core cannot be reached right now; nothing was sent. */
export const CORE_UNREACHABLE: Problem = { code: 'core-unreachable' };

/** The core is there, but the key in this page's address is not (or no longer) right. */
export const ADDRESS_GONE: Problem = { code: 'address-gone' };

/** The connection broke while something was being read: nothing was changed. */
export const CONNECTION_LOST: Problem = { code: 'connection-lost' };

/** No answer to something that reads within its time. */
export const NO_ANSWER: Problem = { code: 'no-answer' };

/** No answer to something that changes: it may or may not have been done. */
export const RESULT_UNKNOWN: Problem = { code: 'result-unknown', outcome: 'unknown' };

/** An answer came, but not in the agreed shape. */
export const BAD_ANSWER: Problem = { code: 'bad-answer' };

/** What can be shown of any failure of a command. */
export function problemOfFailure(failure: unknown): Problem {
  return failure instanceof BridgeError ? failure.problem : BAD_ANSWER;
}
