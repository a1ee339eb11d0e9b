import { BridgeError } from '../../shared/bridge/contract.ts';
import { LANGUAGES, type ProblemCode } from '../../shared/locales/index.ts';
import { PAGE_TEXTS } from '../../shared/locales/pages.ts';
import type { LocalText, Problem } from '../../shared/problem.ts';

/** The core cannot be reached right now; nothing was sent. */
export const CORE_UNREACHABLE = problemOf('core-unreachable');

/** The core is there, but the key in this page's address is not (or no longer) right. */
export const ADDRESS_GONE = problemOf('address-gone');

/** The line broke while something was being read: nothing was changed. */
export const CONNECTION_LOST = problemOf('connection-lost');

/** No answer to something that reads within its time. */
export const NO_ANSWER = problemOf('no-answer');

/** No answer to something that changes: it may or may not have been done. */
export const RESULT_UNKNOWN: Problem = { ...problemOf('result-unknown'), outcome: 'unknown' };

/** An answer came, but not in the agreed shape. */
export const BAD_ANSWER = problemOf('bad-answer');

/** What can be shown of any failure of a command. */
export function problemOfFailure(failure: unknown): Problem {
  return failure instanceof BridgeError ? failure.problem : BAD_ANSWER;
}

function problemOf(code: ProblemCode): Problem {
  const said = (part: 'what' | 'cure') =>
    Object.fromEntries(
      LANGUAGES.map((language) => [language, PAGE_TEXTS[language][`problem.${code}.${part}`]]),
    ) as unknown as LocalText;
  return { code, what: said('what'), cure: said('cure') };
}
