import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fieldAt, textAt } from '../../support/json-fields.ts';
import { API, HOUR, Stage } from './simulator-stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.start();
});
afterEach(() => stage.stop());

/** `fetch` does not let a caller choose the Host. */
function statusWithHost(host: string): Promise<number> {
  const headers = { host, 'simulator-key': stage.sim.controlKey };
  return new Promise((resolve, reject) => {
    const sent = request(`${stage.sim.baseUrl}/control/v1/state`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the control API', () => {
  it.each([
    ['GET', '/state'],
    ['POST', '/events'],
    ['POST', '/faults'],
    ['DELETE', '/faults'],
    ['POST', '/clock'],
    ['POST', '/show'],
  ])('refuses %s %s without the key, and with a wrong one', async (method, path) => {
    expect((await stage.call(method, `/control/v1${path}`)).status).toBe(401);
    const wrong = { 'simulator-key': 'x'.repeat(stage.sim.controlKey.length) };
    expect((await stage.call(method, `/control/v1${path}`, wrong)).status).toBe(401);
  });

  it.each([
    ['127.0.0.1:4000', 200],
    ['localhost:4000', 200],
    ['[::1]', 200],
    ['example.com', 403],
    ['127.0.0.1.example.com', 403],
  ])('asked as %s answers %i', async (host, status) => {
    expect(await statusWithHost(host)).toBe(status);
  });

  it('refuses web pages', async () => {
    const headers = { 'simulator-key': stage.sim.controlKey, origin: stage.sim.baseUrl };
    expect((await stage.call('GET', '/control/v1/state', headers)).status).toBe(403);
  });

  it.each([
    ['/events', { kind: 'CHAT', extra: 1 }],
    ['/faults', { kind: 'earthquake' }],
    ['/faults', { kind: 'cut', code: 1006 }],
    ['/faults', { kind: 'answer', status: 200 }],
    ['/faults', { kind: 'slow' }],
    ['/clock', { moveMs: -1 }],
    ['/clock', { scale: 0 }],
    ['/clock', {}],
    ['/show', { action: 'pause' }],
  ])('answers 400 with the reason to a wrong body of %s', async (path, body) => {
    const { status, json } = await stage.control('POST', path, body);
    expect(status).toBe(400);
    expect(textAt(json, 'error').length).toBeGreaterThan(5);
  });

  it('answers 400 to a body that is not JSON, and 404 to what there is not', async () => {
    const headers = { 'simulator-key': stage.sim.controlKey };
    const response = await fetch(`${stage.sim.baseUrl}/control/v1/clock`, {
      method: 'POST',
      headers,
      body: '{nope',
    });
    expect(response.status).toBe(400);
    expect((await stage.control('GET', '/nothing')).status).toBe(404);
    expect((await stage.control('DELETE', '/faults/99')).status).toBe(404);
  });

  it('shows sessions, connections, counts, quotas, faults, requests and broken rules', async () => {
    const { key, line } = await stage.live(['chat']);
    await line.ping();
    await stage.control('POST', '/events', { kind: 'CHAT' });
    await stage.control('POST', '/faults', { kind: 'refuse-upgrade', times: 3 });
    await stage.call('GET', `${API}/drops/campaigns`, { ...stage.client(), ...stage.bearer() });
    const { json } = await stage.control('GET', '/state');
    expect(fieldAt(json, 'sessions')).toEqual([
      expect.objectContaining({ sessionKey: key, kind: 'USER', delivered: 1, deliveredIds: [1] }),
    ]);
    expect(fieldAt(json, 'connections')).toEqual([
      expect.objectContaining({ sessionKey: key, current: true, halfOpen: false, pings: 1 }),
    ]);
    expect(fieldAt(json, 'published.CHAT')).toBe(1);
    expect(fieldAt(json, 'quotas.0.READ_DROPS.used')).toBe(1);
    expect(fieldAt(json, 'faults')).toEqual([
      { id: 1, fault: { kind: 'refuse-upgrade', status: 503, times: 3 }, left: 3 },
    ]);
    expect(fieldAt(json, 'requests.counts')).toMatchObject({ [`GET ${API}/sessions/auth`]: 1 });
    expect(fieldAt(json, 'brokenRules')).toHaveLength(1);
    expect(fieldAt(json, 'clock')).toEqual({
      now: new Date(stage.sim.clock.now()).toISOString(),
      scale: 1,
    });
  });

  it('moves the time and sets its pace', async () => {
    const before = stage.sim.clock.now();
    await stage.control('POST', '/clock', { moveMs: HOUR });
    expect(stage.sim.clock.now()).toBe(before + HOUR);
    await stage.control('POST', '/clock', { scale: 60 });
    await stage.clock.advance(1_000);
    expect(stage.sim.clock.now()).toBe(before + HOUR + 60_000);
  });

  it('can keep connections alive over a jump, but not over their two hours', async () => {
    const { line } = await stage.live([]);
    await stage.control('POST', '/clock', { moveMs: 2 * HOUR - 1, keepAlive: true });
    await line.ping();
    await stage.control('POST', '/clock', { moveMs: 1, keepAlive: true });
    expect((await line.closed).reason).toBe('lifetime');
  });

  it('clears one fault or all', async () => {
    const one = await stage.control('POST', '/faults', { kind: 'answer', status: 500 });
    await stage.control('POST', '/faults', { kind: 'answer', status: 503 });
    expect((await stage.control('DELETE', `/faults/${fieldAt(one.json, 'id')}`)).status).toBe(200);
    expect(stage.sim.faults.active).toHaveLength(1);
    await stage.control('DELETE', '/faults');
    expect(stage.sim.faults.active).toEqual([]);
  });

  it('starts and stops the show', async () => {
    const ask = async (action: string) =>
      fieldAt((await stage.control('POST', '/show', { action })).json, 'running');
    expect(await ask('start')).toBe(true);
    expect(await ask('stop')).toBe(false);
  });
});

describe('the simulator as a whole', () => {
  it('answers unknown paths with the error body and notes them', async () => {
    const { status, json } = await stage.call('GET', `${API}/nothing`);
    expect(status).toBe(404);
    expect(json).toMatchObject({ statusCode: 404, error: 'Not Found' });
    expect(stage.sim.requestLog.broken()).toHaveLength(1);
  });

  it('stops at once with connections open, half-open and answers pending', async () => {
    const { line } = await stage.live([]);
    const frozen = await stage.live([]);
    stage.sim.faults.inject({ kind: 'half-open', sessionKey: frozen.key });
    stage.sim.faults.inject({ kind: 'slow', delayMs: 60_000 });
    const pending = stage.call('GET', `${API}/users/me`, stage.bearer());
    const failed = expect(pending).rejects.toThrow();
    while (stage.sim.faults.active.some(({ fault }) => fault.kind === 'slow')) await line.ping();
    await stage.sim.dispose();
    await stage.sim.dispose();
    await Promise.all([line.closed, frozen.line.closed, failed]);
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('serves a client from signing in to its first event', async () => {
    await stage.stop();
    const redirectUri = 'http://127.0.0.1:9/back';
    stage = await Stage.start({ autoApprove: true, redirectUris: [redirectUri] });
    const query = new URLSearchParams({ clientId: stage.sim.clientId, redirectUri, state: 's' });
    const page = `${stage.sim.baseUrl}/auth/openapi/account-interlock?${query}`;
    const location = (await fetch(page, { redirect: 'manual' })).headers.get('location') ?? '';
    const code = new URL(location).searchParams.get('code');
    const { json } = await stage.call(
      'POST',
      '/api/openapi/auth/v1/token',
      {},
      {
        grantType: 'authorization_code',
        clientId: stage.sim.clientId,
        clientSecret: stage.sim.clientSecret,
        code,
      },
    );
    const token = textAt(json, 'content.accessToken');
    const { url, key } = await stage.session(token);
    const line = await stage.connect(url);
    await stage.change('subscribe', 'chat', key, token);
    await stage.control('POST', '/events', { kind: 'CHAT' });
    expect((await line.events())[0]?.data['channelId']).toBe(stage.sim.streamerChannelId);
    expect(stage.sim.requestLog.broken()).toEqual([]);
  });

  it('refuses a body of many megabytes with the error body', async () => {
    const body = { message: 'x'.repeat(3_000_000) };
    const { status, json } = await stage.call('POST', `${API}/chats/send`, stage.bearer(), body);
    expect(status).toBe(413);
    expect(json).toMatchObject({ statusCode: 413, error: 'Payload Too Large' });
  });

  it('says so when its port is taken', async () => {
    await expect(Stage.start({ port: stage.sim.port })).rejects.toMatchObject({
      problem: { code: 'simulator-port' },
    });
  });
});
