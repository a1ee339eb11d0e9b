import type { Problem } from '../../shared/problem.ts';

/**
 * An error with a cause and a cure. `message` is the English sentence for logs; `problem` is what
 * people are shown.
 */
export abstract class StagelightError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.what.en} ${problem.cure.en}`, options);
    this.name = new.target.name;
    this.problem = problem;
  }
}

/** What can be shown of any thrown value; the details of unknown ones stay in the log. */
export function problemOf(failure: unknown): Problem {
  if (failure instanceof StagelightError) return failure.problem;
  return {
    code: 'unexpected',
    what: {
      ko: '예상하지 못한 문제가 생겼어요.',
      en: 'Something went wrong that we did not expect.',
    },
    cure: {
      ko: '다시 시도해 보고, 계속되면 로그와 함께 알려 주세요.',
      en: 'Try again; if it stays, tell us and attach the log.',
    },
  };
}
