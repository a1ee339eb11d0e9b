import { describe, expect, it } from 'vitest';
import { SignInRequiredError } from '../../../electron/auth/errors.ts';
import { settle } from '../../support/virtual-clock.ts';
import { DAY_S, EXPIRED, refused, signedIn, unavailable } from './fakes.ts';

const DAY_MS = DAY_S * 1000;

describe('stopping', () => {
  it('ends the renewal', async () => {
    const { provider, platform, clock } = await signedIn();
    await provider.stop();
    await clock.advance(3 * DAY_MS);
    expect(platform.refreshed).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('waits for a refresh under way and stores its pair', async () => {
    const { provider, platform, vault, clock } = await signedIn();
    const gate = Promise.withResolvers<void>();
    platform.gate = gate.promise;
    const caller = provider.accessTokenAfter('access-token-1', EXPIRED);
    await settle();
    let stopped = false;
    const stop = provider.stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(stopped).toBe(false);
    gate.resolve();
    await stop;
    expect(vault.grant?.accessToken).toBe('access-token-2');
    expect(await caller).toBe('access-token-2');
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('signing out', () => {
  it('revokes once, by the refresh token, and clears the vault', async () => {
    const { provider, platform, vault, changes, clock, problems } = await signedIn();
    expect(await provider.signOut()).toBe(true);
    expect(await provider.signOut()).toBe(true);
    expect(platform.revoked).toEqual([{ token: 'refresh-token-1', hint: 'refresh_token' }]);
    expect(vault.grant).toBeNull();
    expect(changes).toEqual([null]);
    expect(problems).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
    await expect(provider.accessToken()).rejects.toBeInstanceOf(SignInRequiredError);
  });

  it.each(['Invalid refresh token', 'Refresh token has been revoked', 'whatever'])(
    'counts a 401 (%s) as done',
    async (message) => {
      const { provider, platform, vault, problems } = await signedIn();
      platform.revokeFailure = refused(message);
      expect(await provider.signOut()).toBe(true);
      expect(vault.grant).toBeNull();
      expect(problems).toEqual([]);
    },
  );

  it.each([
    ['the platform cannot be reached', unavailable()],
    ['the client secret is wrong', refused('Invalid client credentials')],
  ])('forgets the grant but says that it may remain when %s', async (_case, failure) => {
    const { provider, platform, vault, problems } = await signedIn();
    platform.revokeFailure = failure;
    expect(await provider.signOut()).toBe(false);
    expect(vault.grant).toBeNull();
    expect(platform.revoked).toHaveLength(1);
    expect(problems.map(({ code }) => code)).toEqual(['grant-may-remain']);
  });

  it('does not let a pair that could not be saved come back to the vault', async () => {
    const { provider, vault, clock } = await signedIn();
    vault.failWrites = true;
    await provider.accessTokenAfter('access-token-1', EXPIRED);
    vault.failWrites = false;
    await provider.signOut();
    await clock.advance(60_000);
    await provider.stop();
    expect(vault.grant).toBeNull();
  });

  it('waits for a refresh under way, so that the newest pair is revoked', async () => {
    const { provider, platform, vault } = await signedIn();
    const gate = Promise.withResolvers<void>();
    platform.gate = gate.promise;
    const caller = provider.accessTokenAfter('access-token-1', EXPIRED);
    await settle();
    const out = provider.signOut();
    gate.resolve();
    await Promise.all([caller, out]);
    expect(platform.revoked).toEqual([{ token: 'refresh-token-2', hint: 'refresh_token' }]);
    expect(vault.grant).toBeNull();
    expect(provider.grant).toBeNull();
  });
});

describe('the log', () => {
  it('holds no token, whatever happens', async () => {
    const { provider, platform, vault, lines, log, clock } = await signedIn();
    log.info('now access-token-1 and refresh-token-1 are known');
    vault.failWrites = true;
    await provider.accessTokenAfter('access-token-1', EXPIRED);
    log.info('then access-token-2 and refresh-token-2');
    platform.refreshFailures.push(new Error('said refresh-token-2'));
    await provider.accessTokenAfter('access-token-2', EXPIRED).catch(() => undefined);
    await clock.advance(60_000);
    await provider.signOut();
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('\n')).not.toMatch(/(access|refresh)-token-\d/);
    provider.dispose();
  });
});
