import type { Problem } from '../../../shared/problem.ts';
import { StagelightError } from '../../base/errors.ts';

/** Some of the claims are in a job that is not over: two orders for one claim would race. */
export class ClaimsUnderWayError extends StagelightError {
  readonly count: number;

  constructor(count: number) {
    super({ code: 'drops-claims-under-way', values: { count } });
    this.count = count;
  }
}

/** There is no such job, or it cannot do that now. */
export class NoSuchJobError extends StagelightError {
  constructor() {
    super({ code: 'drops-no-such-job' });
  }
}

/** The file of an export could not be written. */
export class ExportNotSavedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'drops-export-not-saved' }, options);
  }
}

/** A list of claims that is another kind of file. */
export class ListLineTooLongError extends StagelightError {
  /** @param line counted from 1. @param most characters that a line may have. */
  constructor(line: number, most: number) {
    super({ code: 'drops-list-line-too-long', values: { line, most } });
  }
}

/** A crash or a stop came while claims were being marked. */
export const INTERRUPTED: Problem = { code: 'drops-payout-interrupted' };

/** The platform answered, and said nothing about some of the claims. */
export const UNREPORTED: Problem = { code: 'drops-payout-unreported' };
