import type { LocalText } from '../../../shared/problem.ts';
import { PlatformError } from './platform-error.ts';

/** Our own check before anything is sent: a value is outside what the platform takes. */
export class LimitError extends PlatformError {
  /** The parameter or field that is bounded, for example `size` or `message`. */
  readonly limit: string;
  /** What was given: a number, or how many characters or items there were, or a short text. */
  readonly value: number | string;
  /** The rule in words. */
  readonly rule: LocalText;

  constructor(operation: string, limit: string, value: number | string, rule: LocalText) {
    super(
      { operation, status: null, platformMessage: null },
      {
        code: 'platform-limit',
        what: {
          ko: `‘${limit}’ 값이 허용 범위를 벗어났어요(지금: ${value}).`,
          en: `“${limit}” is outside what the platform takes (now: ${value}).`,
        },
        cure: { ko: `${rule.ko}로 맞춰 주세요.`, en: `Make it ${rule.en}.` },
      },
    );
    this.limit = limit;
    this.value = value;
    this.rule = rule;
  }
}
