import type { ProblemCode } from '../../../shared/locales/index.ts';
import type { TextValues } from '../../../shared/locales/text.ts';
import { StagelightError } from '../../base/errors.ts';
import type { ZipFault } from '../../base/zip-reader.ts';

type WidgetProblem = Extract<ProblemCode, `widgets-${string}`>;

/** Why a package or what was asked of one is refused. Nothing was changed. */
export class WidgetError extends StagelightError {
  constructor(code: WidgetProblem, values?: TextValues, options?: ErrorOptions) {
    super({ code, values }, options);
  }
}

/** A zip that cannot be read, or must not be. */
export class WidgetZipError extends WidgetError {
  constructor(fault: ZipFault, detail: string) {
    super(`widgets-${fault}`, undefined, { cause: detail });
  }
}
