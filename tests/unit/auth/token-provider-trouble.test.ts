import { describe, expect, it } from 'vitest';
import { SignInRequiredError } from '../../../electron/auth/errors.ts';
import { UnavailableError } from '../../../electron/platform/errors.ts';
import { DAY_S, EXPIRED, makeAuthWorld, refused, signedIn, unavailable } from './fakes.ts';

const DAY_MS = DAY_S * 1000;

describe('a refresh that is refused', () => {
  const ENDING = [
    'Authorization is not active',
    'Refresh token is required',
    'Invalid refresh token',
    'Refresh token has been revoked',
    'Refresh token has already been used',
    'Refresh token has expired',
  ];
  const DOUBTFUL = [
    'Authorization code is required',
    'Invalid authorization code',
    'Authorization code does not belong to this application',
    'Authorization code has expired',
    'Refresh token does not belong to this application',
  ];

  it.each(ENDING)('asks for sign-in and forgets the grant: %s', async (message) => {
    const { provider, platform, vault, changes, clock } = await signedIn();
    const cause = refused(message);
    platform.refreshFailures.push(cause);
    const failure = await provider
      .accessTokenAfter('access-token-1', EXPIRED)
      .catch((f: unknown) => f);
    expect(failure).toBeInstanceOf(SignInRequiredError);
    expect((failure as Error).cause).toBe(cause);
    expect(provider.grant).toBeNull();
    expect(provider.endedBy).toBe(cause);
    expect(changes).toEqual([null]);
    expect(vault.grant).toBeNull();
    expect(platform.refreshed).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each(DOUBTFUL)('asks for sign-in but leaves the vault alone: %s', async (message) => {
    const { provider, platform, vault, changes } = await signedIn();
    platform.refreshFailures.push(refused(message));
    await expect(provider.accessTokenAfter('access-token-1', EXPIRED)).rejects.toBeInstanceOf(
      SignInRequiredError,
    );
    expect(changes).toEqual([null]);
    expect(vault.grant?.accessToken).toBe('access-token-1');
  });

  const STRANGE = 'Service temporarily unable to authenticate';

  it('with words that nobody knows is tried again at once, and nobody is asked to sign in', async () => {
    const { provider, platform, changes } = await signedIn();
    platform.refreshFailures.push(refused(STRANGE));
    expect(await provider.accessTokenAfter('access-token-1', EXPIRED)).toBe('access-token-2');
    expect(platform.refreshed).toEqual(['refresh-token-1', 'refresh-token-1']);
    expect(changes.map((grant) => grant?.accessToken)).toEqual(['access-token-2']);
    provider.dispose();
  });

  it('with such words again and again is tried with ever longer pauses, for a minute', async () => {
    const { provider, platform, changes, clock, vault } = await signedIn();
    platform.refreshFailures.push(...Array.from({ length: 20 }, () => refused(STRANGE)));
    const asked = provider.accessTokenAfter('access-token-1', EXPIRED);
    await expect(asked).rejects.toBeInstanceOf(UnavailableError);
    // The token may live on, so whoever asks for one gets it.
    expect(await provider.accessToken()).toBe('access-token-1');
    clock.jump(DAY_MS);
    await clock.advance(59_000);
    expect(changes).toEqual([]);
    await clock.advance(61_000);
    expect(changes).toEqual([null]);
    expect(platform.refreshed.length).toBeGreaterThan(4);
    expect(platform.refreshed.length).toBeLessThan(15);
    expect(vault.grant?.accessToken).toBe('access-token-1');
    expect(clock.pendingTimers).toBe(0);
  });

  it('with such words a day after others were, is not the last of these', async () => {
    const { provider, platform, changes, clock } = await signedIn();
    platform.refreshFailures.push(refused(STRANGE));
    await provider.accessTokenAfter('access-token-1', EXPIRED);
    await clock.advance(DAY_MS / 2);
    platform.refreshFailures.push(refused(STRANGE), refused(STRANGE));
    const asked = provider.accessTokenAfter('access-token-2', EXPIRED);
    await expect(asked).rejects.toBeInstanceOf(UnavailableError);
    expect(changes.at(-1)).not.toBeNull();
    provider.dispose();
  });

  it('keeps everybody signed in when only the client secret is wrong', async () => {
    const { provider, platform, vault, changes } = await signedIn();
    const failure = refused('Invalid client credentials');
    platform.refreshFailures.push(failure);
    // The token lives on, so the caller who was rejected is told why there is no other.
    await expect(provider.accessTokenAfter('access-token-1', EXPIRED)).rejects.toBe(failure);
    expect(changes).toEqual([]);
    expect(vault.grant?.accessToken).toBe('access-token-1');
    expect(await provider.accessTokenAfter('access-token-1', EXPIRED)).toBe('access-token-2');
    provider.dispose();
  });

  it('is tried once more with what the vault holds now', async () => {
    const { provider, platform, vault, changes } = await signedIn();
    platform.valid.clear();
    const stored = platform.issue();
    vault.values.set('grant', JSON.stringify({ ...stored, issuedAt: 0, expiresAt: 1 }));
    expect(await provider.accessTokenAfter('access-token-1', EXPIRED)).toBe('access-token-3');
    expect(platform.refreshed).toEqual(['refresh-token-1', 'refresh-token-2']);
    expect(changes.map((grant) => grant?.accessToken)).toEqual(['access-token-3']);
    expect(vault.grant?.accessToken).toBe('access-token-3');
  });

  it('is not tried a third time', async () => {
    const { provider, platform, vault } = await signedIn();
    platform.valid.clear();
    vault.values.set(
      'grant',
      JSON.stringify({
        accessToken: 'a',
        refreshToken: 'other',
        scopes: [],
        issuedAt: 0,
        expiresAt: 1,
      }),
    );
    await expect(provider.accessTokenAfter('access-token-1', EXPIRED)).rejects.toBeInstanceOf(
      SignInRequiredError,
    );
    expect(platform.refreshed).toEqual(['refresh-token-1', 'other']);
    expect(vault.grant).toBeNull();
  });

  it('does not sign out when the second attempt finds nobody at home', async () => {
    const { provider, platform, vault, changes } = await signedIn();
    const outage = unavailable();
    platform.refreshFailures.push(refused('Refresh token has already been used'), outage);
    const stored = platform.issue();
    vault.values.set('grant', JSON.stringify({ ...stored, issuedAt: 0, expiresAt: 1 }));
    await expect(provider.accessTokenAfter('access-token-1', EXPIRED)).rejects.toBe(outage);
    expect(changes).toEqual([]);
    expect(await provider.accessTokenAfter('access-token-1', EXPIRED)).toBe('access-token-3');
    provider.dispose();
  });

  it('tells all waiting callers the same and asks the platform once', async () => {
    const { provider, platform, clock, changes } = await signedIn();
    platform.valid.clear();
    clock.jump(DAY_MS);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => provider.accessToken()),
    );
    for (const result of results) {
      expect(result.status === 'rejected' && result.reason).toBeInstanceOf(SignInRequiredError);
    }
    expect(platform.refreshed).toHaveLength(1);
    expect(changes).toEqual([null]);
  });

  it('can be followed by a new sign-in', async () => {
    const { provider, platform } = await signedIn();
    platform.valid.clear();
    await provider.accessTokenAfter('access-token-1', EXPIRED).catch(() => undefined);
    await provider.adopt(platform.issue());
    expect(provider.endedBy).toBeNull();
    expect(await provider.accessToken()).toBe('access-token-2');
    provider.dispose();
  });
});

describe('a platform that cannot be reached', () => {
  it.each(['network', 'timeout', 'server'] as const)(
    'does not sign anybody out (%s): the caller hears of it and may try again',
    async (reason) => {
      const { provider, platform, clock, vault, changes } = await signedIn();
      const outage = unavailable(reason);
      platform.refreshFailures.push(outage);
      clock.jump(DAY_MS);
      await expect(provider.accessToken()).rejects.toBe(outage);
      expect(changes).toEqual([]);
      expect(vault.grant?.accessToken).toBe('access-token-1');
      expect(await provider.accessToken()).toBe('access-token-2');
      provider.dispose();
    },
  );

  it('is not felt while the old token still lives', async () => {
    const { provider, platform, clock } = await signedIn();
    platform.refreshFailures.push(unavailable());
    clock.jump(DAY_MS - 1000);
    expect(await provider.accessToken()).toBe('access-token-1');
    expect(platform.refreshed).toHaveLength(1);
    // Calls in the pause after it do not each wait for another failure.
    expect(await provider.accessToken()).toBe('access-token-1');
    expect(platform.refreshed).toHaveLength(1);
    clock.jump(1000);
    expect(await provider.accessToken()).toBe('access-token-2');
    provider.dispose();
  });

  it('may have rotated before its answer was lost: then signing in is the only way', async () => {
    const { provider, platform, clock, vault, changes } = await signedIn();
    platform.loseAnswer = true;
    clock.jump(DAY_MS);
    await expect(provider.accessToken()).rejects.toMatchObject({ reason: 'timeout' });
    expect(changes).toEqual([]);
    await expect(provider.accessToken()).rejects.toBeInstanceOf(SignInRequiredError);
    expect(changes).toEqual([null]);
    expect(vault.grant).toBeNull();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a refresh whose answer comes late', () => {
  async function late() {
    const world = await signedIn();
    const gate = Promise.withResolvers<void>();
    world.platform.gate = gate.promise;
    world.clock.jump(DAY_MS);
    return { ...world, gate };
  }

  it('is waited for thirty seconds by whoever needs the token, and adopted all the same', async () => {
    const { provider, platform, clock, gate, vault } = await late();
    const asked = provider.accessToken().catch((failure: unknown) => failure);
    await clock.advance(30_000);
    expect(await asked).toMatchObject({ reason: 'timeout' });
    expect(provider.isRenewing).toBe(true);
    const again = provider.accessToken();
    gate.resolve();
    expect(await again).toBe('access-token-2');
    expect(platform.refreshed).toEqual(['refresh-token-1']);
    expect(vault.grant?.accessToken).toBe('access-token-2');
    provider.dispose();
  });

  it('is adopted also when another one was begun after five minutes', async () => {
    const { provider, platform, clock, gate } = await late();
    provider.accessToken().catch(() => undefined);
    platform.refreshFailures.push(unavailable(), unavailable());
    await clock.advance(5 * 60_000);
    expect(platform.refreshed).toHaveLength(1);
    platform.refresh = async () => {
      throw unavailable();
    };
    await clock.advance(60_000);
    platform.refreshFailures.length = 0;
    gate.resolve();
    await clock.advance(0);
    expect(provider.grant?.accessToken).toBe('access-token-2');
    provider.dispose();
  });

  it('is not adopted in the place of a grant that came meanwhile', async () => {
    const { provider, platform, clock, gate } = await late();
    provider.accessToken().catch(() => undefined);
    await clock.advance(5 * 60_000);
    await provider.adopt({ ...platform.issue(), accessToken: 'of a new sign-in' });
    gate.resolve();
    await clock.advance(1_000);
    expect(provider.grant?.accessToken).toBe('of a new sign-in');
    provider.dispose();
  });

  it('keeps a stop waiting', async () => {
    const { provider, clock, gate, vault } = await late();
    provider.accessToken().catch(() => undefined);
    let isStopped = false;
    const stopped = provider.stop().then(() => {
      isStopped = true;
    });
    await clock.advance(60_000);
    expect(isStopped).toBe(false);
    gate.resolve();
    await stopped;
    expect(vault.grant?.accessToken).toBe('access-token-2');
  });
});

describe('a pair that comes with odd words', () => {
  it('keeps the scopes of the grant before, and the documented validity', async () => {
    const { provider, platform, clock } = await signedIn();
    const odd = { ...platform.issue(), scopes: null, expiresInSeconds: null };
    platform.refresh = async () => odd;
    const scopes = provider.grant?.scopes;
    await provider.accessTokenAfter('access-token-1', EXPIRED);
    expect(provider.grant?.scopes).toEqual(scopes);
    expect(provider.grant?.expiresAt).toBe(clock.now() + DAY_MS);
    provider.dispose();
  });

  it('of a sign-in is taken to have every scope: what is not granted is refused call by call', async () => {
    const { platform, makeProvider } = makeAuthWorld();
    const provider = makeProvider();
    await provider.adopt({ ...platform.issue(), scopes: null });
    expect(provider.grant?.scopes).toHaveLength(14);
    provider.dispose();
  });
});

describe('a vault that cannot be written', () => {
  it('does not cost the new pair: callers get it, writing goes on, somebody is told', async () => {
    const { provider, vault, clock, problems, lines, platform } = await signedIn();
    vault.failWrites = true;
    clock.jump(DAY_MS);
    expect(await provider.accessToken()).toBe('access-token-2');
    expect(vault.grant?.accessToken).toBe('access-token-1');
    expect(problems.map(({ code }) => code)).toEqual(['grant-not-saved']);
    expect(lines.some((line) => line.includes('could not be saved'))).toBe(true);
    await clock.advance(120_000);
    expect(problems).toHaveLength(1);
    vault.failWrites = false;
    await clock.advance(30_000);
    expect(vault.grant?.accessToken).toBe('access-token-2');
    expect(platform.refreshed).toHaveLength(1);
    // Only the timer of the next renewal is left.
    expect(clock.pendingTimers).toBe(1);
    provider.dispose();
  });

  it('writes the newest pair when a later refresh came in between', async () => {
    const { provider, vault, clock } = await signedIn();
    vault.failWrites = true;
    await provider.accessTokenAfter('access-token-1', EXPIRED);
    await clock.advance(60_000);
    vault.failWrites = false;
    await provider.accessTokenAfter('access-token-2', EXPIRED);
    expect(vault.journal.at(-1)).toBe('write access-token-3');
    expect(vault.grant?.accessToken).toBe('access-token-3');
    provider.dispose();
  });

  it('gets a last attempt when the app stops', async () => {
    const { provider, vault, clock } = await signedIn();
    vault.failWrites = true;
    await provider.accessTokenAfter('access-token-1', EXPIRED);
    vault.failWrites = false;
    await provider.stop();
    expect(vault.grant?.accessToken).toBe('access-token-2');
    expect(clock.pendingTimers).toBe(0);
  });

  it('is told at sign-out when the grant stays on the disk', async () => {
    const { provider, vault, problems } = await signedIn();
    vault.failWrites = true;
    expect(await provider.signOut()).toBe(true);
    expect(provider.grant).toBeNull();
    expect(problems.map(({ code }) => code)).toEqual(['grant-not-forgotten']);
  });
});
