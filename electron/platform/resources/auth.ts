import { z } from 'zod';
import { isSafeAddress } from '../../base/loopback.ts';
import type { AuthApi, IssuedTokens } from '../auth-api.ts';
import { Checks } from '../checks.ts';
import { UnsafeAddressError } from '../errors/unsafe-address.ts';
import { buildAddress } from '../http/address.ts';
import type { Caller } from '../http/caller.ts';
import { AUTHORIZATION_PATH, SPEC_OPERATIONS } from '../operations.ts';
import type { PlatformOptions } from '../options.ts';
import { text } from './fields.ts';

const issuedTokens = z
  .looseObject({
    accessToken: z.string().min(1),
    refreshToken: z.string().min(1),
    tokenType: text,
    expiresIn: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]),
    scope: text,
  })
  .transform(
    (content): IssuedTokens => ({
      accessToken: content.accessToken,
      refreshToken: content.refreshToken,
      tokenType: content.tokenType === '' ? 'Bearer' : content.tokenType,
      expiresInSeconds: content.expiresIn,
      scopes: content.scope.split(/\s+/).filter((scope) => scope !== ''),
    }),
  );

export function createAuth(caller: Caller, options: PlatformOptions): AuthApi {
  const { clientId, clientSecret, authUrl } = options;
  const { exchangeCode, refresh, revoke } = SPEC_OPERATIONS;
  return {
    authorizationUrl({ redirectUri, state, prompt }) {
      if (!isSafeAddress(authUrl, 'https:')) {
        const operation = 'auth.authorize';
        throw new UnsafeAddressError({ operation, status: null, platformMessage: null });
      }
      const query = { clientId, redirectUri, state, prompt };
      return buildAddress(authUrl, AUTHORIZATION_PATH, query);
    },
    async exchangeCode(code) {
      new Checks(exchangeCode.name).id('code', code);
      const body = { grantType: 'authorization_code', clientId, clientSecret, code };
      return caller.ask(exchangeCode, issuedTokens, { body });
    },
    async refresh(refreshToken) {
      new Checks(refresh.name).id('refreshToken', refreshToken);
      const body = { grantType: 'refresh_token', clientId, clientSecret, refreshToken };
      return caller.ask(refresh, issuedTokens, { body });
    },
    async revoke(token, hint) {
      const checks = new Checks(revoke.name);
      checks.id('token', token);
      checks.oneOf('tokenTypeHint', hint, ['access_token', 'refresh_token']);
      return caller.tell(revoke, { body: { clientId, clientSecret, token, tokenTypeHint: hint } });
    },
  };
}
