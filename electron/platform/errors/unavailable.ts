import { type Occasion, PlatformError } from './platform-error.ts';

/** `server`: a 5xx or 408; `stopped`: the app itself is stopping. */
export type UnavailableReason = 'network' | 'timeout' | 'server' | 'stopped';

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
