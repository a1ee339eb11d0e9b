import { describe, expect, it } from 'vitest';
import {
  askedWaitMs,
  ForbiddenError,
  InvalidRequestError,
  MalformedAnswerError,
  PlatformError,
  QuotaExceededError,
  RateLimitedError,
  UnavailableError,
} from '../../../electron/platform/errors.ts';
import { parseRetryAfter } from '../../../electron/platform/http/exchange.ts';
import { clientOf, FakePlatform, failureOf, json, raw, refusal, TOKEN } from './support.ts';

/** A call that is never repeated, so that the first answer decides. */
const block = (platform: FakePlatform) => failureOf(clientOf(platform).blocks.block('t'));
const payout = (platform: FakePlatform) =>
  failureOf(clientOf(platform).drops.setFulfillment(['a'], 'FULFILLED'));

describe('a status', () => {
  it.each([
    [301, MalformedAnswerError],
    [400, InvalidRequestError],
    [403, ForbiddenError],
    [404, InvalidRequestError],
    [405, InvalidRequestError],
    [408, UnavailableError],
    [409, InvalidRequestError],
    [410, InvalidRequestError],
    [413, InvalidRequestError],
    [418, InvalidRequestError],
    [422, InvalidRequestError],
    [429, RateLimitedError],
    [500, UnavailableError],
    [502, UnavailableError],
    [503, UnavailableError],
    [599, UnavailableError],
  ])('%i has its own error', async (status, kind) => {
    const failure = await block(new FakePlatform(refusal(status, 'because')));
    expect(failure).toBeInstanceOf(kind);
    expect(failure).toBeInstanceOf(PlatformError);
    expect(failure).toMatchObject({ status, operation: 'blocks.block' });
  });
});

describe('the platform’s words', () => {
  it.each([
    ['text', json({ statusCode: 400, message: 'too long', error: 'Bad Request' }, 400), 'too long'],
    ['an array', json({ message: ['a is bad', 'b is bad'] }, 400), 'a is bad; b is bad'],
    ['an array with more than text', json({ message: ['a', { b: 1 }, 'c'] }, 400), 'a; c'],
    ['error alone', json({ error: 'Bad Request' }, 400), 'Bad Request'],
    ['a message beside an error that is no text', json({ message: 'm', error: {} }, 400), 'm'],
    ['no fields', json({}, 400), null],
    ['an object', json({ message: { a: 1 } }, 400), null],
    ['null', json(null, 400), null],
    ['a list', json(['x'], 400), null],
    ['an empty message', json({ message: ' ' }, 400), null],
    ['no body', raw(null, 400), null],
    ['a web page', raw('<html>502</html>', 400), null],
    ['half a body', raw('{"message":"cut', 400), null],
  ])('are read from %s', async (_, reply, message) => {
    const failure = await block(new FakePlatform(reply));
    expect(failure).toBeInstanceOf(InvalidRequestError);
    expect(failure).toMatchObject({ platformMessage: message });
    const said =
      message === null
        ? { key: 'problem.reply-none' }
        : { key: 'problem.reply', values: { words: message } };
    expect((failure as PlatformError).problem.values).toEqual({ reply: said });
  });

  it('are cut short, and lose the token when they repeat it', async () => {
    const long = await block(new FakePlatform(refusal(400, '가'.repeat(5000))));
    expect((long as PlatformError).platformMessage).toHaveLength(300);
    const echo = await block(new FakePlatform(refusal(400, `Bearer ${TOKEN} is odd`)));
    expect(String(echo)).toContain('is odd');
    expect(String(echo)).not.toContain(TOKEN);
  });
});

describe('how long the platform wants to be left alone', () => {
  const occasion = { operation: 'x', status: 429, platformMessage: null };
  it.each([
    [
      'until the quota of the day begins anew',
      new QuotaExceededError(occasion, 'READ_DROPS', 9_000),
      8_000,
    ],
    ['as long as it says', new RateLimitedError(occasion, 7_000), 7_000],
    [
      'as long as it says where it is down',
      new UnavailableError(occasion, 'server', { retryAfterMs: 6_000 }),
      6_000,
    ],
    ['not said', new RateLimitedError(occasion, null), 0],
    ['nothing of the kind', new Error('no'), 0],
  ])('%s', (_name, failure, waitMs) => {
    expect(askedWaitMs(failure, 1_000)).toBe(waitMs);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0);
  it.each([
    ['120', null, 120_000],
    ['0', null, 0],
    ['Thu, 01 Jan 2026 12:00:30 GMT', null, 30_000],
    ['Thursday, 01-Jan-26 12:00:30 GMT', null, 30_000],
    ['Thu Jan  1 12:00:30 2026', null, 30_000],
    ['Thu, 01 Jan 2026 11:00:00 GMT', null, 0],
    // The platform's clock is an hour ahead of ours: what counts is its own distance.
    ['Thu, 01 Jan 2026 13:00:10 GMT', 'Thu, 01 Jan 2026 13:00:00 GMT', 10_000],
    ['Thu, 01 Jan 2026 12:00:30 GMT', 'nonsense', 30_000],
    ['-5', null, null],
    ['1.5', null, null],
    ['soon', null, null],
    ['Fridayish, whenever', null, null],
    ['', null, null],
    [null, null, null],
  ])('%j (Date %j) is %j ms', (header, date, expected) => {
    expect(parseRetryAfter(header, date, now)).toBe(expected);
  });

  it.each([429, 403])('of a %i is carried by the rate limit error', async (status) => {
    const failure = await block(new FakePlatform(refusal(status, 'slow', { 'retry-after': '7' })));
    expect(failure).toBeInstanceOf(RateLimitedError);
    expect(failure).toMatchObject({ retryAfterMs: 7000 });
    expect(String(failure)).toContain('7 seconds');
  });

  it('that is missing is null', async () => {
    expect(await block(new FakePlatform(refusal(429, 'slow')))).toMatchObject({
      retryAfterMs: null,
    });
  });
});

describe('a drops call over the quota', () => {
  it.each<[string, number, string, Record<string, string>]>([
    ['429 until tomorrow', 429, 'Too Many Requests', { 'retry-after': '40000' }],
    ['429 for a little over an hour', 429, 'Too Many Requests', { 'retry-after': '3601' }],
    ['403 that says so', 403, 'Quota exceeded for WRITE_DROPS', {}],
    ['400 that says so', 400, 'daily limit reached', {}],
    ['429 that says so, with a short wait', 429, 'quota', { 'retry-after': '1' }],
  ])('is known by %s', async (_, status, message, headers) => {
    const failure = await payout(new FakePlatform(refusal(status, message, headers)));
    expect(failure).toBeInstanceOf(QuotaExceededError);
    expect(failure).toMatchObject({
      category: 'WRITE_DROPS',
      resetsAt: Date.UTC(2026, 0, 1, 15),
      status,
    });
  });

  it('is not repeated, though reading is safe', async () => {
    const platform = new FakePlatform(refusal(429, 'quota exceeded'));
    const failure = await failureOf(clientOf(platform).drops.claims());
    expect(failure).toMatchObject({ category: 'READ_DROPS' });
    expect(platform.count).toBe(1);
  });

  it.each([
    ['an error beside another message', json({ message: 'Refused', error: 'QUOTA_EXCEEDED' }, 429)],
    ['a web page', raw('<html><body>Daily quota exceeded</body></html>', 429)],
    ['a text', raw('오늘의 할당량을 다 썼습니다', 429)],
  ])('is known by a 429 with %s', async (_, reply) => {
    expect(await payout(new FakePlatform(reply))).toBeInstanceOf(QuotaExceededError);
  });

  it.each<[string, Record<string, string>]>([
    ['no wait', {}],
    ['a wait of an hour', { 'retry-after': '3600' }],
  ])('is not known by a 429 with %s, which is not repeated either', async (_, headers) => {
    const platform = new FakePlatform(refusal(429, 'Too Many Requests', headers));
    const failure = await failureOf(clientOf(platform).drops.claims());
    expect(failure).toBeInstanceOf(RateLimitedError);
    expect(platform.count).toBe(1);
  });

  it('is told from a rate limit by a short wait, and from other refusals', async () => {
    const rate = await payout(new FakePlatform(refusal(429, 'slow', { 'retry-after': '5' })));
    expect(rate).toBeInstanceOf(RateLimitedError);
    const forbidden = await payout(new FakePlatform(refusal(403, 'Forbidden')));
    expect(forbidden).toBeInstanceOf(ForbiddenError);
  });

  it('is never suspected of an operation that has no quota', async () => {
    const failure = await block(new FakePlatform(refusal(400, 'quota')));
    expect(failure).toBeInstanceOf(InvalidRequestError);
  });
});
