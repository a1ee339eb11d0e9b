import { describe, expect, it } from 'vitest';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import {
  MalformedAnswerError,
  type TokenRefusal,
  TokenRefusedError,
} from '../../../electron/platform/errors.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import {
  authOf,
  CLIENT_ID,
  CLIENT_SECRET,
  content,
  FakePlatform,
  failureOf,
  raw,
  refusal,
  silence,
} from './support.ts';

const PAIR = {
  accessToken: 'issued-access',
  refreshToken: 'issued-refresh',
  tokenType: 'Bearer',
  expiresIn: '86400',
  scope: 'READ:USER READ:LIVE_CHAT',
};

describe('the authorization address', () => {
  it('carries the documented parameters and leaves prompt out when not asked for', () => {
    const address = authOf(new FakePlatform()).authorizationUrl({
      redirectUri: 'http://127.0.0.1:9000/callback?a=b',
      state: 's t&a',
    });
    const url = new URL(address);
    expect(url.origin + url.pathname).toBe('https://sign-in.test/auth/openapi/account-interlock');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      clientId: CLIENT_ID,
      redirectUri: 'http://127.0.0.1:9000/callback?a=b',
      state: 's t&a',
    });
  });

  it.each(['consent', 'none'] as const)('passes prompt=%s on', (prompt) => {
    const request = { redirectUri: 'http://localhost/', state: 's', prompt };
    const address = authOf(new FakePlatform()).authorizationUrl(request);
    expect(new URL(address).searchParams.get('prompt')).toBe(prompt);
  });
});

describe('token calls', () => {
  it.each([
    [
      'exchangeCode',
      { grantType: 'authorization_code', code: 'the-code' },
      (api: ReturnType<typeof authOf>) => api.exchangeCode('the-code'),
    ],
    [
      'refresh',
      { grantType: 'refresh_token', refreshToken: 'the-refresh' },
      (api: ReturnType<typeof authOf>) => api.refresh('the-refresh'),
    ],
  ])('%s sends JSON with the documented fields and no auth header', async (_, fields, call) => {
    const platform = new FakePlatform(content(PAIR));
    const issued = await call(authOf(platform));
    const { method, path, query, headers, body } = platform.last;
    expect([method, path, query]).toEqual(['POST', '/api/openapi/auth/v1/token', {}]);
    expect(headers).toEqual({ 'content-type': 'application/json' });
    expect(body).toEqual({ ...fields, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
    expect(issued).toEqual({
      accessToken: 'issued-access',
      refreshToken: 'issued-refresh',
      tokenType: 'Bearer',
      expiresInSeconds: 86_400,
      scopes: ['READ:USER', 'READ:LIVE_CHAT'],
    });
  });

  it.each(['access_token', 'refresh_token'] as const)('revokes with the hint %s', async (hint) => {
    const platform = new FakePlatform(raw(null));
    await authOf(platform).revoke('the-token', hint);
    const { method, path, headers, body } = platform.last;
    expect([method, path]).toEqual(['POST', '/api/openapi/auth/v1/token/revoke']);
    expect(headers).toEqual({ 'content-type': 'application/json' });
    expect(body).toEqual({
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      token: 'the-token',
      tokenTypeHint: hint,
    });
  });

  it.each([
    ['a number', 3600, 3600],
    ['text', '60', 60],
    ['text with a point', '86400.0', 86_400],
    ['less than nothing', -5, 0],
    ['nothing', null, null],
    ['left out', undefined, null],
    ['a word', 'soon', null],
    ['an empty text', ' ', null],
    ['an object', {}, null],
  ])('takes the validity as %s', async (_, expiresIn, seconds) => {
    const platform = new FakePlatform(content({ ...PAIR, expiresIn }));
    expect((await authOf(platform).refresh('r')).expiresInSeconds).toBe(seconds);
  });

  it.each([
    ['a list', ['READ:USER', 'READ:DONATION READ:LIVE_CHAT'], 3],
    ['separated by commas', 'READ:USER,READ:DONATION', 2],
    ['nothing', null, null],
    ['an empty text', '', null],
    ['a number', 7, null],
  ])('takes the scopes as %s', async (_, scope, count) => {
    const platform = new FakePlatform(content({ ...PAIR, scope }));
    expect((await authOf(platform).refresh('r')).scopes?.length ?? null).toBe(count);
  });

  it.each([1, null, ''])('takes a token of the kind %j for a bearer’s', async (tokenType) => {
    const platform = new FakePlatform(content({ ...PAIR, tokenType }));
    expect(await authOf(platform).refresh('r')).toMatchObject({ tokenType: 'Bearer' });
  });

  it.each([
    ['no refresh token', { ...PAIR, refreshToken: undefined }],
    ['an empty access token', { ...PAIR, accessToken: '' }],
  ])('calls %s malformed without quoting a token', async (_, answer) => {
    const failure = await failureOf(authOf(new FakePlatform(content(answer))).refresh('r'));
    expect(failure).toBeInstanceOf(MalformedAnswerError);
    expect(JSON.stringify(failure) + String(failure)).not.toContain('issued-');
  });
});

const REFUSALS: readonly (readonly [string, TokenRefusal])[] = [
  ['Invalid client credentials', 'invalid-client'],
  ['Authorization code is required', 'code-required'],
  ['Invalid authorization code', 'invalid-code'],
  ['Authorization code does not belong to this application', 'code-of-other-application'],
  ['Authorization is not active', 'authorization-not-active'],
  ['Authorization code has expired', 'code-expired'],
  ['Refresh token is required', 'refresh-token-required'],
  ['Invalid refresh token', 'invalid-refresh-token'],
  ['Refresh token has been revoked', 'refresh-token-revoked'],
  ['Refresh token has already been used', 'refresh-token-used'],
  ['Refresh token does not belong to this application', 'refresh-token-of-other-application'],
  ['Refresh token has expired', 'refresh-token-expired'],
  ['Something nobody wrote down', 'unknown'],
];

describe('a 401 of the token operation', () => {
  it.each(REFUSALS)('“%s” is %s, sent once', async (message, reason) => {
    for (const call of ['exchangeCode', 'refresh'] as const) {
      const platform = new FakePlatform(refusal(401, message));
      const failure = await failureOf(authOf(platform)[call]('value'));
      expect(failure).toBeInstanceOf(TokenRefusedError);
      expect(failure).toMatchObject({ reason, platformMessage: message, status: 401 });
      expect(platform.count).toBe(1);
    }
  });

  it('is told whatever the case and the full stop, also from an array', async () => {
    const platform = new FakePlatform(refusal(401, ['refresh token has EXPIRED.']));
    expect(await failureOf(authOf(platform).refresh('r'))).toMatchObject({
      reason: 'refresh-token-expired',
    });
  });

  it('of the revoke operation is a refused token as well', async () => {
    const platform = new FakePlatform(refusal(401, 'gone'));
    const failure = await failureOf(authOf(platform).revoke('t', 'access_token'));
    expect(failure).toBeInstanceOf(TokenRefusedError);
    expect(failure).toMatchObject({ operation: 'auth.revoke', reason: 'unknown' });
  });
});

describe('what token calls never do', () => {
  it.each([429, 500, 503])('repeat after a %i', async (status) => {
    const clock = new VirtualClock();
    const platform = new FakePlatform(refusal(status, 'no', { 'retry-after': '1' }));
    const outcome = failureOf(authOf(platform, { clock }).refresh('r'));
    await clock.advance(60_000);
    await outcome;
    expect(platform.count).toBe(1);
  });

  it('let secrets out through an error or the log', async () => {
    const lines: string[] = [];
    const log = createLogger(new VirtualClock(), new Redactor(), (line) => lines.push(line));
    const echo = `bad pair ${CLIENT_SECRET} / the-refresh-token`;
    const platform = new FakePlatform(refusal(400, echo));
    const failure = await failureOf(authOf(platform, { log }).refresh('the-refresh-token'));
    log.error('refresh failed', { failure });
    const all = `${String(failure)} ${JSON.stringify(failure)} ${lines.join(' ')}`;
    expect(all).toContain('bad pair');
    expect(all).not.toContain(CLIENT_SECRET);
    expect(all).not.toContain('the-refresh-token');
  });

  it('give a refresh up, not when the app stops, nor after any time, while other calls end at once', async () => {
    const stop = new AbortController();
    const clock = new VirtualClock();
    const api = authOf(new FakePlatform(silence()), { clock, options: { stop: stop.signal } });
    let isOver = false;
    void api.refresh('r').finally(() => {
      isOver = true;
    });
    const exchange = failureOf(api.exchangeCode('c'));
    await settle();
    stop.abort();
    expect(await exchange).toMatchObject({ reason: 'stopped' });
    await clock.advance(3_600_000);
    expect(isOver).toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });
});
