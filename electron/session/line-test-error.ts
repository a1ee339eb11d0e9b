import { StagelightError } from '../base/errors.ts';

/** Why the way to the platform could not be tried, or is not good. */
export type LineTestFault = 'no-slot' | 'unreachable' | 'refused' | 'closed' | 'silent';

/** The test of the line failed. Nothing of the broadcast was touched. */
export class LineTestError extends StagelightError {
  readonly fault: LineTestFault;

  /** `detail`: for the log. */
  constructor(fault: LineTestFault, detail?: string) {
    super({ code: `line-test-${fault}` as const }, detail === undefined ? {} : { cause: detail });
    this.fault = fault;
  }
}
