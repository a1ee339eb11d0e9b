import { describe, expect, it } from 'vitest';
import type { PlatformClient } from '../../../electron/platform/client.ts';
import { InvalidRequestError } from '../../../electron/platform/errors.ts';
import { SUBSCRIBABLE_EVENTS } from '../../../electron/platform/operations.ts';
import { failureOf, HOUR, MINUTE, stageOpener } from './support/client-stage.ts';
import { Line } from './support/line.ts';
import { iso } from './support/proof.ts';

const openStage = stageOpener();

describe('answers about sessions, in the envelope and bare', () => {
  it.each([true, false])('envelope %s', async (sessionEnvelope) => {
    const stage = await openStage({ sessionEnvelope });
    const { client, tokens } = await stage.signIn();
    const user = await client.sessions.createUser();
    const application = await client.sessions.createClient();
    expect(await client.sessions.listUser()).toMatchObject([{ sessionKey: user.sessionKey }]);
    expect(await client.sessions.listClient()).toMatchObject([
      { sessionKey: application.sessionKey },
    ]);
    expect(new URL(user.url).searchParams.get('type')).toBe('OPENAPI_SESSION');
    const raw = await stage.raw(
      { method: 'GET', path: '/api/openapi/open/v1/sessions/auth', auth: 'bearer' },
      tokens.pair.accessToken,
    );
    expect(Object.keys(raw.body)).toEqual(
      sessionEnvelope ? ['code', 'message', 'content'] : ['url'],
    );
  });
});

/** "Session authentication" and "Limits": how many sessions there may be. */
const KINDS: readonly (readonly [
  kind: string,
  max: number,
  create: (client: PlatformClient) => Promise<{ sessionKey: string; url: string }>,
  list: (client: PlatformClient) => Promise<readonly { sessionKey: string }[]>,
])[] = [
  ['user', 3, (c) => c.sessions.createUser(), (c) => c.sessions.listUser()],
  ['client', 10, (c) => c.sessions.createClient(), (c) => c.sessions.listClient()],
];

async function fill(client: PlatformClient, max: number, create: (typeof KINDS)[number][2]) {
  const made: { sessionKey: string; url: string }[] = [];
  for (let n = 0; n < max; n += 1) made.push(await create(client));
  return made;
}

describe('the number of sessions', () => {
  it.each(KINDS)('%s sessions: of more than %i the oldest goes', async (_, max, create, list) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const made = await fill(client, max, create);
    const line = await Line.open(made[0]!.url);
    expect(await list(client)).toHaveLength(max);
    const newest = await create(client);
    const keys = (await list(client)).map(({ sessionKey }) => sessionKey);
    expect(keys).toEqual([...made.slice(1), newest].map(({ sessionKey }) => sessionKey));
    expect(await line.ended).toMatchObject({ type: 'closed', reason: 'session-ended' });
    const gone = await failureOf(client.sessions.subscribe('chat', made[0]!.sessionKey));
    expect(gone).toMatchObject({ status: 404 });
  });

  it.each(KINDS)(
    '%s sessions: more than %i are refused, where that is the rule',
    async (_, max, create, list) => {
      const stage = await openStage({ userSessionPolicy: 'refuse' });
      const { client } = await stage.signIn();
      const made = await fill(client, max, create);
      const before = stage.arrived;
      const failure = await failureOf(create(client));
      expect(failure).toBeInstanceOf(InvalidRequestError);
      expect(failure).toMatchObject({ status: 400, platformMessage: 'Session limit exceeded' });
      expect(stage.arrived - before).toBe(1);
      const keys = (await list(client)).map(({ sessionKey }) => sessionKey);
      expect(keys).toEqual(made.map(({ sessionKey }) => sessionKey));
    },
  );

  it('each user has 3 of their own', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const other = await stage.signIn(stage.viewers[0]);
    await fill(client, 3, (one) => one.sessions.createUser());
    await fill(other.client, 3, (one) => one.sessions.createUser());
    expect(await client.sessions.listUser()).toHaveLength(6);
  });

  it('after 12 hours a session is gone, not a moment before', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const { sessionKey, url } = await client.sessions.createUser();
    stage.simulator.moveTime(12 * HOUR - 1);
    expect(await client.sessions.listUser()).toHaveLength(1);
    await client.sessions.subscribe('chat', sessionKey);
    stage.simulator.moveTime(1);
    expect(await client.sessions.listUser()).toEqual([]);
    expect(await failureOf(client.sessions.subscribe('chat', sessionKey))).toMatchObject({
      status: 404,
    });
    expect(await new Line(url).ended).toEqual({ type: 'refused', status: 401 });
  });
});

describe('a session as listed', () => {
  it('says when it was connected and disconnected, and what it subscribed to', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const { sessionKey, url } = await client.sessions.createUser();
    const look = async () => (await client.sessions.listUser())[0];
    expect(await look()).toMatchObject({ connectedDate: null, disconnectedDate: null });
    stage.simulator.moveTime(MINUTE);
    const connectedDate = iso(stage.simulator.clock.now());
    await Line.open(url);
    for (const event of SUBSCRIBABLE_EVENTS) await client.sessions.subscribe(event, sessionKey);
    const { channelId } = stage.streamer;
    const subscribedEvents = SUBSCRIBABLE_EVENTS.map((event) => ({
      eventType: event.toUpperCase(),
      channelId,
    }));
    expect(await look()).toEqual({
      sessionKey,
      connectedDate,
      disconnectedDate: null,
      subscribedEvents,
    });
    stage.simulator.moveTime(MINUTE);
    const disconnectedDate = iso(stage.simulator.clock.now());
    stage.simulator.faults.inject({ kind: 'cut' });
    expect(await look()).toEqual({
      sessionKey,
      connectedDate: null,
      disconnectedDate,
      subscribedEvents,
    });
  });
});

describe('subscribing', () => {
  it('twice counts once, and what is not there can be left', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const { sessionKey } = await client.sessions.createUser();
    await client.sessions.subscribe('chat', sessionKey);
    await client.sessions.subscribe('chat', sessionKey);
    expect((await client.sessions.listUser())[0]?.subscribedEvents).toHaveLength(1);
    await client.sessions.unsubscribe('donation', sessionKey);
    await client.sessions.unsubscribe('chat', sessionKey);
    expect((await client.sessions.listUser())[0]?.subscribedEvents).toEqual([]);
  });

  it.each(['subscribe', 'unsubscribe'] as const)(
    '%s: an unknown session is refused',
    async (change) => {
      const stage = await openStage();
      const { client, tokens } = await stage.signIn();
      const failure = await failureOf(client.sessions[change]('chat', 'no-such-session'));
      expect(failure).toBeInstanceOf(InvalidRequestError);
      expect(failure).toMatchObject({ status: 404 });
      expect(tokens.renewals).toBe(0);
    },
  );

  it('a session of the application takes the events of every user who is signed in', async () => {
    const stage = await openStage();
    const streamer = await stage.signIn();
    const viewer = await stage.signIn(stage.viewers[0]);
    const { sessionKey } = await streamer.client.sessions.createClient();
    await streamer.client.sessions.subscribe('chat', sessionKey);
    await viewer.client.sessions.subscribe('chat', sessionKey);
    expect((await streamer.client.sessions.listClient())[0]?.subscribedEvents).toEqual([
      { eventType: 'CHAT', channelId: stage.streamer.channelId },
      { eventType: 'CHAT', channelId: viewer.user.channelId },
    ]);
  });

  it('a session holds 30 subscriptions; the next is refused until one is given up', async () => {
    const stage = await openStage();
    const users = stage.simulator.world.users().slice(0, 11);
    const { sessionKey } = await (await stage.signIn()).client.sessions.createClient();
    const players = [];
    for (const user of users) players.push(await stage.signIn(user));
    for (const { client } of players.slice(0, 10)) {
      for (const event of SUBSCRIBABLE_EVENTS) await client.sessions.subscribe(event, sessionKey);
    }
    const [first, last] = [players[0]!.client, players[10]!.client];
    const failure = await failureOf(last.sessions.subscribe('chat', sessionKey));
    expect(failure).toBeInstanceOf(InvalidRequestError);
    expect(failure).toMatchObject({ status: 400 });
    expect((await first.sessions.listClient())[0]?.subscribedEvents).toHaveLength(30);
    await first.sessions.unsubscribe('donation', sessionKey);
    await last.sessions.subscribe('chat', sessionKey);
    expect((await first.sessions.listClient())[0]?.subscribedEvents).toHaveLength(30);
  });
});

describe('connections', () => {
  it('a new one replaces the earlier, which stays open, answers, and hears nothing more', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const { sessionKey, url } = await client.sessions.createUser();
    await client.sessions.subscribe('chat', sessionKey);
    const earlier = await Line.open(url);
    await client.chat.send({ message: 'one' });
    const later = await Line.open(url);
    await client.chat.send({ message: 'two' });
    await earlier.ping();
    await later.ping();
    const words = (line: Line) => line.heard.map((text) => JSON.parse(text).data.content);
    expect([words(earlier), words(later)]).toEqual([['one'], ['two']]);
    expect(stage.simulator.sockets.all).toHaveLength(2);
  });

  it('one ends after 2 hours, however lively, and the same address opens the next', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const { sessionKey, url } = await client.sessions.createUser();
    await client.sessions.subscribe('chat', sessionKey);
    const line = await Line.open(url);
    stage.simulator.moveTime(2 * HOUR - 1, true);
    await line.ping();
    stage.simulator.moveTime(1, true);
    expect(await line.ended).toEqual({ type: 'closed', code: 1000, reason: 'lifetime' });
    const next = await Line.open(url);
    await client.chat.send({ message: 'still subscribed' });
    await next.ping();
    expect(next.heard).toHaveLength(1);
  });

  it('one ends after 10 minutes without a message of the client, events or not', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const { sessionKey, url } = await client.sessions.createUser();
    await client.sessions.subscribe('chat', sessionKey);
    const line = await Line.open(url);
    stage.simulator.moveTime(MINUTE / 2);
    await line.ping();
    stage.simulator.moveTime(10 * MINUTE - 1);
    await client.chat.send({ message: 'not the client’s own word' });
    expect(stage.simulator.sockets.all).toHaveLength(1);
    stage.simulator.moveTime(1);
    expect(await line.ended).toEqual({ type: 'closed', code: 1000, reason: 'idle' });
  });

  it.each([
    ['an unknown session', (url: URL) => url.searchParams.set('sessionKey', 'nobody'), 401, 0],
    ['another type', (url: URL) => url.searchParams.set('type', 'CHAT'), 404, 1],
    ['no session at all', (url: URL) => url.searchParams.delete('sessionKey'), 401, 1],
    ['another path', (url: URL) => Object.assign(url, { pathname: '/socket' }), 404, 1],
  ])('%s is refused at the door', async (_, change, status, broken) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const url = new URL((await client.sessions.createUser()).url);
    change(url);
    expect(await new Line(url.href).ended).toEqual({ type: 'refused', status });
    expect(stage.takeBroken()).toHaveLength(broken);
  });
});
