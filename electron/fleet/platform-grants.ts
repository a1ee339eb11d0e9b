import { parseGrant, toGrant } from '../auth/grant-store.ts';
import { revokeFoundNothing } from '../auth/refused-tokens.ts';
import { createAuthApi, createPlatformClient } from '../platform/client.ts';
import { InsufficientScopeError, type NotAuthorizedError } from '../platform/errors.ts';
import type { PlatformOptions } from '../platform/http/caller.ts';

/** Who signed in with a link. */
export interface SignedIn {
  readonly channelId: string;
  readonly channelName: string;
  /** As the vault keeps it. */
  readonly grant: string;
}

/** What a fleet asks of the platform without running a channel. */
export interface PlatformGrants {
  authorizationUrl(redirectUri: string, state: string): string;
  /** null: the platform does not say whose it is. Throws what the platform's client throws. */
  exchange(code: string): Promise<SignedIn | null>;
  /** False: the platform did not confirm it. Never throws. */
  revoke(grant: string): Promise<boolean>;
}

export function platformGrants(
  options: PlatformOptions & { readonly timeScale: number },
): PlatformGrants {
  const auth = createAuthApi(options);
  const { clock, log, timeScale, baseUrl, clientId } = options;
  // Binds it to its platform and application, as the channel's own core does.
  const owner = `${baseUrl.replace(/\/+$/, '')} ${clientId}`;
  return {
    // Whoever opened the link has to agree to this very application.
    authorizationUrl: (redirectUri, state) =>
      auth.authorizationUrl({ redirectUri, state, prompt: 'consent' }),
    async exchange(code) {
      const askedAt = clock.now();
      const issued = await auth.exchangeCode(code);
      const userTokens = {
        accessToken: async () => issued.accessToken,
        accessTokenAfter: (_: string, refusal: NotAuthorizedError) => Promise.reject(refusal),
      };
      try {
        const { channelId, channelName } = await createPlatformClient({
          ...options,
          userTokens,
        }).users.me();
        const grant = JSON.stringify({ ...toGrant(issued, askedAt, timeScale, null), owner });
        return { channelId, channelName, grant };
      } catch (failure) {
        if (failure instanceof InsufficientScopeError) return null;
        throw failure;
      }
    },
    async revoke(text) {
      const grant = parseGrant(text);
      if (!grant) return false;
      try {
        await auth.revoke(grant.refreshToken, 'refresh_token');
        return true;
      } catch (failure) {
        if (revokeFoundNothing(failure)) return true;
        log.warn('a sign-in was not revoked', { failure });
        return false;
      }
    },
  };
}
