/** A pair of tokens as the platform handed it out ("Token response"). */
export interface IssuedTokens {
  readonly accessToken: string;
  /** Good for one refresh: it must be stored before the access token is used. */
  readonly refreshToken: string;
  readonly tokenType: string;
  /** Validity of the access token from now, in seconds. */
  readonly expiresInSeconds: number;
  readonly scopes: readonly string[];
}

export interface AuthorizationRequest {
  /** Equal to the letter to one that is registered for the application. */
  readonly redirectUri: string;
  /** Comes back unchanged on the callback. */
  readonly state: string;
  readonly prompt?: 'consent' | 'none';
}

export type TokenTypeHint = 'access_token' | 'refresh_token';

/** Signing in ("Authorization Code flow"). None of these calls is ever repeated by itself. */
export interface AuthApi {
  /** The page where the streamer approves; to be opened in a browser. */
  authorizationUrl(request: AuthorizationRequest): string;
  /** Throws `TokenRefusedError` for a code that is unknown, used by another, or over 10 minutes old. */
  exchangeCode(code: string): Promise<IssuedTokens>;
  /** Spends the refresh token. Throws `TokenRefusedError` when the platform does not take it. */
  refresh(refreshToken: string): Promise<IssuedTokens>;
  /** Ends the whole grant, both tokens. `TokenRefusedError` means it was worth nothing already. */
  revoke(token: string, hint: TokenTypeHint): Promise<void>;
}
