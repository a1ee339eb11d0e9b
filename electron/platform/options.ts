import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import type { NotAuthorizedError } from './errors.ts';

/** What every part of the client needs from its host. */
export interface PlatformOptions {
  /** `{base_url}` of the specification, with or without a slash at its end. */
  readonly baseUrl: string;
  /** `{auth_url}` of the specification: where the authorization page is. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** The platform's time now, epoch milliseconds; the clock's when left out. */
  readonly platformNow?: () => number;
  readonly random: Random;
  readonly log: Logger;
  /** Patience for one answer, body included, in milliseconds; 15 s when left out. */
  readonly timeoutMs?: number;
  /**
   * Aborted when the app stops: calls under way end with `UnavailableError` (reason `stopped`). A
   * token refresh goes on all the same, because a pair that is not received is lost.
   */
  readonly stop?: AbortSignal;
}

export const DEFAULT_TIMEOUT_MS = 15_000;

/**
 * Where the client gets the streamer's access token from. Whoever implements it refreshes once for
 * all callers and stores the new pair before handing it out.
 */
export interface UserTokens {
  /** A token that should be good now. Rejects when nobody is signed in. */
  accessToken(): Promise<string>;
  /** The platform refused `rejected` like this: a newer token, or a rejection when there is none. */
  accessTokenAfter(rejected: string, refusal: NotAuthorizedError): Promise<string>;
}
