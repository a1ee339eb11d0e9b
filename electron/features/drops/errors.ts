import type { Problem } from '../../../shared/problem.ts';
import { StagelightError } from '../../base/errors.ts';

/** Some of the claims are in an unfinished job; two orders for one claim would race. */
export class ClaimsUnderWayError extends StagelightError {
  readonly count: number;

  constructor(count: number) {
    super({ code: 'drops-claims-under-way', values: { count } });
    this.count = count;
  }
}

/** The job does not exist or cannot do that now. */
export class NoSuchJobError extends StagelightError {
  constructor() {
    super({ code: 'drops-no-such-job' });
  }
}

/** An export file could not be written. */
export class ExportNotSavedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'drops-export-not-saved' }, options);
  }
}

/** A line is too long for a list of claims; probably another kind of file. */
export class ListLineTooLongError extends StagelightError {
  /** `line` counts from 1; `most`: characters per line. */
  constructor(line: number, most: number) {
    super({ code: 'drops-list-line-too-long', values: { line, most } });
  }
}

/** The app stopped or crashed while claims were being marked. */
export const INTERRUPTED: Problem = { code: 'drops-payout-interrupted' };

/** The platform answered but did not mention some of the claims. */
export const UNREPORTED: Problem = { code: 'drops-payout-unreported' };
