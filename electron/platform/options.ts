import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import type { NotAuthorizedError } from './errors.ts';

/** Options for all parts of the client. */
export interface PlatformOptions {
  /** `{base_url}` of the specification, with or without a trailing slash. */
  readonly baseUrl: string;
  /** `{auth_url}` of the specification: the authorization page's host. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** The platform's present time, epoch milliseconds; defaults to the clock. */
  readonly platformNow?: () => number;
  readonly random: Random;
  readonly log: Logger;
  /** Time limit of one answer including its body, milliseconds; default 15 s. */
  readonly timeoutMs?: number;
  /**
   * Aborted when the app stops: running calls end with `UnavailableError` (reason `stopped`). A
   * token refresh still finishes, because a pair not received is lost.
   */
  readonly stop?: AbortSignal;
}

export const DEFAULT_TIMEOUT_MS = 15_000;

/**
 * Source of the streamer's access token. Implementations refresh once for all callers and store the
 * new pair before handing it out.
 */
export interface UserTokens {
  /** A token expected to be valid. Rejects if signed out. */
  accessToken(): Promise<string>;
  /** The platform refused `rejected`: returns a newer token, or rejects if there is none. */
  accessTokenAfter(rejected: string, refusal: NotAuthorizedError): Promise<string>;
}
