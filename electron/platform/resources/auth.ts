import { z } from 'zod';
import { isSafeAddress } from '../../base/loopback.ts';
import { Checks } from '../checks.ts';
import { UnsafeAddressError } from '../errors.ts';
import type { Caller, PlatformOptions } from '../http/caller.ts';
import { buildAddress } from '../http/exchange.ts';
import { AUTHORIZATION_PATH, SPEC_OPERATIONS } from '../operations.ts';

const issuedTokens = z
  .looseObject({
    accessToken: z.string().min(1),
    refreshToken: z.string().min(1),
    // A pair is worth everything: no odd word beside it may cost it.
    tokenType: z.unknown().optional(),
    expiresIn: z.unknown().optional(),
    scope: z.unknown().optional(),
  })
  .transform((content) => ({
    accessToken: content.accessToken,
    /** Valid for one refresh: it must be stored before the access token is used. */
    refreshToken: content.refreshToken,
    tokenType: typeof content.tokenType === 'string' ? content.tokenType || 'Bearer' : 'Bearer',
    /** Validity of the access token from now; null: not said. */
    expiresInSeconds: secondsIn(content.expiresIn),
    /** null: not said. */
    scopes: scopesIn(content.scope),
  }));

function secondsIn(value: unknown): number | null {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function scopesIn(value: unknown): readonly string[] | null {
  const words = (Array.isArray(value) ? value : [value]).flatMap((part) =>
    typeof part === 'string' ? part.split(/[\s,]+/) : [],
  );
  const scopes = words.filter((scope) => scope !== '');
  return scopes.length > 0 ? scopes : null;
}

export type IssuedTokens = z.output<typeof issuedTokens>;

export type AuthApi = ReturnType<typeof createAuth>;

/** Signing in ("Authorization Code flow"). None of these calls is repeated automatically. */
export function createAuth(caller: Caller, options: PlatformOptions) {
  const { clientId, clientSecret, authUrl } = options;
  const { exchangeCode, refresh, revoke } = SPEC_OPERATIONS;
  return {
    /** The consent page, to be opened in a browser. */
    authorizationUrl({ redirectUri, state, prompt }: AuthorizationRequest): string {
      if (!isSafeAddress(authUrl, 'https:')) {
        const operation = 'auth.authorize';
        throw new UnsafeAddressError({ operation, status: null, platformMessage: null });
      }
      const query = { clientId, redirectUri, state, prompt };
      return buildAddress(authUrl, AUTHORIZATION_PATH, query);
    },
    /** Throws `TokenRefusedError` for a code that is unknown, already used, or over 10 minutes old. */
    async exchangeCode(code: string): Promise<IssuedTokens> {
      new Checks(exchangeCode.name).id('code', code);
      const body = { grantType: 'authorization_code', clientId, clientSecret, code };
      return caller.ask(exchangeCode, issuedTokens, { body });
    },
    /** Uses up the refresh token. Throws `TokenRefusedError` if the platform refuses it. */
    async refresh(refreshToken: string): Promise<IssuedTokens> {
      new Checks(refresh.name).id('refreshToken', refreshToken);
      const body = { grantType: 'refresh_token', clientId, clientSecret, refreshToken };
      return caller.ask(refresh, issuedTokens, { body });
    },
    /** Ends the whole grant, both tokens. `TokenRefusedError` means it was already invalid. */
    async revoke(token: string, hint: TokenTypeHint): Promise<void> {
      const checks = new Checks(revoke.name);
      checks.id('token', token);
      checks.oneOf('tokenTypeHint', hint, ['access_token', 'refresh_token']);
      return caller.tell(revoke, { body: { clientId, clientSecret, token, tokenTypeHint: hint } });
    },
  };
}

export interface AuthorizationRequest {
  /** Exactly one that is registered for the application. */
  readonly redirectUri: string;
  readonly state: string;
  readonly prompt?: 'consent' | 'none' | undefined;
}

export type TokenTypeHint = 'access_token' | 'refresh_token';
