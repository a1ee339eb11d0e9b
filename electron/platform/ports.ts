import type { NotAuthorizedError } from './errors/not-authorized.ts';

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
