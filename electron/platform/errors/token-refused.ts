import { type Occasion, PlatformError } from './platform-error.ts';

/** One reason a row of the table "401 on token issue and refresh", and `unknown` for the rest. */
export type TokenRefusal =
  | 'invalid-client'
  | 'code-required'
  | 'invalid-code'
  | 'code-of-other-application'
  | 'authorization-not-active'
  | 'code-expired'
  | 'refresh-token-required'
  | 'invalid-refresh-token'
  | 'refresh-token-revoked'
  | 'refresh-token-used'
  | 'refresh-token-of-other-application'
  | 'refresh-token-expired'
  | 'unknown';

/** The messages of the table, in its order. */
export const TOKEN_REFUSALS: readonly (readonly [message: string, reason: TokenRefusal])[] = [
  ['Invalid client credentials', 'invalid-client'],
  ['Authorization code is required', 'code-required'],
  ['Invalid authorization code', 'invalid-code'],
  ['Authorization code does not belong to this application', 'code-of-other-application'],
  ['Authorization is not active', 'authorization-not-active'],
  ['Authorization code has expired', 'code-expired'],
  ['Refresh token is required', 'refresh-token-required'],
  ['Invalid refresh token', 'invalid-refresh-token'],
  ['Refresh token has been revoked', 'refresh-token-revoked'],
  ['Refresh token has already been used', 'refresh-token-used'],
  ['Refresh token does not belong to this application', 'refresh-token-of-other-application'],
  ['Refresh token has expired', 'refresh-token-expired'],
];

/** Tells the rows of the table apart, whatever the case and the full stop at the end. */
export function tokenRefusalOf(platformMessage: string | null): TokenRefusal {
  const plain = (text: string): string => text.trim().replace(/\.$/, '').toLowerCase();
  const said = plain(platformMessage ?? '');
  return TOKEN_REFUSALS.find(([message]) => plain(message) === said)?.[1] ?? 'unknown';
}

/**
 * A 401 of the token or the revoke operation. On revoke it means that the token is worth nothing
 * already: it does not exist, is revoked, or belongs to another application.
 */
export class TokenRefusedError extends PlatformError {
  readonly reason: TokenRefusal;

  constructor(occasion: Occasion) {
    const reason = tokenRefusalOf(occasion.platformMessage);
    super(occasion, { code: `platform-token-refused-${reason}` });
    this.reason = reason;
  }
}
