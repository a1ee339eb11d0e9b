import type { Problem } from '../../../shared/problem.ts';
import { StagelightError } from '../../base/errors.ts';

/** A job, an import or an export is not possible; its problem says why. */
export class DropsError extends StagelightError {}

/** The app stopped or crashed while claims were being marked. */
export const INTERRUPTED: Problem = { code: 'drops-payout-interrupted' };

/** The platform answered but did not mention some of the claims. */
export const UNREPORTED: Problem = { code: 'drops-payout-unreported' };
