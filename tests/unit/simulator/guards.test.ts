import { beforeEach, describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../../electron/simulator/world/model.ts';
import { type Ask, errorOf, OPEN, openPlatform, type Platform } from './support.ts';

let platform: Platform;

beforeEach(() => {
  platform = openPlatform();
});

const put = (body: object): Ask => ({ method: 'PUT', body });
const post = (body: object): Ask => ({ method: 'POST', body });

/** Every bearer operation of part A with the scope of the specification's table. */
const BEARER: readonly (readonly [string, string, Scope, Ask])[] = [
  ['GET', `${OPEN}/users/me`, 'READ:USER', {}],
  ['GET', `${OPEN}/channels/followers`, 'READ:CHANNEL', {}],
  ['GET', `${OPEN}/channels/streaming-roles`, 'READ:CHANNEL', {}],
  ['GET', `${OPEN}/channels/subscribers`, 'READ:SUBSCRIPTION', {}],
  ['GET', `${OPEN}/streams/key`, 'READ:LIVE_STREAM_KEY', {}],
  ['GET', `${OPEN}/lives/setting`, 'READ:LIVE_STREAM_SETTINGS', {}],
  [
    'PATCH',
    `${OPEN}/lives/setting`,
    'WRITE:LIVE_STREAM_SETTINGS',
    { method: 'PATCH', body: { tags: [] } },
  ],
  ['POST', `${OPEN}/chats/send`, 'WRITE:LIVE_CHAT', post({ message: '안녕' })],
  ['POST', `${OPEN}/chats/notice`, 'WRITE:LIVE_CHAT_NOTICE', post({ message: '공지' })],
  ['GET', `${OPEN}/chats/settings`, 'READ:LIVE_CHAT_SETTINGS', {}],
  ['PUT', `${OPEN}/chats/settings`, 'WRITE:LIVE_CHAT_SETTINGS', put({ chatSlowModeSec: 3 })],
  [
    'POST',
    `${OPEN}/restrict-channels`,
    'WRITE:USER_BLOCK',
    post({ targetChannelId: 'Vw7gP2lAyQ' }),
  ],
  [
    'DELETE',
    `${OPEN}/restrict-channels`,
    'WRITE:USER_BLOCK',
    { method: 'DELETE', body: { targetChannelId: 'Vw7gP2lAyQ' } },
  ],
  ['GET', `${OPEN}/restrict-channels`, 'READ:USER_BLOCK', {}],
];

/** Every operation of part A with client credentials. */
const CLIENT: readonly (readonly [string, string, Ask])[] = [
  ['GET', `${OPEN}/channels?channelIds=Stg7Kq2MfA`, {}],
  ['GET', `${OPEN}/lives`, {}],
  ['GET', `${OPEN}/categories/search`, {}],
  ['GET', `${OPEN}/drops/campaigns`, {}],
  ['GET', `${OPEN}/drops/reward-claims`, {}],
  ['PUT', `${OPEN}/drops/reward-claims`, put({ claimIds: [], fulfillmentState: 'CLAIMED' })],
];

describe.each(BEARER)('%s %s', (method, path, scope, how) => {
  it(`works with ${scope} alone and breaks no rule`, async () => {
    const answer = await platform.ask(path, { ...how, headers: platform.bearer([scope]) });
    expect(answer.status).toBe(200);
    expect(platform.lastEntry()).toMatchObject({
      method,
      path,
      auth: 'bearer',
      status: 200,
      operation: `${method} ${path}`,
      brokenRules: [],
    });
  });

  it(`is refused with every scope but ${scope}`, async () => {
    const others = SCOPES.filter((other) => other !== scope);
    const answer = await platform.ask(path, { ...how, headers: platform.bearer(others) });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual(errorOf(401, `Insufficient scope: ${scope} required`));
  });

  it('is refused with client credentials only, and noted', async () => {
    const answer = await platform.ask(path, { ...how, headers: platform.clientHeaders });
    expect(answer.json).toEqual(errorOf(401, 'Access token is required'));
    expect(platform.lastEntry()).toMatchObject({ auth: 'client', status: 401 });
    expect(platform.lastEntry().brokenRules).toHaveLength(2);
  });

  it('is served but noted when both kinds of credentials come', async () => {
    const headers = { ...platform.bearer([scope]), ...platform.clientHeaders };
    expect((await platform.ask(path, { ...how, headers })).status).toBe(200);
    expect(platform.lastEntry()).toMatchObject({ auth: 'both' });
    expect(platform.lastEntry().brokenRules).toHaveLength(1);
  });

  it('notes a query parameter that is not documented', async () => {
    const headers = platform.bearer([scope]);
    expect((await platform.ask(`${path}?channel=secret`, { ...how, headers })).status).toBe(200);
    expect(platform.lastEntry().brokenRules).toEqual(['Query parameter channel is not documented']);
  });
});

describe.each(CLIENT)('%s %s', (method, path, how) => {
  it('works with client credentials alone and breaks no rule', async () => {
    const answer = await platform.ask(path, { ...how, headers: platform.clientHeaders });
    expect(answer.status).toBe(200);
    expect(platform.lastEntry()).toMatchObject({
      auth: 'client',
      operation: `${method} ${path.split('?')[0]}`,
      brokenRules: [],
    });
  });

  it.each<[string, (p: Platform) => Record<string, string>]>([
    ['nothing', () => ({})],
    ['a bearer token', (p) => p.bearer()],
    ['a wrong secret', (p) => ({ ...p.clientHeaders, 'client-secret': 'wrong' })],
    ['an unknown id', (p) => ({ ...p.clientHeaders, 'client-id': 'nobody' })],
    ['half of it', (p) => ({ 'client-id': p.application.clientId })],
  ])('gives 401 with %s', async (_what, headers) => {
    const answer = await platform.ask(path, { ...how, headers: headers(platform) });
    expect(answer.json).toEqual(errorOf(401, 'Invalid client credentials'));
  });

  it('notes a bearer token that comes along', async () => {
    await platform.ask(path, {
      ...how,
      headers: { ...platform.clientHeaders, ...platform.bearer() },
    });
    expect(platform.lastEntry()).toMatchObject({ auth: 'both' });
    expect(platform.lastEntry().brokenRules).toHaveLength(1);
  });
});

describe('an access token', () => {
  const me = (authorization: string) =>
    platform.ask(`${OPEN}/users/me`, { headers: { authorization } });

  it('is good to the last millisecond of its 86400 seconds, then has expired', async () => {
    const { authorization = '' } = platform.bearer();
    await platform.clock.advance(86_400_000 - 1);
    expect((await me(authorization)).status).toBe(200);
    await platform.clock.advance(1);
    expect((await me(authorization)).json).toEqual(errorOf(401, 'Access token has expired'));
  });

  it('that nobody issued is told apart from an expired one', async () => {
    expect((await me('Bearer made-up')).json).toEqual(errorOf(401, 'Invalid access token'));
  });

  it('stays good after a refresh, until its own time is over', async () => {
    const { authorizations } = platform.world;
    const grant = authorizations.consent(platform.application, platform.streamer);
    const { access, refresh } = authorizations.issuePair(grant, SCOPES);
    authorizations.refresh(platform.application, refresh.token);
    expect((await me(`Bearer ${access.token}`)).status).toBe(200);
  });

  it.each(['Basic abc', 'Bearer', 'Bearer a b', 'bearer key', ''])(
    'is not seen in the header "%s"',
    async (authorization) => {
      expect((await me(authorization)).json).toEqual(errorOf(401, 'Access token is required'));
    },
  );
});

describe('what the request log keeps', () => {
  it('holds no value of a query, header or body', async () => {
    const headers: Record<string, string> = {
      ...platform.clientHeaders,
      ...platform.bearer(),
      'content-type': 'x/secret-1',
    };
    await platform.ask(`${OPEN}/users/me?sessionKey=secret-2`, { headers });
    await platform.ask('/api/openapi/auth/v1/token', {
      body: { ...platform.credentials, grantType: 'secret-3', code: 'secret-4' },
    });
    const text = JSON.stringify(platform.log.entries());
    expect(text).not.toContain('secret-');
    expect(text).not.toContain(platform.application.clientSecret);
    expect(text).not.toContain(headers['authorization']?.slice(7) ?? '');
  });

  it('counts operations and stamps them with simulated time', async () => {
    await platform.clock.advance(5_000);
    await platform.ask(`${OPEN}/lives`, { headers: platform.clientHeaders });
    await platform.ask(`${OPEN}/lives`, { headers: platform.clientHeaders });
    expect(platform.log.count(`GET ${OPEN}/lives`)).toBe(2);
    expect(platform.log.count(`GET ${OPEN}/channels`)).toBe(0);
    expect(platform.lastEntry().at).toBe(platform.clock.now());
  });

  it('notes a body and a content type where none is documented', async () => {
    const headers = { ...platform.bearer(), 'content-length': '2' };
    await platform.ask(`${OPEN}/users/me`, { headers });
    await platform.ask(`${OPEN}/users/me`, {
      headers: { ...platform.bearer(), 'content-type': 'application/json' },
    });
    expect(platform.log.broken().map((entry) => entry.brokenRules)).toEqual([
      ['This operation takes no body, but one was sent'],
      ['This operation takes no body, but a Content-Type was sent'],
    ]);
  });

  it('notes an address that no operation has', async () => {
    const answer = await platform.ask(`${OPEN}/users/you`, { headers: platform.bearer() });
    expect(answer.json).toEqual(errorOf(404, `Cannot GET ${OPEN}/users/you`));
    expect(platform.lastEntry()).toMatchObject({ operation: 'unknown', auth: 'bearer' });
    expect(platform.lastEntry().brokenRules).toHaveLength(1);
  });

  it('names parameters in the operation', async () => {
    await platform.ask('/api/openapi/v1/Stg7Kq2MfA/live-status');
    expect(platform.lastEntry().operation).toBe('GET /api/openapi/v1/:channelId/live-status');
  });
});
