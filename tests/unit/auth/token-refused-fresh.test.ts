import { describe, expect, it } from 'vitest';
import { AccessTokenRefusedError } from '../../../electron/auth/errors.ts';
import type { NotAuthorizedError } from '../../../electron/platform/errors.ts';
import { EXPIRED, signedIn, tokenRefused } from './fakes.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const WORDS = 'Session context mismatch';
const UNKNOWN = tokenRefused(WORDS);

type World = Awaited<ReturnType<typeof signedIn>>;

/** Every token is refused like this, `everyMs`, for `ms`. */
async function refuseAll(world: World, refusal: NotAuthorizedError, everyMs: number, ms: number) {
  const { provider, clock } = world;
  const failures: unknown[] = [];
  for (let passed = 0; passed < ms; passed += everyMs) {
    const token = await provider.accessToken();
    await provider.accessTokenAfter(token, refusal).catch((failure: unknown) => {
      failures.push(failure);
    });
    await clock.advance(everyMs);
  }
  return failures;
}

describe('an access token that is refused although it was issued just now', () => {
  it('is not refreshed when signing in has just brought it', async () => {
    const world = await signedIn();
    const failure = await world.provider
      .accessTokenAfter('access-token-1', UNKNOWN)
      .catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(AccessTokenRefusedError);
    expect(world.platform.refreshed).toEqual([]);
    world.provider.dispose();
  });

  it.each([
    { words: WORDS, most: 6 },
    { words: null, most: 6 },
  ])('costs $most refresh tokens in an hour of refusals ($words)', async ({ words, most }) => {
    const world = await signedIn();
    await world.clock.advance(10 * MINUTE);
    await refuseAll(world, tokenRefused(words), 7 * SECOND, HOUR);
    expect(world.platform.refreshed).toHaveLength(most);
    world.provider.dispose();
  });

  it('costs two an hour from then on', async () => {
    const world = await signedIn();
    await refuseAll(world, UNKNOWN, 7 * SECOND, 2 * HOUR);
    const before = world.platform.refreshed.length;
    await refuseAll(world, UNKNOWN, 7 * SECOND, 4 * HOUR);
    expect(world.platform.refreshed.length - before).toBeLessThanOrEqual(8);
    expect(world.platform.refreshed.length - before).toBeGreaterThanOrEqual(6);
    world.provider.dispose();
  });

  it('is refreshed at most once a minute when the platform says that it has expired', async () => {
    const world = await signedIn();
    await refuseAll(world, EXPIRED, 7 * SECOND, 10 * MINUTE);
    expect(world.platform.refreshed.length).toBeLessThanOrEqual(10);
    expect(world.platform.refreshed.length).toBeGreaterThanOrEqual(8);
    world.provider.dispose();
  });

  it('is told to the streamer in the platform’s own words, once a token', async () => {
    const world = await signedIn();
    await world.clock.advance(10 * MINUTE);
    await refuseAll(world, UNKNOWN, 5 * SECOND, 50 * SECOND);
    expect(world.problems.map(({ code }) => code)).toEqual(['access-token-refused']);
    const reply = { key: 'problem.reply', values: { words: WORDS } };
    expect(world.problems[0]?.values).toEqual({ reply });
    await refuseAll(world, UNKNOWN, 5 * SECOND, 70 * SECOND);
    expect(world.problems).toHaveLength(2);
    world.provider.dispose();
  });

  it('signs nobody out, and the token is handed out as before', async () => {
    const world = await signedIn();
    await refuseAll(world, UNKNOWN, 5 * SECOND, 30 * SECOND);
    expect(world.changes).toEqual([]);
    expect(await world.provider.accessToken()).toBe('access-token-1');
    world.provider.dispose();
  });

  it('is forgotten after six quiet hours: the next refusal may refresh after a minute', async () => {
    const world = await signedIn();
    await refuseAll(world, UNKNOWN, 7 * SECOND, 2 * HOUR);
    await world.clock.advance(6 * HOUR + MINUTE);
    const before = world.platform.refreshed.length;
    await refuseAll(world, UNKNOWN, 7 * SECOND, 2 * MINUTE);
    expect(world.platform.refreshed.length - before).toBe(2);
    world.provider.dispose();
  });

  it('begins anew with a new sign-in', async () => {
    const world = await signedIn();
    await refuseAll(world, UNKNOWN, 7 * SECOND, 2 * HOUR);
    await world.provider.adopt(world.platform.issue());
    await world.clock.advance(MINUTE);
    const before = world.platform.refreshed.length;
    await refuseAll(world, UNKNOWN, 7 * SECOND, 7 * SECOND);
    expect(world.platform.refreshed.length - before).toBe(1);
    world.provider.dispose();
  });

  it('is refreshed at once when it comes from an earlier run', async () => {
    const world = await signedIn();
    await world.provider.stop();
    const next = world.makeProvider();
    await next.load();
    expect(await next.accessTokenAfter('access-token-1', UNKNOWN)).toBe('access-token-2');
    next.dispose();
  });
});
