import { describe, expect, it } from 'vitest';
import { DoorsWorld } from './doors-world.ts';

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

describe('a request over HTTP', () => {
  it('reads events after a number, page by page', async () => {
    const world = await DoorsWorld.start();
    await world.happen('DONATION', 3);
    await world.happen('CHAT', 2);
    const headers = bearer(await world.makeKey());
    const read = async (query: string) => (await world.ask(`/events?${query}`, { headers })).json();
    const first = await read('since=0&limit=2');
    expect(first).toMatchObject({ upTo: 2, lastSeq: 5, complete: true });
    const rest = await read(`since=${first.upTo}`);
    expect(rest.events.map(({ seq }: { seq: number }) => seq)).toEqual([3, 4, 5]);
    expect(await read('since=5')).toMatchObject({ events: [], upTo: 5, complete: true });
    expect(await read('since=0&kinds=CHAT')).toMatchObject({ events: [{ seq: 4 }, { seq: 5 }] });
  });

  it('reads the state of a topic', async () => {
    const world = await DoorsWorld.start();
    const headers = bearer(await world.makeKey());
    const answer = await world.ask('/state/connection', { headers });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ state: expect.any(String) });
  });

  it('runs a command once under one `once`', async () => {
    let runs = 0;
    const world = await DoorsWorld.start({
      commands: {
        'marks.add': async () => {
          runs += 1;
        },
      },
    });
    const headers = bearer(await world.makeKey(['overlay:control']));
    const once = '?once=0123456789abcdef';
    for (let time = 0; time < 2; time += 1) {
      const answer = await world.ask(`/commands/marks.add${once}`, { method: 'POST', headers });
      expect(await answer.json()).toEqual({ value: null });
    }
    expect(runs).toBe(1);
    await world.ask('/commands/marks.add', { method: 'POST', headers });
    expect(runs).toBe(2);
  });

  it.each([
    ['without a key', '/', { headers: {} }, 401, 'doors-wrong-key'],
    ['with a wrong key', '/', { headers: bearer('sl_wrong') }, 401, 'doors-wrong-key'],
    ['for what there is not', '/nothing', null, 404, 'doors-no-command'],
    ['for a page of the app', '/../../dashboard/x/', null, 403, null],
    ['for a state that is none', '/state/secrets', null, 404, 'doors-no-command'],
    ['for events after no number', '/events?since=x', null, 400, 'doors-bad-message'],
    ['beyond its scope', '/commands/live.send', { method: 'POST' }, 403, 'doors-no-scope'],
    [
      'for a command of pages only',
      '/commands/maintenance.backup',
      { method: 'POST' },
      404,
      'doors-no-command',
    ],
    [
      'for a command with a broken name',
      '/commands/%E0%A4%A',
      { method: 'POST' },
      404,
      'doors-no-command',
    ],
    [
      'under a `once` that another request may have by chance',
      '/commands/alerts.pause?once=1',
      { method: 'POST', body: '{"paused":true}' },
      400,
      'doors-bad-message',
    ],
    [
      'under a `once` that is too long',
      `/commands/alerts.pause?once=${'x'.repeat(65)}`,
      { method: 'POST', body: '{"paused":true}' },
      400,
      'doors-bad-message',
    ],
    [
      'with a broken body',
      '/commands/alerts.pause',
      { method: 'POST', body: '{' },
      400,
      'doors-bad-message',
    ],
    [
      'with wrong arguments',
      '/commands/alerts.pause',
      { method: 'POST', body: '{}' },
      400,
      'invalid-arguments',
    ],
    [
      'with too large a body',
      '/commands/alerts.pause',
      { method: 'POST', body: ' '.repeat(300_000) },
      400,
      'doors-bad-message',
    ],
  ] as const)('%s is refused', async (_, path, init, status, code) => {
    const world = await DoorsWorld.start();
    const headers = bearer(await world.makeKey(['events:read', 'alerts:control']));
    const answer = await world.ask(path, { headers, ...init });
    expect(answer.status).toBe(status);
    if (code !== null) expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it('is one of 32 of its key at a time; whoever asks for more is told to wait', async () => {
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const world = await DoorsWorld.start({ commands: { 'marks.add': () => held } });
    const headers = bearer(await world.makeKey(['overlay:control']));
    const others = bearer(await world.makeKey(['overlay:control']));
    const mark = (by = headers) =>
      world.ask('/commands/marks.add', { method: 'POST', headers: by });
    const asked = Array.from({ length: 33 }, () => mark());
    const refused = await Promise.race(asked);
    expect(await refused.json()).toMatchObject({ error: { code: 'too-many-commands' } });
    const another = mark(others);
    finish();
    const statuses = (await Promise.all([...asked, another])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(33);
  });

  it('from a web page is answered for that page only where a key names it', async () => {
    const world = await DoorsWorld.start();
    const key = await world.makeKey(['events:read'], ['https://tool.example']);
    const from = (origin: string, init: RequestInit = {}) =>
      world.ask('/', { ...init, headers: { ...bearer(key), Origin: origin } });
    const allowed = await from('https://tool.example');
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://tool.example');
    const foreign = await from('https://other.example');
    expect(foreign.status).toBe(401);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    expect((await from('https://tool.example', { method: 'OPTIONS' })).status).toBe(204);
    expect((await from('https://other.example', { method: 'OPTIONS' })).status).toBe(403);
  });
});
