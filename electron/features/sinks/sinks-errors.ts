import type { ProblemCode } from '../../../shared/locales/index.ts';
import type { TextValues } from '../../../shared/locales/text.ts';
import { StagelightError } from '../../base/errors.ts';

export type SinkErrorCode = Extract<ProblemCode, `sinks-${string}`>;

/** What keeps an event from its place, or a sink from being made. Never carries an address's secret. */
export class SinkError extends StagelightError {
  constructor(code: SinkErrorCode, values?: TextValues) {
    super({ code, values });
  }
}
