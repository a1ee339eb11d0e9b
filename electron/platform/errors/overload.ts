import type { Text } from '../../../shared/locales/text.ts';
import type { QuotaCategory } from '../operation.ts';
import { type Occasion, PlatformError } from './platform-error.ts';

/** The day's drops calls are used up; repeating only makes it worse. */
export class QuotaExceededError extends PlatformError {
  readonly category: QuotaCategory;
  /** The next midnight of Korea Standard Time, epoch milliseconds. */
  readonly resetsAt: number;

  constructor(occasion: Occasion, category: QuotaCategory, resetsAt: number) {
    super(occasion, {
      code: 'platform-quota-exceeded',
      values: { category },
    });
    this.category = category;
    this.resetsAt = resetsAt;
  }
}

/** Too many calls in a short time. */
export class RateLimitedError extends PlatformError {
  /** How long the platform asks us to wait; null when it did not say. */
  readonly retryAfterMs: number | null;

  /** @param now epoch milliseconds; null: from when it can be tried again is not said. */
  constructor(occasion: Occasion, retryAfterMs: number | null, now: number | null = null) {
    super(occasion, {
      code: 'platform-rate-limited',
      values: { wait: waitText(retryAfterMs) },
      ...(retryAfterMs === null || now === null ? {} : { retryAt: now + retryAfterMs }),
    });
    this.retryAfterMs = retryAfterMs;
  }
}

/** In seconds up to two minutes, in minutes beyond. */
function waitText(retryAfterMs: number | null): Text {
  if (retryAfterMs === null) return { key: 'problem.wait-a-while' };
  const seconds = Math.ceil(retryAfterMs / 1000);
  if (seconds < 120) return { key: 'problem.wait-seconds', values: { count: seconds } };
  return { key: 'problem.wait-minutes', values: { count: Math.ceil(seconds / 60) } };
}
