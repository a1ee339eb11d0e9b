import { describe, expect, it } from 'vitest';
import { AccessTokenRefusedError } from '../../../electron/auth/errors.ts';
import type { NotAuthorizedError } from '../../../electron/platform/errors.ts';
import { EXPIRED, signedIn, tokenRefused } from './fakes.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const WORDS = 'Session context mismatch';
const UNKNOWN = tokenRefused(WORDS);

type Bench = Awaited<ReturnType<typeof signedIn>>;

/** Every token is refused like this, `everyMs`, for `ms`. */
async function refuseAll(bench: Bench, refusal: NotAuthorizedError, everyMs: number, ms: number) {
  const { provider, clock } = bench;
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
    const bench = await signedIn();
    const failure = await bench.provider
      .accessTokenAfter('access-token-1', UNKNOWN)
      .catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(AccessTokenRefusedError);
    expect(bench.platform.refreshed).toEqual([]);
    bench.provider.dispose();
  });

  it.each([
    { words: WORDS, most: 6 },
    { words: null, most: 6 },
  ])('costs $most refresh tokens in an hour of refusals ($words)', async ({ words, most }) => {
    const bench = await signedIn();
    await bench.clock.advance(10 * MINUTE);
    await refuseAll(bench, tokenRefused(words), 7 * SECOND, HOUR);
    expect(bench.platform.refreshed).toHaveLength(most);
    bench.provider.dispose();
  });

  it('costs two an hour from then on', async () => {
    const bench = await signedIn();
    await refuseAll(bench, UNKNOWN, 7 * SECOND, 2 * HOUR);
    const before = bench.platform.refreshed.length;
    await refuseAll(bench, UNKNOWN, 7 * SECOND, 4 * HOUR);
    expect(bench.platform.refreshed.length - before).toBeLessThanOrEqual(8);
    expect(bench.platform.refreshed.length - before).toBeGreaterThanOrEqual(6);
    bench.provider.dispose();
  });

  it('is refreshed at most once a minute when the platform says that it has expired', async () => {
    const bench = await signedIn();
    await refuseAll(bench, EXPIRED, 7 * SECOND, 10 * MINUTE);
    expect(bench.platform.refreshed.length).toBeLessThanOrEqual(10);
    expect(bench.platform.refreshed.length).toBeGreaterThanOrEqual(8);
    bench.provider.dispose();
  });

  it('is told to the streamer in the platform’s own words, once a token', async () => {
    const bench = await signedIn();
    await bench.clock.advance(10 * MINUTE);
    await refuseAll(bench, UNKNOWN, 5 * SECOND, 50 * SECOND);
    expect(bench.problems.map(({ code }) => code)).toEqual(['access-token-refused']);
    const reply = { key: 'problem.reply', values: { words: WORDS } };
    expect(bench.problems[0]?.values).toEqual({ reply });
    await refuseAll(bench, UNKNOWN, 5 * SECOND, 70 * SECOND);
    expect(bench.problems).toHaveLength(2);
    bench.provider.dispose();
  });

  it('signs nobody out, and the token is handed out as before', async () => {
    const bench = await signedIn();
    await refuseAll(bench, UNKNOWN, 5 * SECOND, 30 * SECOND);
    expect(bench.changes).toEqual([]);
    expect(await bench.provider.accessToken()).toBe('access-token-1');
    bench.provider.dispose();
  });

  it('is forgotten after six quiet hours: the next refusal may refresh after a minute', async () => {
    const bench = await signedIn();
    await refuseAll(bench, UNKNOWN, 7 * SECOND, 2 * HOUR);
    await bench.clock.advance(6 * HOUR + MINUTE);
    const before = bench.platform.refreshed.length;
    await refuseAll(bench, UNKNOWN, 7 * SECOND, 2 * MINUTE);
    expect(bench.platform.refreshed.length - before).toBe(2);
    bench.provider.dispose();
  });

  it('begins anew with a new sign-in', async () => {
    const bench = await signedIn();
    await refuseAll(bench, UNKNOWN, 7 * SECOND, 2 * HOUR);
    await bench.provider.adopt(bench.platform.issue());
    await bench.clock.advance(MINUTE);
    const before = bench.platform.refreshed.length;
    await refuseAll(bench, UNKNOWN, 7 * SECOND, 7 * SECOND);
    expect(bench.platform.refreshed.length - before).toBe(1);
    bench.provider.dispose();
  });

  it('is refreshed at once when it comes from an earlier run', async () => {
    const bench = await signedIn();
    await bench.provider.stop();
    const next = bench.makeProvider();
    await next.load();
    expect(await next.accessTokenAfter('access-token-1', UNKNOWN)).toBe('access-token-2');
    next.dispose();
  });
});
