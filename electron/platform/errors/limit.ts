import type { Text } from '../../../shared/locales/text.ts';
import { PlatformError } from './platform-error.ts';

/** Our own check before anything is sent: a value is outside what the platform takes. */
export class LimitError extends PlatformError {
  /** The parameter or field that is bounded, for example `size` or `message`. */
  readonly limit: string;
  /** What was given: a number, or how many characters or items there were, or a short text. */
  readonly value: number | string;
  /** The rule in words. */
  readonly rule: Text;

  constructor(operation: string, limit: string, value: number | string, rule: Text) {
    super(
      { operation, status: null, platformMessage: null },
      {
        code: 'platform-limit',
        values: { limit, value, rule },
      },
    );
    this.limit = limit;
    this.value = value;
    this.rule = rule;
  }
}
