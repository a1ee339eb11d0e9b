import { describe, expect, it } from 'vitest';
import { SignInRequiredError } from '../../../electron/auth/errors.ts';
import { settle } from '../../support/virtual-clock.ts';
import { DAY_S, EXPIRED, makeAuthWorld, signedIn, unavailable } from './fakes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = DAY_S * 1000;
/** 5 % of a day. */
const LEEWAY_MS = DAY_MS * 0.05;

describe('signing in and out of memory', () => {
  it('asks for sign-in while nobody is signed in', async () => {
    const { makeProvider, platform } = makeAuthWorld();
    const provider = makeProvider();
    expect(await provider.load()).toBeNull();
    await expect(provider.accessToken()).rejects.toBeInstanceOf(SignInRequiredError);
    await expect(provider.accessTokenAfter('x', EXPIRED)).rejects.toBeInstanceOf(
      SignInRequiredError,
    );
    expect(platform.refreshed).toEqual([]);
  });

  it('stores a fresh pair before it is used or told', async () => {
    const { makeProvider, vault, changes, platform } = makeAuthWorld();
    const provider = makeProvider();
    const gate = Promise.withResolvers<void>();
    vault.gate = gate.promise;
    const adopted = provider.adopt(platform.issue());
    await settle();
    expect(provider.grant).toBeNull();
    expect(changes).toEqual([]);
    gate.resolve();
    await adopted;
    expect(vault.grant?.accessToken).toBe('access-token-1');
    expect(changes.map((grant) => grant?.accessToken)).toEqual(['access-token-1']);
    expect(await provider.accessToken()).toBe('access-token-1');
  });

  it('takes up after a restart what was stored, without a request', async () => {
    const world = await signedIn();
    await world.provider.stop();
    const next = world.makeProvider();
    const grant = await next.load();
    expect(grant).toEqual(world.vault.grant);
    expect(world.changes).toEqual([grant]);
    expect(await next.accessToken()).toBe('access-token-1');
    expect(world.platform.refreshed).toEqual([]);
    next.dispose();
  });

  it.each(['', 'null', '{}', '[]', '{"accessToken":"a"}', 'not json'])(
    'reports a stored grant that is none (%j) and asks for sign-in',
    async (text) => {
      const { makeProvider, vault, problems } = makeAuthWorld();
      vault.values.set('grant', text);
      const provider = makeProvider();
      expect(await provider.load()).toBeNull();
      expect(problems.map(({ code }) => code)).toEqual(['grant-unreadable']);
      await expect(provider.accessToken()).rejects.toBeInstanceOf(SignInRequiredError);
    },
  );

  it('reports a vault that cannot be read, and starts signed out', async () => {
    const { makeProvider, vault, problems } = makeAuthWorld();
    vault.failReads = true;
    expect(await makeProvider().load()).toBeNull();
    expect(problems).toHaveLength(1);
  });
});

describe('refreshing', () => {
  it('does not refresh a token that has more than 5 % of its life left', async () => {
    const { provider, clock, platform } = await signedIn();
    clock.jump(DAY_MS - LEEWAY_MS - 1);
    expect(await provider.accessToken()).toBe('access-token-1');
    expect(platform.refreshed).toEqual([]);
  });

  it('refreshes a token that has less', async () => {
    const { provider, clock, platform } = await signedIn();
    clock.jump(DAY_MS - LEEWAY_MS);
    expect(await provider.accessToken()).toBe('access-token-2');
    expect(platform.refreshed).toEqual(['refresh-token-1']);
  });

  it.each([
    { lifetimeS: 86_400, dueAfterS: 82_080 },
    { lifetimeS: 600, dueAfterS: 570 },
    { lifetimeS: 300, dueAfterS: 270 },
    // Never in the first half of its life, or every call would refresh.
    { lifetimeS: 40, dueAfterS: 20 },
  ])('renews a token of $lifetimeS s after $dueAfterS s', async ({ lifetimeS, dueAfterS }) => {
    const { makeProvider, clock, platform } = makeAuthWorld();
    platform.expiresInSeconds = lifetimeS;
    const provider = makeProvider();
    await provider.adopt(platform.issue());
    clock.jump(dueAfterS * 1000 - 1);
    expect(await provider.accessToken()).toBe('access-token-1');
    clock.jump(1);
    expect(await provider.accessToken()).toBe('access-token-2');
    provider.dispose();
  });

  it('divides lifetimes and leeway by the time scale', async () => {
    const { provider, clock } = await signedIn({ timeScale: 100 });
    expect(provider.grant?.expiresAt).toBe(clock.now() + DAY_MS / 100);
    clock.jump((DAY_MS - LEEWAY_MS) / 100 - 1);
    expect(await provider.accessToken()).toBe('access-token-1');
    clock.jump(1);
    expect(await provider.accessToken()).toBe('access-token-2');
  });

  it('serves 50 callers with one refresh', async () => {
    const { provider, clock, platform } = await signedIn();
    const gate = Promise.withResolvers<void>();
    platform.gate = gate.promise;
    clock.jump(DAY_MS);
    const callers = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0
        ? provider.accessToken()
        : provider.accessTokenAfter('access-token-1', EXPIRED),
    );
    await settle();
    gate.resolve();
    expect(new Set(await Promise.all(callers))).toEqual(new Set(['access-token-2']));
    expect(platform.refreshed).toEqual(['refresh-token-1']);
  });

  it('shows nobody the new pair before it is in the vault', async () => {
    const { provider, clock, vault, changes } = await signedIn();
    const gate = Promise.withResolvers<void>();
    vault.gate = gate.promise;
    clock.jump(DAY_MS);
    let seen: string | null = null;
    const caller = provider.accessToken().then((token) => {
      seen = token;
      expect(vault.journal.at(-1)).toBe('write access-token-2');
    });
    await settle();
    expect(seen).toBeNull();
    expect(provider.grant?.accessToken).toBe('access-token-1');
    expect(changes).toEqual([]);
    gate.resolve();
    await caller;
    expect(seen).toBe('access-token-2');
    expect(vault.grant?.refreshToken).toBe('refresh-token-2');
  });

  it('does not refresh for a rejected token that has been replaced already', async () => {
    const { provider, platform } = await signedIn();
    expect(await provider.accessTokenAfter('access-token-1', EXPIRED)).toBe('access-token-2');
    expect(await provider.accessTokenAfter('access-token-1', EXPIRED)).toBe('access-token-2');
    expect(platform.refreshed).toEqual(['refresh-token-1']);
  });

  it('counts the lifetime from the question, not from a late answer', async () => {
    const { provider, clock, platform } = await signedIn();
    const gate = Promise.withResolvers<void>();
    platform.gate = gate.promise;
    const askedAt = clock.now();
    const caller = provider.accessTokenAfter('access-token-1', EXPIRED);
    await settle();
    clock.jump(10_000);
    gate.resolve();
    await caller;
    expect(provider.grant?.issuedAt).toBe(askedAt);
  });

  it('lets a new sign-in during a refresh win', async () => {
    const { provider, platform, vault } = await signedIn();
    const gate = Promise.withResolvers<void>();
    platform.gate = gate.promise;
    const caller = provider.accessTokenAfter('access-token-1', EXPIRED);
    await settle();
    const other = { ...platform.issue(), accessToken: 'access-token-new' };
    const adopted = provider.adopt(other);
    gate.resolve();
    await Promise.all([caller, adopted]);
    expect(await provider.accessToken()).toBe('access-token-new');
    expect(vault.grant?.accessToken).toBe('access-token-new');
  });

  it('does not spend a new sign-in’s refresh token for a token rejected before it', async () => {
    const { provider, platform, vault } = await signedIn();
    const gate = Promise.withResolvers<void>();
    vault.gate = gate.promise;
    const adopted = provider.adopt(platform.issue());
    const caller = provider.accessTokenAfter('access-token-1', EXPIRED);
    gate.resolve();
    await adopted;
    expect(await caller).toBe('access-token-2');
    expect(platform.refreshed).toEqual([]);
  });
});

describe('renewal by timer', () => {
  it('keeps an idle sign-in valid for days', async () => {
    const { provider, platform, clock } = await signedIn();
    for (let hour = 0; hour < 24 * 7; hour += 1) {
      await clock.advance(HOUR_MS);
      expect(provider.grant?.expiresAt).toBeGreaterThan(clock.now());
    }
    expect(platform.refreshed.length).toBe(7);
    expect(clock.pendingTimers).toBe(1);
    provider.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('tries again, ever more slowly, until the platform is back', async () => {
    const { provider, platform, clock } = await signedIn();
    platform.refreshFailures.push(unavailable(), unavailable('server'), unavailable('timeout'));
    await clock.advance(DAY_MS - LEEWAY_MS);
    expect(platform.refreshed).toHaveLength(1);
    await clock.advance(60_000);
    expect(platform.refreshed).toHaveLength(4);
    expect(provider.grant?.accessToken).toBe('access-token-2');
    provider.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is due at once after a restart with an old token, and only then', async () => {
    const world = await signedIn();
    await world.provider.stop();
    await world.clock.advance(3 * DAY_MS);
    expect(world.platform.refreshed).toEqual([]);
    const next = world.makeProvider();
    await next.load();
    await world.clock.advance(1000);
    expect(next.grant?.accessToken).toBe('access-token-2');
    next.dispose();
  });

  it('does not hammer a platform that names a lifetime of nothing', async () => {
    const { provider, platform, clock } = await signedIn();
    platform.expiresInSeconds = 0;
    await provider.accessTokenAfter('access-token-1', EXPIRED);
    const before = platform.refreshed.length;
    await clock.advance(10_000);
    expect(platform.refreshed.length - before).toBeLessThanOrEqual(10);
    provider.dispose();
  });

  it.each([
    { back: 'a minute', backMs: 60_000 },
    { back: 'an hour', backMs: HOUR_MS },
    { back: 'a year', backMs: 365 * DAY_MS },
  ])('comes in time when the wall clock is set back by $back', async ({ backMs }) => {
    const { provider, platform, clock } = await signedIn();
    clock.jump(-backMs);
    await clock.advance(DAY_MS);
    expect(platform.refreshed).toHaveLength(1);
    await clock.advance(DAY_MS);
    expect(platform.refreshed).toHaveLength(2);
    provider.dispose();
  });

  it('does not happen for a wall clock that is corrected by a little', async () => {
    const { provider, platform, clock } = await signedIn();
    clock.jump(-30_000);
    expect(await provider.accessToken()).toBe('access-token-1');
    expect(platform.refreshed).toEqual([]);
    provider.dispose();
  });
});
