import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SUBSCRIPTION_OF } from '../../../electron/simulator/events/payloads.ts';
import type { FaultInput } from '../../../electron/simulator/faults/fault.ts';
import { settle } from '../../support/virtual-clock.ts';
import { API, HOUR, refusedWith, Stage } from './simulator-stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.start();
});
afterEach(() => stage.stop());

const inject = (fault: FaultInput) => stage.sim.faults.inject(fault);
const me = () => stage.call('GET', `${API}/users/me`, stage.bearer());
const chat = (content: string) =>
  stage.control('POST', '/events', { kind: 'CHAT', data: { content } });

describe('faults of requests', () => {
  it.each([400, 401, 403, 404, 409, 410, 429, 500, 502, 503] as const)(
    'answer %i as many times as told, then the truth',
    async (status) => {
      inject({ kind: 'answer', status, times: 2 });
      for (let n = 0; n < 2; n += 1) {
        const answer = await me();
        expect(answer.status).toBe(status);
        expect(answer.json).toMatchObject({ statusCode: status, message: expect.any(String) });
      }
      expect((await me()).status).toBe(200);
      expect(stage.sim.faults.active).toEqual([]);
    },
  );

  it('carry Retry-After and a message of choice', async () => {
    inject({ kind: 'answer', status: 429, retryAfterSec: 7, message: 'Slow down' });
    const { headers, json } = await me();
    expect(headers.get('retry-after')).toBe('7');
    expect(json).toEqual({ statusCode: 429, message: 'Slow down', error: 'Too Many Requests' });
  });

  it('strike the named operation only, or all that begin alike', async () => {
    inject({ kind: 'answer', status: 500, operation: `GET ${API}/users/me` });
    inject({ kind: 'answer', status: 503, operation: `GET ${API}/sessions*`, times: 2 });
    const statusOf = async (path: string) =>
      (await stage.call('GET', `${API}${path}`, stage.client())).status;
    expect(await statusOf('/drops/campaigns')).toBe(200);
    expect(await statusOf('/sessions/client')).toBe(503);
    expect(await statusOf('/sessions')).toBe(503);
    expect(await statusOf('/sessions')).toBe(200);
    expect((await me()).status).toBe(500);
  });

  it('stay until cleared when told so', async () => {
    const { id } = inject({ kind: 'answer', status: 503, times: 'until-cleared' });
    for (let n = 0; n < 3; n += 1) expect((await me()).status).toBe(503);
    expect(stage.sim.faults.clear(id ?? 0)).toBe(true);
    expect((await me()).status).toBe(200);
    expect(stage.sim.faults.clear(id ?? 0)).toBe(false);
  });

  it('hold an answer back for real milliseconds', async () => {
    inject({ kind: 'slow', operation: `GET ${API}/users/me`, delayMs: 5_000 });
    let answered = false;
    const waiting = me().then(({ status }) => {
      answered = true;
      return status;
    });
    while (stage.sim.faults.active.length > 0) await settle();
    // A jump of simulated time does not speed a slow answer up.
    stage.sim.moveTime(HOUR);
    await stage.clock.advance(4_999);
    expect(answered).toBe(false);
    await stage.clock.advance(1);
    expect(await waiting).toBe(200);
  });

  it('can make an answer slow and wrong at once', async () => {
    inject({ kind: 'slow', delayMs: 100 });
    inject({ kind: 'answer', status: 500 });
    const waiting = me();
    while (stage.sim.faults.active.length > 0) await settle();
    await stage.clock.advance(100);
    expect((await waiting).status).toBe(500);
  });

  it('lose the answer after the work is done', async () => {
    inject({ kind: 'lost-answer', operation: `GET ${API}/sessions/auth` });
    const lost = stage.call('GET', `${API}/sessions/auth`, stage.bearer());
    await expect(lost).rejects.toThrow();
    expect(stage.sim.sessions.all).toHaveLength(1);
    expect((await me()).status).toBe(200);
  });

  it('do the work at once and answer real milliseconds later', async () => {
    inject({ kind: 'late-answer', operation: `GET ${API}/sessions/auth`, afterMs: 12_000 });
    let answered = false;
    const waiting = stage.call('GET', `${API}/sessions/auth`, stage.bearer()).then(({ status }) => {
      answered = true;
      return status;
    });
    while (stage.sim.sessions.all.length === 0) await settle();
    stage.sim.moveTime(HOUR);
    await stage.clock.advance(11_999);
    expect(answered).toBe(false);
    await stage.clock.advance(1);
    expect(await waiting).toBe(200);
  });

  it('do the work and never answer, until all faults are taken out', async () => {
    inject({ kind: 'no-answer', operation: `GET ${API}/sessions/auth` });
    let answered = false;
    const waiting = stage.call('GET', `${API}/sessions/auth`, stage.bearer()).then(({ status }) => {
      answered = true;
      return status;
    });
    while (stage.sim.sessions.all.length === 0) await settle();
    await stage.clock.advance(24 * HOUR);
    expect(answered).toBe(false);
    stage.sim.faults.clear();
    expect(await waiting).toBe(200);
    expect((await me()).status).toBe(200);
  });

  it('that never answer do not hold up the end of the simulator', async () => {
    inject({ kind: 'no-answer' });
    const waiting = me().catch(() => 'cut off');
    while (stage.sim.requestLog.count(`GET ${API}/users/me`) === 0) await settle();
    await stage.sim.dispose();
    expect(await waiting).toBe('cut off');
  });

  it('answer garbage that says it is JSON', async () => {
    inject({ kind: 'garbage-answer' });
    const { status, headers, json } = await me();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(json).toBeNull();
  });

  it('leave control, pictures and the request log of others alone', async () => {
    inject({ kind: 'answer', status: 500, times: 'until-cleared' });
    expect((await stage.control('GET', '/state')).status).toBe(200);
    expect((await stage.call('GET', '/sim/badge/fan.svg')).status).toBe(200);
    await me();
    expect(stage.sim.requestLog.count(`GET ${API}/users/me (fault)`)).toBe(1);
    expect(stage.sim.requestLog.count(`GET ${API}/users/me`)).toBe(0);
    expect(stage.sim.requestLog.broken()).toEqual([]);
  });
});

describe('faults of connections', () => {
  it.each([1000, 1001, 1008, 1011, 1012, 3000, 4999])(
    'cut with the close code %i',
    async (code) => {
      const { line, key } = await stage.live(['chat']);
      expect(inject({ kind: 'cut', code, reason: 'test' })).toEqual({ id: null, struck: 1 });
      expect(await line.closed).toEqual({ code, reason: 'test' });
      expect(stage.sim.sessions.find(key)?.current).toBeNull();
    },
  );

  it.each([999, 1004, 1005, 1006, 1015, 2000, 5000])('refuse the close code %i', (code) => {
    expect(() => inject({ kind: 'cut', code })).toThrow();
  });

  it('reset the line without a close frame', async () => {
    const { line } = await stage.live(['chat']);
    // The package keeps a reset to itself: only its TCP socket tells it from a plain end.
    const tcp = Reflect.get(line.socket, '_socket') as Socket;
    const failed = new Promise((resolve) => tcp.once('error', resolve));
    inject({ kind: 'reset' });
    expect((await line.closed).code).toBe(1006);
    expect(await failed).toMatchObject({ code: 'ECONNRESET' });
  });

  it('strike one session only when it is named', async () => {
    const one = await stage.live([]);
    const two = await stage.live([]);
    inject({ kind: 'cut', code: 4001, sessionKey: one.key });
    expect((await one.line.closed).code).toBe(4001);
    await two.line.ping();
  });

  it('strike the next connections too while uses are left', async () => {
    const { line, url } = await stage.live([]);
    const { id } = inject({ kind: 'cut', code: 4002, times: 2 });
    expect(id).not.toBeNull();
    expect((await line.closed).code).toBe(4002);
    expect((await (await stage.connect(url)).closed).code).toBe(4002);
    await (await stage.connect(url)).ping();
  });

  it('wait for the first connection when none is open', async () => {
    const { url } = await stage.session();
    expect(inject({ kind: 'cut', code: 4003 })).toMatchObject({ struck: 0 });
    expect((await (await stage.connect(url)).closed).code).toBe(4003);
  });

  it('leave a line half open: nothing is answered or delivered, nothing is closed', async () => {
    const { line, key } = await stage.live(['chat']);
    inject({ kind: 'half-open' });
    line.socket.send('{"type":"PING"}');
    await chat('lost');
    // Answers of other connections prove that the server has had its time.
    await (await stage.live([])).line.ping();
    expect(line.heard).toEqual([]);
    expect(line.socket.readyState).toBe(line.socket.OPEN);
    expect(stage.sim.sessions.find(key)).toMatchObject({ delivered: 0, missed: 1 });

    stage.sim.faults.clear();
    await line.next();
    expect(line.heard).toEqual(['{"action":"PONG"}']);
    await chat('heard again');
    expect(await line.events()).toHaveLength(1);
  });

  it('let a new connection take over from a half-open one', async () => {
    const { url, line } = await stage.live(['chat']);
    inject({ kind: 'half-open' });
    const second = await stage.connect(url);
    await chat('second');
    expect(await second.events()).toHaveLength(1);
    expect(line.heard).toEqual([]);
  });

  it('refuse upgrades with a status, then take them', async () => {
    const { url } = await stage.session();
    inject({ kind: 'refuse-upgrade', status: 503, times: 2 });
    expect(await refusedWith(url)).toBe(503);
    expect(await refusedWith(url)).toBe(503);
    await (await stage.connect(url)).ping();
  });
});

describe('faults of frames', () => {
  it.each([
    ['not-json', /^\{"event"/],
    ['empty', /^$/],
    ['no-event', /hello/],
    ['array', /^\[/],
    ['binary', /./],
  ] as const)('send garbage (%s) between good events', async (form, pattern) => {
    const { line } = await stage.live(['chat']);
    await chat('before');
    inject({ kind: 'garbage-frame', form });
    await chat('after');
    const frames = await line.frames();
    expect(frames).toHaveLength(3);
    expect(frames[1]).toMatch(pattern);
    expect(JSON.parse(frames[2] ?? '').data.content).toBe('after');
  });

  it.each(['CHAT', 'DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'] as const)(
    'send a malformed %s in every form',
    async (event) => {
      const { line } = await stage.live([SUBSCRIPTION_OF[event].toLowerCase()]);
      for (const form of ['no-data', 'null-data', 'missing-fields', 'wrong-types'] as const) {
        inject({ kind: 'malformed-event', event, form });
      }
      const heard = await line.events();
      expect(heard.map((frame) => frame.event)).toEqual([event, event, event, event]);
      expect(heard[0]).not.toHaveProperty('data');
      expect(heard[1]?.data).toBeNull();
      expect(Object.keys(heard[2]?.data ?? {})).toEqual(['channelId']);
      expect(heard[3]?.data['channelId']).toBe(7);
    },
  );

  it('send a long text, and a malformed event, only where its kind is subscribed to', async () => {
    await stage.live(['donation']);
    expect(inject({ kind: 'long-text' }).struck).toBe(0);
    const malformed = { kind: 'malformed-event', form: 'no-data' } as const;
    expect(inject({ ...malformed, event: 'SUBSCRIPTION' }).struck).toBe(0);
    expect(inject({ ...malformed, event: 'DONATION' }).struck).toBe(1);
  });

  it('send no event where the authorization was revoked: nothing comes there', async () => {
    await stage.live(['chat']);
    expect(inject({ kind: 'long-text' }).struck).toBe(1);
    const { world, clientId, streamerChannelId } = stage.sim;
    const application = world.application(clientId);
    const user = world.user(streamerChannelId);
    const grant = application && user && world.authorizations.activeGrant(application, user);
    if (grant) world.authorizations.revokeGrant(grant);
    expect(inject({ kind: 'long-text' }).struck).toBe(0);
  });

  it('send an unknown event, a long text, and any frame at all', async () => {
    const { line } = await stage.live(['chat']);
    inject({ kind: 'unknown-event', name: 'PARTY' });
    inject({ kind: 'long-text' });
    inject({ kind: 'raw-frame', text: '{"event":"X"}', times: 2 });
    const heard = await line.events();
    expect(heard.map(({ event }) => event)).toEqual(['PARTY', 'CHAT', 'X', 'X']);
    expect(String(heard[1]?.data['content'])).toHaveLength(65_536);
  });

  it('are over at once: a connection opened later hears nothing', async () => {
    const { url } = await stage.session();
    expect(inject({ kind: 'garbage-frame' })).toEqual({ id: null, struck: 0 });
    expect(await (await stage.connect(url)).frames()).toEqual([]);
  });
});
