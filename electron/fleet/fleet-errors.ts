import type { ProblemCode } from '../../shared/locales/index.ts';
import type { TextValues } from '../../shared/locales/text.ts';
import { StagelightError } from '../base/errors.ts';

export type FleetErrorCode = Extract<ProblemCode, `fleet-${string}`>;

/** What keeps a host from its fleet, or a channel from its host. */
export class FleetError extends StagelightError {
  constructor(code: FleetErrorCode, values: TextValues = {}, options?: ErrorOptions) {
    super({ code, values }, options);
  }
}
