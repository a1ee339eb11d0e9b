import { z } from 'zod';
import { isSafeAddress } from '../../base/loopback.ts';
import { Checks } from '../checks.ts';
import { UnsafeAddressError } from '../errors.ts';
import type { Caller, PlatformOptions } from '../http/caller.ts';
import { buildAddress } from '../http/exchange.ts';
import { AUTHORIZATION_PATH, SPEC_OPERATIONS } from '../operations.ts';
import { text } from './fields.ts';

const issuedTokens = z
  .looseObject({
    accessToken: z.string().min(1),
    refreshToken: z.string().min(1),
    tokenType: text,
    expiresIn: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]),
    scope: text,
  })
  .transform((content) => ({
    accessToken: content.accessToken,
    /** Valid for one refresh: it must be stored before the access token is used. */
    refreshToken: content.refreshToken,
    tokenType: content.tokenType === '' ? 'Bearer' : content.tokenType,
    /** Validity of the access token from now. */
    expiresInSeconds: content.expiresIn,
    scopes: content.scope.split(/\s+/).filter((scope) => scope !== ''),
  }));

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
