import { StagelightError } from '../../base/errors.ts';

/** A report, an export or a removal is not possible; its problem says why. */
export class ReportsError extends StagelightError {}
