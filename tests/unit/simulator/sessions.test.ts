import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../electron/simulator/world/model.ts';
import { fieldAt, listAt, textAt } from '../../support/json-fields.ts';
import { API, HOUR, MINUTE, Stage } from './simulator-stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.start();
});
afterEach(() => stage.stop());

async function restart(options: Parameters<typeof Stage.start>[0]): Promise<void> {
  await stage.stop();
  stage = await Stage.start(options);
}

const listed = async (path: string) =>
  listAt((await stage.call('GET', path, stage.client())).json, 'content.data');

describe('creating a session', () => {
  it('answers the address of the WebSocket in the envelope', async () => {
    const { status, json } = await stage.call('GET', `${API}/sessions/auth`, stage.bearer());
    expect(status).toBe(200);
    expect(Object.keys(Object(json))).toEqual(['code', 'message', 'content']);
    expect(Object.keys(Object(fieldAt(json, 'content')))).toEqual(['url']);
    const url = new URL(textAt(json, 'content.url'));
    expect(url.protocol).toBe('ws:');
    expect(url.port).toBe(String(stage.sim.port));
    expect([...url.searchParams.keys()]).toEqual(['type', 'sessionKey']);
    expect(url.searchParams.get('type')).toBe('OPENAPI_SESSION');
  });

  it('answers the bare object when the envelope is off', async () => {
    await restart({ sessionEnvelope: false });
    const created = await stage.call('GET', `${API}/sessions/auth`, stage.bearer());
    expect(Object.keys(Object(created.json))).toEqual(['url']);
    const list = await stage.call('GET', `${API}/sessions`, stage.client());
    expect(Object.keys(Object(list.json))).toEqual(['data']);
  });

  it.each([
    ['a user session with client credentials only', '/sessions/auth', 'client'],
    ['a client session with an access token only', '/sessions/auth/client', 'bearer'],
    ['the list of user sessions with an access token only', '/sessions', 'bearer'],
    ['the list of client sessions with an access token only', '/sessions/client', 'bearer'],
  ] as const)('refuses %s with 401', async (_, path, kind) => {
    const headers = kind === 'client' ? stage.client() : stage.bearer();
    const { status, json } = await stage.call('GET', `${API}${path}`, headers);
    expect(status).toBe(401);
    expect(json).toEqual({
      statusCode: 401,
      message: expect.any(String),
      error: 'Unauthorized',
    });
    expect(stage.sim.requestLog.broken()).toHaveLength(1);
  });

  it('notes undocumented query parameters', async () => {
    await stage.call('GET', `${API}/sessions/auth?channelId=x`, stage.bearer());
    expect(stage.sim.requestLog.broken()[0]?.brokenRules).toEqual([
      'Query parameter channelId is not documented',
    ]);
  });
});

describe('the limits of sessions', () => {
  it('keeps 3 user sessions a user: the oldest one goes, its connection too', async () => {
    const first = await stage.session();
    const line = await stage.connect(first.url);
    const others = [await stage.session(), await stage.session()];
    expect(stage.sim.sessions.all).toHaveLength(3);
    expect(stage.sim.sessions.overLimit).toBe(0);
    const fourth = await stage.session();
    expect(stage.sim.sessions.overLimit).toBe(1);
    expect(stage.sim.sessions.all.map(({ key }) => key)).toEqual(
      [...others, fourth].map(({ key }) => key),
    );
    expect((await line.closed).code).toBe(1000);
  });

  it('counts user sessions for each user apart', async () => {
    for (let n = 0; n < 3; n += 1) await stage.session(stage.token(stage.user(0)));
    for (let n = 0; n < 3; n += 1) await stage.session(stage.token(stage.user(1)));
    expect(stage.sim.sessions.all).toHaveLength(6);
  });

  it('keeps 10 client sessions an application', async () => {
    const keys: string[] = [];
    for (let n = 0; n < 11; n += 1) keys.push((await stage.clientSession()).key);
    expect(stage.sim.sessions.all.map(({ key }) => key)).toEqual(keys.slice(1));
  });

  it('can refuse instead of removing', async () => {
    await restart({ userSessionPolicy: 'refuse' });
    for (let n = 0; n < 3; n += 1) await stage.session();
    const { status } = await stage.call('GET', `${API}/sessions/auth`, stage.bearer());
    expect(status).toBe(400);
    expect(stage.sim.sessions.all).toHaveLength(3);
  });

  it('ends a session 12 hours after its creation and closes its connection', async () => {
    const { key, line, url } = await stage.live();
    // Connections last 2 hours at most: the session outlives them.
    stage.sim.moveTime(11 * HOUR, true);
    await line.closed;
    const second = await stage.connect(url);
    stage.sim.moveTime(HOUR - 1, true);
    expect(stage.sim.sessions.find(key)).not.toBeNull();
    stage.sim.moveTime(1);
    expect(stage.sim.sessions.find(key)).toBeNull();
    expect(await second.closed).toEqual({ code: 1000, reason: 'session-ended' });
    expect(await listed(`${API}/sessions`)).toEqual([]);
  });

  it('holds 30 subscriptions and refuses the 31st with 400', async () => {
    const { key } = await stage.clientSession();
    const answers: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const token = stage.token(stage.user(n));
      for (const event of ['chat', 'donation', 'subscription']) {
        answers.push((await stage.change('subscribe', event, key, token)).status);
      }
    }
    expect(answers.slice(0, 30).every((status) => status === 200)).toBe(true);
    expect(answers.slice(30)).toEqual([400, 400, 400]);
    const again = await stage.change('subscribe', 'chat', key, stage.token(stage.user(0)));
    expect(again.status).toBe(200);
    expect(stage.sim.sessions.find(key)?.subscriptions).toHaveLength(30);
  });
});

describe('subscribing', () => {
  it.each([
    ['chat', 'READ:LIVE_CHAT', 'CHAT'],
    ['donation', 'READ:DONATION', 'DONATION'],
    ['subscription', 'READ:SUBSCRIPTION', 'SUBSCRIPTION'],
  ] as const)('to %s needs %s', async (event, scope, eventType) => {
    const { key } = await stage.session();
    const others = stage.token(
      stage.streamer,
      SCOPES.filter((other) => other !== scope),
    );
    for (const verb of ['subscribe', 'unsubscribe'] as const) {
      const { status, json } = await stage.change(verb, event, key, others);
      expect(status).toBe(401);
      expect(fieldAt(json, 'message')).toBe(`Insufficient scope: ${scope} required`);
    }
    const only = stage.token(stage.streamer, [scope]);
    const accepted = await stage.change('subscribe', event, key, only);
    expect(accepted).toMatchObject({ status: 200, text: '' });
    const subscription = { eventType, channelId: stage.streamer.channelId };
    expect(fieldAt(await listed(`${API}/sessions`), '0.subscribedEvents')).toEqual([subscription]);
    const ended = await stage.change('unsubscribe', event, key, only);
    expect(ended).toMatchObject({ status: 200, text: '' });
    expect(fieldAt(await listed(`${API}/sessions`), '0.subscribedEvents')).toEqual([]);
  });

  it.each(['CHAT', 'drops', 'goods_purchase', 'constructor'])('to %s is refused', async (event) => {
    const { key } = await stage.session();
    expect((await stage.change('subscribe', event, key)).status).toBe(400);
    expect(stage.sim.requestLog.broken()).toHaveLength(1);
  });

  it('refuses a missing, an unknown and somebody else’s session key', async () => {
    const mine = await stage.session();
    const other = stage.token(stage.user(1));
    expect((await stage.change('subscribe', 'chat', '')).status).toBe(400);
    expect((await stage.change('subscribe', 'chat', 'nothing')).status).toBe(404);
    expect((await stage.change('subscribe', 'chat', mine.key, other)).status).toBe(401);
    expect((await stage.change('unsubscribe', 'chat', mine.key, other)).status).toBe(401);
    expect(stage.sim.sessions.find(mine.key)?.subscriptions).toEqual([]);
  });
});

describe('the lists of sessions', () => {
  it('show user and client sessions apart, as documented', async () => {
    const user = await stage.session();
    const client = await stage.clientSession();
    expect(await listed(`${API}/sessions`)).toEqual([
      { sessionKey: user.key, connectedDate: null, disconnectedDate: null, subscribedEvents: [] },
    ]);
    const clients = await listed(`${API}/sessions/client`);
    expect(clients.map((entry) => fieldAt(entry, 'sessionKey'))).toEqual([client.key]);
  });

  it('show when a session was connected and disconnected', async () => {
    const { url, line } = await stage.live([]);
    const openedAt = new Date(stage.sim.clock.now()).toISOString();
    expect((await listed(`${API}/sessions`))[0]).toMatchObject({
      connectedDate: openedAt,
      disconnectedDate: null,
    });
    stage.sim.moveTime(MINUTE);
    line.socket.close();
    await stage.connections(0);
    const endedAt = new Date(stage.sim.clock.now()).toISOString();
    expect((await listed(`${API}/sessions`))[0]).toMatchObject({
      connectedDate: null,
      disconnectedDate: endedAt,
    });
    await stage.connect(url);
    expect((await listed(`${API}/sessions`))[0]).toMatchObject({
      connectedDate: endedAt,
      disconnectedDate: endedAt,
    });
  });

  it.each([
    ['', 20],
    ['?size=1', 1],
    ['?size=50', 24],
    ['?page=1', 4],
    ['?page=1&size=20', 4],
    ['?page=2', 0],
  ])('page by 20 from 0: %s gives %i', async (query, count) => {
    for (let n = 0; n < 8; n += 1) {
      for (let m = 0; m < 3; m += 1) await stage.session(stage.token(stage.user(n)));
    }
    expect(await listed(`${API}/sessions${query}`)).toHaveLength(count);
  });

  it.each(['?size=0', '?size=51', '?size=ten', '?page=-1', '?page=1.5', '?size='])(
    'refuse %s with 400',
    async (query) => {
      for (const path of ['/sessions', '/sessions/client']) {
        const { status } = await stage.call('GET', `${API}${path}${query}`, stage.client());
        expect(status).toBe(400);
      }
      expect(stage.sim.requestLog.broken()).toHaveLength(2);
    },
  );
});
