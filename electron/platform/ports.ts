/**
 * Where the client gets the streamer's access token from. Whoever implements it refreshes once for
 * all callers and stores the new pair before handing it out.
 */
export interface UserTokens {
  /** A token that should be good now. Rejects when nobody is signed in. */
  accessToken(): Promise<string>;
  /** The platform refused `rejected`: a newer token, or a rejection when there is none to be had. */
  accessTokenAfter(rejected: string): Promise<string>;
}
