import { describe, expect, it } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import { API_SCOPES } from '../../../shared/contract/doors.ts';
import { settle } from '../../support/virtual-clock.ts';
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

  it('reads who it is, and how far events have come', async () => {
    const world = await DoorsWorld.start();
    await world.happen('DONATION', 3);
    const headers = bearer(await world.makeKey(['chat:send']));
    expect(await (await world.ask('/', { headers })).json()).toEqual({
      app: 'Stagelight',
      version: 1,
      epoch: world.ledger.epoch,
      lastSeq: 3,
      key: { name: 'a tool', scopes: ['chat:send'] },
    });
  });

  it('reads a hundred events where it does not say how many, and none beyond the last', async () => {
    const world = await DoorsWorld.start();
    await world.happen('CHAT', 101);
    const headers = bearer(await world.makeKey());
    const read = async (query: string) => (await world.ask(`/events?${query}`, { headers })).json();
    const { epoch } = world.ledger;
    expect(await read('since=0')).toMatchObject({ epoch, upTo: 100, lastSeq: 101, complete: true });
    expect((await read('since=0')).events).toHaveLength(100);
    expect(await read('since=101')).toMatchObject({ upTo: 101, complete: true, events: [] });
    expect(await read('since=500')).toMatchObject({ upTo: 101, complete: false, events: [] });
    expect(await read('since=0&kinds=DONATION,DROPS')).toMatchObject({ upTo: 101, events: [] });
  });

  it.each([
    [2, ['1,2 false', '3,4 false', '5,6 true', '7,8 true']],
    [3, ['1,2,3 false', '4 false', '5,6,7 true', '8 true']],
  ])(
    'reads all of value from before what is in memory, %i at a time, once each',
    async (limit, told) => {
      const world = await DoorsWorld.start({ ringSize: 4 });
      await world.happen('DONATION', 5);
      await world.happen('CHAT', 3);
      const headers = bearer(await world.makeKey());
      const pages: string[] = [];
      for (let since = 0; since < 8; ) {
        const asked = await world.ask(`/events?since=${since}&limit=${limit}`, { headers });
        const page = await asked.json();
        pages.push(`${page.events.map(({ seq }: { seq: number }) => seq)} ${page.complete}`);
        since = page.upTo;
      }
      expect(pages).toEqual(told);
    },
  );

  it('reads long texts in pages that are not much longer than 256 KB', async () => {
    const world = await DoorsWorld.start();
    const content = 'x'.repeat(60_000);
    await world.happen('CHAT', 12, { content });
    const headers = bearer(await world.makeKey());
    const page = await (await world.ask('/events?since=0', { headers })).json();
    expect(page).toMatchObject({ upTo: page.events.length, complete: true });
    expect(page.events[0].data.content.length * page.events.length).toBeGreaterThan(256 * 1024);
    expect(page.events[0].data.content.length * (page.events.length - 1)).toBeLessThan(256 * 1024);
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
    ['below a state', '/state/obs/scenes', null, 404, 'doors-no-command'],
    ['that is written to a state', '/state/obs', { method: 'POST' }, 404, 'doors-no-command'],
    ['that is written to events', '/events', { method: 'POST' }, 404, 'doors-no-command'],
    ['that reads a command', '/commands/alerts.pause', null, 404, 'doors-no-command'],
    ['that is written to no command', '/things/a', { method: 'POST' }, 404, 'doors-no-command'],
    [
      'below a command',
      '/commands/alerts.pause/x',
      { method: 'POST', body: '{"paused":true}' },
      404,
      'doors-no-command',
    ],
    ['for no number of events', '/events?since=0&limit=0', null, 400, 'doors-bad-message'],
    ['for too many events', '/events?since=0&limit=501', null, 400, 'doors-bad-message'],
    ['for events before the first', '/events?since=-1', null, 400, 'doors-bad-message'],
    ['for events of no kind', '/events?since=0&kinds=X', null, 400, 'doors-bad-message'],
    [
      'with a body of nothing',
      '/commands/alerts.pause',
      { method: 'POST', body: 'null' },
      400,
      'doors-bad-message',
    ],
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

  it.each(['/events', '/events?since=0', '/state/obs'])(
    'for what has happened needs a key that may hear it: %s',
    async (path) => {
      const world = await DoorsWorld.start();
      const others = API_SCOPES.filter((scope) => scope !== 'events:read');
      const refused = await world.ask(path, { headers: bearer(await world.makeKey(others)) });
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ error: { code: 'doors-no-scope' } });
      const heard = await world.ask(path, {
        headers: bearer(await world.makeKey(['events:read'])),
      });
      expect(heard.status).toBe(path === '/events' ? 400 : 200);
    },
  );

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

describe('a command over HTTP', () => {
  const post = { method: 'POST' };

  it('is run with its arguments, and answered with what it gave', async () => {
    const world = await DoorsWorld.start({
      commands: {
        'live.send': async ({ message }) => ({ messageId: `m ${message}` }),
        'obs.record': async () => ({ done: true }) as never,
      },
    });
    const headers = bearer(await world.makeKey(['chat:send', 'overlay:control']));
    const body = JSON.stringify({ message: 'hello', senderType: 'APP' });
    const sent = await world.ask('/commands/live.send', { ...post, headers, body });
    expect(sent.status).toBe(200);
    expect(await sent.json()).toEqual({ value: { messageId: 'm hello' } });
  });

  it('that fails is answered with the reason, and a fault of ours is in the log', async () => {
    const failures = [new StagelightError({ code: 'vote-none' }), new Error('a fault of ours')];
    const world = await DoorsWorld.start({
      commands: {
        'marks.add': async () => {
          throw failures.shift();
        },
      },
    });
    const headers = bearer(await world.makeKey(['overlay:control']));
    const answers = [];
    for (let time = 0; time < 2; time += 1) {
      const answer = await world.ask('/commands/marks.add', { ...post, headers });
      answers.push([answer.status, (await answer.json()).error.code]);
    }
    expect(answers).toEqual([
      [409, 'vote-none'],
      [500, 'unexpected'],
    ]);
    expect(world.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('is one of 32 of its key at once, however many went before', async () => {
    const finish: (() => void)[] = [];
    const world = await DoorsWorld.start();
    const key = await world.makeKey(['overlay:control']);
    const ask = () =>
      world.doors.api.answer({
        method: 'POST',
        path: '/commands/marks.add',
        search: new URLSearchParams(),
        key,
        origin: null,
        body: async () => '',
        run: () => new Promise((resolve) => finish.push(() => resolve(null))),
      });
    const first = Array.from({ length: 32 }, ask);
    await settle();
    expect(await ask()).toMatchObject({ status: 429 });
    finish.shift()?.();
    expect(await Promise.race(first)).toEqual({ status: 200, body: { value: null } });
    const another = ask();
    expect(await ask()).toMatchObject({ status: 429 });
    await settle();
    for (const done of finish) done();
    expect(await another).toMatchObject({ status: 200 });
    expect((await Promise.all(first)).every(({ status }) => status === 200)).toBe(true);
  });
});
