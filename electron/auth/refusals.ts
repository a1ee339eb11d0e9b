import { type TokenRefusal, TokenRefusedError } from '../platform/errors/token-refused.ts';

/**
 * What a refused refresh says of the grant. `dead`: the platform has ended it for good. `doubtful`:
 * it cannot be used now, but may be once a wrong setting is put right or a stranger's 401 (a proxy,
 * a login page of a network) is out of the way; asking for sign-in is right, destroying it is not.
 */
export type Refusal = 'dead' | 'doubtful';

/** null: the grant is not what was refused. */
const REFUSALS: Readonly<Record<TokenRefusal, Refusal | null>> = {
  // Id and secret do not match: signing in anew would fail just the same.
  'invalid-client': null,
  'code-required': 'doubtful',
  'invalid-code': 'doubtful',
  'code-of-other-application': 'doubtful',
  'code-expired': 'doubtful',
  'authorization-not-active': 'dead',
  'refresh-token-required': 'dead',
  'invalid-refresh-token': 'dead',
  'refresh-token-revoked': 'dead',
  'refresh-token-used': 'dead',
  'refresh-token-expired': 'dead',
  'refresh-token-of-other-application': 'doubtful',
  unknown: 'doubtful',
};

/** What a failed refresh means for the grant; null: nothing, the failure has another cause. */
export function refusalOf(failure: unknown): Refusal | null {
  return failure instanceof TokenRefusedError ? REFUSALS[failure.reason] : null;
}

/** True when a refused revoke means that there was nothing left to revoke. */
export function revokeFoundNothing(failure: unknown): boolean {
  return failure instanceof TokenRefusedError && failure.reason !== 'invalid-client';
}
