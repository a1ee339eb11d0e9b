import { CORE_TEXTS } from '../../shared/locales/core.ts';
import type { Language } from '../../shared/locales/index.ts';
import { createTranslator } from '../../shared/locales/translate.ts';
import { cureOf, type Problem, whatOf } from '../../shared/problem.ts';

/** Says the core's texts: problems, tray and windows, the terminal. */
export const coreTexts = createTranslator(CORE_TEXTS);

/** What happened and what to do about it, in one language. */
export function sayProblem(
  problem: Problem,
  language: Language,
): { readonly what: string; readonly cure: string } {
  const say = coreTexts(language);
  const [what, cure] = [whatOf(problem), cureOf(problem)];
  return { what: say(what.key, what.values), cure: say(cure.key, cure.values) };
}

/** An error with a cause and a cure. `message`: English, for logs; `problem`: for people. */
export class StagelightError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    const { what, cure } = sayProblem(problem, 'en');
    super(`${what} ${cure}`, options);
    this.name = new.target.name;
    this.problem = problem;
  }
}

/** What can be shown of any thrown value; the details of unknown ones stay in the log. */
export function problemOf(failure: unknown): Problem {
  return failure instanceof StagelightError ? failure.problem : { code: 'unexpected' };
}
