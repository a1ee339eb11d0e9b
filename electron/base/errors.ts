import { CORE_TEXTS } from '../../shared/locales/core.ts';
import { LANGUAGES, type ProblemCode } from '../../shared/locales/index.ts';
import type { TextValues } from '../../shared/locales/text.ts';
import { createTranslator } from '../../shared/locales/translate.ts';
import type { LocalText, Problem } from '../../shared/problem.ts';

/** Says the core's texts: problems, tray and windows, the terminal. */
export const coreTexts = createTranslator(CORE_TEXTS);

/** What went wrong, by its code in `shared/locales/en/problems.json`. */
export interface Fault {
  readonly code: ProblemCode;
  /** What goes into the gaps of its texts. */
  readonly values?: TextValues | undefined;
  readonly outcome?: 'unknown' | undefined;
  readonly retryAt?: number | undefined;
}

/** The texts of a fault in every language. */
export function problemFrom({ code, values, ...rest }: Fault): Problem {
  const said = (part: 'what' | 'cure') =>
    Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        coreTexts(language)(`problem.${code}.${part}`, values),
      ]),
    ) as unknown as LocalText;
  return { code, what: said('what'), cure: said('cure'), ...rest };
}

/**
 * An error with a cause and a cure. `message` is the English sentence for logs; `problem` is what
 * people are shown.
 */
export abstract class StagelightError extends Error {
  readonly problem: Problem;

  constructor(fault: Fault | Problem, options?: ErrorOptions) {
    const problem = 'what' in fault ? fault : problemFrom(fault);
    super(`${problem.what.en} ${problem.cure.en}`, options);
    this.name = new.target.name;
    this.problem = problem;
  }
}

/** What can be shown of any thrown value; the details of unknown ones stay in the log. */
export function problemOf(failure: unknown): Problem {
  return failure instanceof StagelightError ? failure.problem : problemFrom({ code: 'unexpected' });
}
