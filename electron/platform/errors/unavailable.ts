import type { LocalText } from '../../../shared/problem.ts';
import { type Occasion, PlatformError } from './platform-error.ts';

/** `server`: a 5xx or 408; `stopped`: the app itself is stopping. */
export type UnavailableReason = 'network' | 'timeout' | 'server' | 'stopped';

const WHAT: Readonly<Record<UnavailableReason, LocalText>> = {
  network: { ko: '플랫폼에 연결하지 못했어요.', en: 'The platform could not be reached.' },
  timeout: { ko: '플랫폼이 제때 답하지 않았어요.', en: 'The platform did not answer in time.' },
  server: { ko: '플랫폼에 문제가 생겼어요.', en: 'The platform has a problem of its own.' },
  stopped: {
    ko: '앱을 끝내는 중이라 요청을 멈췄어요.',
    en: 'The request was given up because the app is stopping.',
  },
};

const CURE: Readonly<Record<UnavailableReason, LocalText>> = {
  network: {
    ko: '인터넷 연결과 플랫폼 주소를 확인해 주세요.',
    en: 'Check the internet connection and the platform’s address.',
  },
  timeout: { ko: '잠시 뒤에 다시 시도해 주세요.', en: 'Try again in a little while.' },
  server: { ko: '잠시 뒤에 다시 시도해 주세요.', en: 'Try again in a little while.' },
  stopped: { ko: '앱을 다시 켜 주세요.', en: 'Start the app again.' },
};

/** Failures before a connection stood: nothing can have reached the platform. */
const NEVER_LEFT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
]);

/** No usable answer. Whether the platform did what it was asked is not known. */
export class UnavailableError extends PlatformError {
  readonly reason: UnavailableReason;
  /** How long the platform asks us to wait; null when it did not say. */
  readonly retryAfterMs: number | null;
  /** The operating system's word for it, such as ECONNREFUSED; null when there is none. */
  readonly detail: string | null;

  constructor(
    occasion: Occasion,
    reason: UnavailableReason,
    more: {
      readonly retryAfterMs?: number | null;
      readonly detail?: string | null;
      /** When it was said, epoch milliseconds. */
      readonly now?: number;
    } = {},
  ) {
    const { retryAfterMs = null, now } = more;
    super(occasion, {
      code: `platform-unavailable-${reason}`,
      what: WHAT[reason],
      cure: CURE[reason],
      ...(retryAfterMs === null || now === undefined ? {} : { retryAt: now + retryAfterMs }),
    });
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
    this.detail = more.detail ?? null;
  }

  /** Whether the platform may have done what it was asked all the same. */
  get mayHaveHappened(): boolean {
    return this.detail === null || !NEVER_LEFT.has(this.detail);
  }
}
