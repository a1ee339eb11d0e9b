import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientEnd, ClientSocket } from '../../../electron/simulator/sockets/local-line.ts';
import { settle } from '../../support/virtual-clock.ts';
import { HOUR, MINUTE, Stage } from './simulator-stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.start();
});
afterEach(() => stage.stop());

const PING = '{"type":"PING"}';
const PONG = '{"action":"PONG"}';

interface Client {
  readonly socket: ClientSocket;
  /** Everything that the handlers were told, in order. */
  readonly told: (string | ClientEnd)[];
}

function connect(url: string): Client {
  const told: Client['told'] = [];
  const socket = stage.sim.connect(url, {
    onOpen: () => told.push('open'),
    onText: (text) => told.push(text),
    onEnd: (end) => told.push(end),
  });
  return { socket, told };
}

/** A client on a session that has subscribed to chat. */
async function live(): Promise<Client & { readonly url: string; readonly key: string }> {
  const { url, key } = await stage.session();
  const client = connect(url);
  await settle();
  await stage.change('subscribe', 'chat', key);
  return { ...client, url, key };
}

function publish(content: string): void {
  stage.sim.publish({
    kind: 'CHAT',
    data: {
      channelId: stage.sim.streamerChannelId,
      senderChannelId: 'viewer',
      profile: { nickname: 'viewer', badges: [] },
      content,
      messageTime: '2026-01-01T00:00:00.000Z',
      emojis: {},
    },
  });
}

const contents = ({ told }: Client): unknown[] =>
  told
    .filter((entry) => typeof entry === 'string' && entry.startsWith('{"event"'))
    .map((text) => JSON.parse(String(text)).data.content);

describe('a connection without TCP', () => {
  it('opens later, never within the call, and is written down like any other', async () => {
    const { url, key } = await stage.session();
    const { told } = connect(url);
    expect(told).toEqual([]);
    await settle();
    expect(told).toEqual(['open']);
    expect(stage.sim.sessions.find(key)?.toListed().connectedDate).toEqual(expect.any(String));
    expect(stage.sim.requestLog.entries().at(-1)).toMatchObject({
      operation: 'GET / (WebSocket)',
      status: 101,
      brokenRules: [],
    });
  });

  it.each([
    ['without a session key', '?type=OPENAPI_SESSION', 401, 1],
    ['with an unknown session key', '?type=OPENAPI_SESSION&sessionKey=x', 401, 0],
    ['of another type', '?type=OTHER&sessionKey=KEY', 404, 1],
    ['at another path', 'socket.io/?type=OPENAPI_SESSION&sessionKey=KEY', 404, 1],
  ])('is refused %s', async (_, address, status, brokenRules) => {
    const { key } = await stage.session();
    const { told } = connect(`${stage.sim.baseUrl}/${address.replace('KEY', key)}`);
    await settle();
    expect(told).toEqual([{ type: 'refused', status }]);
    const entry = stage.sim.requestLog.entries().at(-1);
    expect(entry).toMatchObject({ operation: 'GET / (WebSocket)', status });
    expect(entry?.brokenRules).toHaveLength(brokenRules);
  });

  it('is refused by an injected fault once', async () => {
    const { url } = await stage.session();
    stage.sim.faults.inject({ kind: 'refuse-upgrade', status: 503, times: 1 });
    const [refused, opened] = [connect(url), connect(url)];
    await settle();
    expect(refused.told).toEqual([{ type: 'refused', status: 503 }]);
    expect(opened.told).toEqual(['open']);
  });

  it('finds nobody at an address that is none, or when the simulator has stopped', async () => {
    const { url } = await stage.session();
    const first = connect('http://[');
    await settle();
    await stage.sim.dispose();
    const second = connect(url);
    await settle();
    const unreachable = [{ type: 'unreachable', detail: 'nobody listens there' }];
    expect(first.told).toEqual(unreachable);
    expect(second.told).toEqual(unreachable);
  });

  it('answers PING, and another message breaks a rule', async () => {
    const client = await live();
    client.socket.send(PING);
    expect(client.told).toEqual(['open']);
    client.socket.send('hello');
    await settle();
    expect(client.told).toEqual(['open', PONG]);
    expect(stage.sim.sockets.all[0]?.state()).toMatchObject({ pings: 1, brokenMessages: 1 });
  });

  it('delivers what was published before an end, in order, and then the end', async () => {
    const client = await live();
    for (const content of ['one', 'two', 'three']) publish(content);
    stage.sim.faults.inject({ kind: 'cut', code: 1012, reason: 'restart' });
    await settle();
    expect(contents(client)).toEqual(['one', 'two', 'three']);
    expect(client.told.at(-1)).toEqual({ type: 'closed', code: 1012, reason: 'restart' });
    expect(stage.sim.sockets.all).toEqual([]);
  });

  it('delivers to a client that says goodbye what was sent before the server knew', async () => {
    const client = await live();
    client.socket.finish();
    publish('on its way');
    await settle();
    expect(contents(client)).toEqual(['on its way']);
    expect(client.told.at(-1)).toEqual({ type: 'closed', code: 1000, reason: '' });
    expect(stage.sim.sockets.all).toEqual([]);
  });

  it('ends with 1006 when it is reset', async () => {
    const { told } = await live();
    stage.sim.faults.inject({ kind: 'reset' });
    await settle();
    expect(told.at(-1)).toEqual({ type: 'closed', code: 1006, reason: '' });
  });

  it('replaces an earlier one, which stays open and gets no more events', async () => {
    const first = await live();
    publish('one');
    const second = connect(first.url);
    await settle();
    publish('two');
    first.socket.send(PING);
    await settle();
    expect(contents(first)).toEqual(['one']);
    expect(first.told.at(-1)).toBe(PONG);
    expect(contents(second)).toEqual(['two']);
  });

  it('shares a session with one over TCP', async () => {
    const { url, line } = await stage.live(['chat']);
    const local = connect(url);
    await settle();
    publish('to the newer one');
    expect(await line.events()).toEqual([]);
    expect(contents(local)).toEqual(['to the newer one']);
  });

  it.each([
    ['close', (client: Client) => client.socket.close()],
    ['dispose', (client: Client) => client.socket.dispose()],
  ])('is over at both ends after %s, and its handlers are silent at once', async (_, end) => {
    const client = await live();
    publish('on its way');
    end(client);
    client.socket.send(PING);
    await settle();
    expect(client.told).toEqual(['open']);
    expect(stage.sim.sockets.all).toEqual([]);
    expect(stage.sim.sessions.find(client.key)?.toListed().connectedDate).toBeNull();
  });

  it('replaces even when the client gives up before it hears of having opened', async () => {
    const first = await live();
    connect(first.url).socket.dispose();
    await settle();
    publish('nobody hears this');
    await settle();
    expect(contents(first)).toEqual([]);
    expect(stage.sim.sessions.find(first.key)).toMatchObject({ connections: 2, missed: 1 });
  });

  it('is silent while half-open; what the client sent meanwhile is read after it', async () => {
    const client = await live();
    stage.sim.faults.inject({ kind: 'half-open' });
    client.socket.send(PING);
    publish('lost');
    await settle();
    expect(client.told).toEqual(['open']);
    stage.sim.faults.clear();
    await settle();
    expect(client.told).toEqual(['open', PONG]);
  });

  it('ends when a half-open line is cleared after its two hours', async () => {
    const client = await live();
    stage.sim.faults.inject({ kind: 'half-open' });
    stage.sim.moveTime(2 * HOUR);
    await settle();
    expect(client.told).toEqual(['open']);
    stage.sim.faults.clear();
    await settle();
    expect(client.told).toEqual(['open', { type: 'closed', code: 1006, reason: '' }]);
  });

  it('ends after 10 silent minutes and leaves no timer', async () => {
    const before = stage.sim.clock.pendingTimers;
    const { url } = await stage.session();
    const client = connect(url);
    await settle();
    stage.sim.moveTime(10 * MINUTE);
    await settle();
    expect(client.told).toEqual(['open', { type: 'closed', code: 1000, reason: 'idle' }]);
    // The one of the session itself.
    expect(stage.sim.clock.pendingTimers).toBe(before + 1);
    await stage.stop();
    expect(stage.clock.pendingTimers).toBe(0);
  });
});
