import type { LocalText } from '../../../shared/problem.ts';
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
      what: {
        ko: `오늘의 드롭스 호출 한도(${category})를 다 썼어요.`,
        en: `Today’s quota of drops calls (${category}) is used up.`,
      },
      cure: {
        ko: '한국 시간 자정에 다시 채워져요. 그 뒤에 시도해 주세요.',
        en: 'It is filled up again at midnight, Korea time. Try after that.',
      },
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
      what: {
        ko: '짧은 시간에 요청을 너무 많이 보냈어요.',
        en: 'Too many requests in a short time.',
      },
      cure: cureAfter(retryAfterMs),
      ...(retryAfterMs === null || now === null ? {} : { retryAt: now + retryAfterMs }),
    });
    this.retryAfterMs = retryAfterMs;
  }
}

/** In seconds up to two minutes, in minutes beyond. */
function cureAfter(retryAfterMs: number | null): LocalText {
  if (retryAfterMs === null) {
    return { ko: '잠시 뒤에 다시 시도해 주세요.', en: 'Try again in a little while.' };
  }
  const seconds = Math.ceil(retryAfterMs / 1000);
  if (seconds < 120) {
    return { ko: `${seconds}초 뒤에 다시 시도해 주세요.`, en: `Try again in ${seconds} seconds.` };
  }
  const minutes = Math.ceil(seconds / 60);
  return { ko: `${minutes}분 뒤에 다시 시도해 주세요.`, en: `Try again in ${minutes} minutes.` };
}
