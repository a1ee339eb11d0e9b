import { beforeEach, describe, expect, it } from 'vitest';
import { addMonths, SCOPES } from '../../../electron/simulator/world/model.ts';
import { errorOf, OPEN, openPlatform, type Platform, REVOKE, TOKEN } from './support.ts';

let platform: Platform;

beforeEach(() => {
  platform = openPlatform();
});

const issue = (fields: object) =>
  platform.ask(TOKEN, {
    body: { grantType: 'authorization_code', ...platform.credentials, ...fields },
  });
const renew = (refreshToken: string | undefined, fields: object = {}) =>
  platform.ask(TOKEN, {
    body: { grantType: 'refresh_token', ...platform.credentials, refreshToken, ...fields },
  });
const revoke = (token: string, fields: object = {}) =>
  platform.ask(REVOKE, {
    body: { ...platform.credentials, token, tokenTypeHint: 'access_token', ...fields },
  });

function consent(who: 'own' | 'other' = 'own') {
  const application = who === 'own' ? platform.application : platform.other;
  const grant = platform.world.authorizations.consent(application, platform.streamer);
  return { grant, code: platform.world.authorizations.issueCode(grant) };
}

function signIn(who: 'own' | 'other' = 'own') {
  const { grant } = consent(who);
  return { grant, ...platform.world.authorizations.issuePair(grant, grant.consentedScopes) };
}

const MINUTE = 60_000;

describe('401 on token issue and refresh, row by row', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['Invalid client credentials', () => issue({ code: consent().code, clientSecret: 'wrong' })],
    ['Invalid client credentials', () => issue({ code: consent().code, clientId: 'nobody' })],
    ['Invalid client credentials', () => issue({ clientSecret: undefined })],
    ['Invalid client credentials', () => renew(signIn().refresh.token, { clientSecret: 'wrong' })],
    ['Authorization code is required', () => issue({})],
    ['Authorization code is required', () => issue({ code: '' })],
    ['Invalid authorization code', () => issue({ code: 'made-up' })],
    [
      'Authorization code does not belong to this application',
      () => issue({ code: consent('other').code }),
    ],
    [
      'Authorization is not active',
      () => {
        const { grant, code } = consent();
        platform.world.authorizations.revokeGrant(grant);
        return issue({ code });
      },
    ],
    [
      'Authorization code has expired',
      async () => {
        const { code } = consent();
        await platform.clock.advance(10 * MINUTE + 1);
        return issue({ code });
      },
    ],
    ['Refresh token is required', () => renew(undefined)],
    ['Invalid refresh token', () => renew('made-up')],
    [
      'Refresh token has been revoked',
      () => {
        const { grant, refresh } = signIn();
        platform.world.authorizations.revokeGrant(grant);
        return renew(refresh.token);
      },
    ],
    [
      'Refresh token has already been used',
      async () => {
        const { refresh } = signIn();
        await renew(refresh.token);
        return renew(refresh.token);
      },
    ],
    [
      'Refresh token does not belong to this application',
      () => renew(signIn('other').refresh.token),
    ],
    [
      'Refresh token has expired',
      async () => {
        const { refresh } = signIn();
        await platform.clock.advance(refresh.expiresAt - platform.clock.now() + 1);
        return renew(refresh.token);
      },
    ],
  ])('answers "%s"', async (message, run) => {
    expect(await run()).toMatchObject({ status: 401, json: errorOf(401, message) });
  });
});

describe('a token response', () => {
  it('has exactly the documented fields, expiresIn as text', async () => {
    const answer = await issue({ code: consent().code });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.json).toEqual({
      code: 200,
      message: null,
      content: {
        accessToken: expect.any(String),
        refreshToken: expect.any(String),
        tokenType: 'Bearer',
        expiresIn: '86400',
        scope: SCOPES.join(' '),
      },
    });
  });

  it('can be had with a code in its last millisecond', async () => {
    const { code } = consent();
    await platform.clock.advance(10 * MINUTE);
    expect((await issue({ code })).status).toBe(200);
  });

  it('can be had once only with a code', async () => {
    const { code } = consent();
    await issue({ code });
    expect((await issue({ code })).json).toEqual(errorOf(401, 'Invalid authorization code'));
  });

  it('is refused to a wrong client without spending the code', async () => {
    const { code } = consent();
    await issue({ code, clientId: platform.other.clientId, clientSecret: 'other-secret' });
    expect((await issue({ code })).status).toBe(200);
  });

  it('keeps the scopes through refreshes, whatever became of the application', async () => {
    platform.application.scopes = ['READ:USER', 'READ:LIVE_CHAT'];
    const first = await issue({ code: consent().code });
    platform.application.scopes = SCOPES;
    platform.world.authorizations.consent(platform.application, platform.streamer);
    const second = await renew(first.json.content.refreshToken);
    expect(second.json.content.scope).toBe('READ:USER READ:LIVE_CHAT');
  });

  it('rotates: both tokens are new, and the new one can be used in its turn', async () => {
    const { refresh, access } = signIn();
    const second = (await renew(refresh.token)).json.content;
    expect(second.refreshToken).not.toBe(refresh.token);
    expect(second.accessToken).not.toBe(access.token);
    expect((await renew(second.refreshToken)).status).toBe(200);
  });

  it('starts six new months at each refresh', async () => {
    const { refresh } = signIn();
    const start = platform.clock.now();
    await platform.clock.advance(addMonths(start, 5) - start);
    const second = (await renew(refresh.token)).json.content.refreshToken;
    await platform.clock.advance(addMonths(start, 10) - platform.clock.now());
    expect((await renew(second)).status).toBe(200);
  });
});

describe('a token request that is not as documented', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown grant type', { grantType: 'client_credentials' }, /^grantType: /],
    ['no grant type', { grantType: undefined }, /^grantType: /],
    [
      'a field that is not documented',
      { redirectUri: 'http://x' },
      /^Fields not documented: redirectUri$/,
    ],
    [
      'the snake case of other platforms',
      { grant_type: 'x' },
      /^Fields not documented: grant_type$/,
    ],
    ['a number for a code', { code: 7 }, /^code: /],
  ])('is refused with 400 and noted: %s', async (_what, fields, message) => {
    const answer = await issue(fields);
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.json).toEqual(errorOf(400, expect.stringMatching(message)));
    expect(platform.lastEntry()).toMatchObject({
      status: 400,
      operation: `POST ${TOKEN}`,
      brokenRules: [expect.stringMatching(message)],
    });
  });

  it.each<[string, string]>([
    ['not JSON', '{grantType'],
    ['a list', '[]'],
    ['nothing', ''],
  ])('is refused with 400: %s', async (_what, rawBody) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await platform.ask(TOKEN, { method: 'POST', rawBody, headers });
    expect(answer.json).toEqual(errorOf(400, expect.any(String)));
    expect(platform.lastEntry().brokenRules).toHaveLength(1);
  });

  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'is refused with 400 when its Content-Type is %s, whatever the body',
    async (type) => {
      const { code } = consent();
      const body = { grantType: 'authorization_code', ...platform.credentials, code };
      for (const rawBody of [JSON.stringify(body), new URLSearchParams(body).toString()]) {
        const headers = type === undefined ? {} : { 'content-type': type };
        const answer = await platform.ask(TOKEN, { rawBody, headers });
        expect(answer.json).toEqual(errorOf(400, expect.stringContaining('application/json')));
      }
    },
  );

  it('may name the charset of its JSON', async () => {
    const { code } = consent();
    const answer = await platform.ask(TOKEN, {
      rawBody: JSON.stringify({ grantType: 'authorization_code', ...platform.credentials, code }),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(answer.status).toBe(200);
  });

  it('is served but noted when it carries credentials in headers or a field of the other grant', async () => {
    const answer = await platform.ask(TOKEN, {
      headers: platform.clientHeaders,
      body: {
        grantType: 'authorization_code',
        ...platform.credentials,
        code: consent().code,
        refreshToken: 'x',
      },
    });
    expect(answer.status).toBe(200);
    expect(platform.lastEntry()).toMatchObject({ auth: 'client' });
    expect(platform.lastEntry().brokenRules).toHaveLength(2);
  });
});

describe('revoking', () => {
  it('answers 200 with an empty body and ends both tokens and the authorization', async () => {
    const { grant, access, refresh } = signIn();
    const answer = await revoke(access.token);
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(grant.state).toBe('REVOKED');
    expect((await renew(refresh.token)).json.message).toBe('Refresh token has been revoked');
    const me = await platform.ask(`${OPEN}/users/me`, {
      headers: { authorization: `Bearer ${access.token}` },
    });
    expect(me.json).toEqual(errorOf(401, 'Access token has been revoked'));
  });

  it('works by the refresh token too', async () => {
    const { grant, refresh } = signIn();
    const answer = await revoke(refresh.token, { tokenTypeHint: 'refresh_token' });
    expect(answer.status).toBe(200);
    expect(grant.state).toBe('REVOKED');
    expect(platform.log.broken()).toEqual([]);
  });

  it('leaves the next consent a fresh start: old tokens stay dead', async () => {
    const { access } = signIn();
    await revoke(access.token);
    signIn();
    expect((await revoke(access.token)).status).toBe(401);
  });

  it('notes a hint that names the other kind', async () => {
    await revoke(signIn().access.token, { tokenTypeHint: 'refresh_token' });
    expect(platform.lastEntry().brokenRules).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['an unknown token', () => revoke('made-up'), 'Invalid token'],
    [
      "another application's token",
      () => revoke(signIn('other').access.token),
      'Token does not belong to this application',
    ],
    [
      'a second time',
      async () => {
        const { access, refresh } = signIn();
        await revoke(access.token);
        return revoke(refresh.token, { tokenTypeHint: 'refresh_token' });
      },
      'Token has already been revoked',
    ],
    [
      'wrong credentials',
      () => revoke(signIn().access.token, { clientSecret: 'x' }),
      'Invalid client credentials',
    ],
  ])('gives 401 for %s', async (_what, run, message) => {
    expect(await run()).toMatchObject({ status: 401, json: errorOf(401, message) });
  });

  it.each([
    ['no hint', { tokenTypeHint: undefined }],
    ['an unknown hint', { tokenTypeHint: 'id_token' }],
    ['no token', { token: undefined }],
    ['a field that is not documented', { reason: 'bored' }],
  ])('gives 400 for %s', async (_what, fields) => {
    expect(await revoke(signIn().access.token, fields)).toMatchObject({ status: 400 });
  });
});

describe('the calendar of refresh tokens', () => {
  it.each([
    ['2026-05-20T03:00:00.000Z', '2026-11-20T03:00:00.000Z'],
    ['2026-08-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
    ['2027-08-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2027-06-30T23:59:59.999Z'],
  ])('six months after %s is %s', (from, to) => {
    expect(new Date(addMonths(Date.parse(from), 6)).toISOString()).toBe(to);
  });
});
