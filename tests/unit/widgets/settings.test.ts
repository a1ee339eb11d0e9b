import { describe, expect, it } from 'vitest';
import { GOAL, WidgetsWorld } from './widgets-world.ts';

const code = (problem: string) => ({ problem: { code: problem } });
const NOBODY = '000000000000';

describe('the fields of a widget', () => {
  it('take values of their kind, and keep those that were not given', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    await world.ask['widgets.set']({ id, values: { title: 'Stars', most: '12' } });
    await world.ask['widgets.set']({ id, values: { color: '#000', nothing: 'x' } });
    expect(world.row(id).values).toEqual({ title: 'Stars', most: 12, color: '#000' });
    expect(world.row(id).revision).toBe(3);
  });

  it('have their own values again when they are reset', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    await world.ask['widgets.set']({ id, values: { title: 'Stars' } });
    await world.ask['widgets.reset']({ id });
    expect(world.row(id)).toMatchObject({ values: {}, revision: 3 });
    expect((await world.load(id, ''))?.text).toContain('<p>Beams</p>');
  });

  it('are set one change after another, however many come at once', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    const values = [{ title: 'a' }, { color: '#111' }, { title: 'b' }, { most: 3 }];
    await Promise.all(values.map((each) => world.ask['widgets.set']({ id, values: each })));
    expect(world.row(id).values).toEqual({ title: 'b', color: '#111', most: 3 });
  });

  it('and hosts of one that is gone cannot be set', async () => {
    const world = await WidgetsWorld.start();
    const set = world.ask['widgets.set']({ id: NOBODY, values: {} });
    await expect(set).rejects.toMatchObject(code('widgets-gone'));
    const hosts = world.ask['widgets.hosts']({ id: NOBODY, hosts: [] });
    await expect(hosts).rejects.toMatchObject(code('widgets-gone'));
  });
});

describe('hosts', () => {
  it('are let through by name, where the package names them and they are not near', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL, { hosts: ['cdn.example'] });
    expect(world.policy(id)).toContain('https://cdn.example');
    const hosts = ['api.example', '192.168.0.2', 'elsewhere.example'];
    await world.ask['widgets.hosts']({ id, hosts });
    const allowed = world.row(id).hosts.filter((host) => host.allowed);
    expect(allowed.map(({ host }) => host)).toEqual(['api.example']);
    expect(world.policy(id)).toMatch(/connect-src http:\/\/own\/ https:\/\/api\.example wss:/);
    expect(world.policy(id)).not.toMatch(/cdn\.example|192\.168|elsewhere/);
    expect(world.policy(id)).toContain('frame-ancestors http://overlay;');
    expect(world.row(id).revision).toBe(2);
  });
});

describe('a widget that a page could not go on with', () => {
  it('is paused with the reason, shown to the streamer, and started again by hand', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL, { name: 'My goal' });
    await world.clock.advance(1_000);
    let told = 0;
    world.source.onFrames(() => {
      told += 1;
    });
    world.source.fault(id, 'slow');
    const at = world.clock.now();
    expect(told).toBe(1);
    expect(world.row(id)).toMatchObject({ paused: { fault: 'slow', at }, revision: 1 });
    expect(world.source.frames()).toMatchObject([{ id, paused: true }]);
    expect(world.notices.all).toMatchObject([
      { problem: { code: 'widgets-paused', values: { name: 'My goal' } } },
    ]);
    await world.clock.advance(1_000);
    world.source.fault(id, 'heap');
    expect(told).toBe(1);
    expect(world.row(id).paused).toEqual({ fault: 'slow', at });
    await world.ask['widgets.start']({ id });
    expect(world.row(id)).toMatchObject({ paused: null, revision: 2 });
    expect(world.source.frames()).toMatchObject([{ id, paused: false }]);
    expect(world.notices.all).toEqual([]);
  });

  it('keeps its notice while another is paused, also when one is removed', async () => {
    const world = await WidgetsWorld.start();
    const [one, two] = [await world.install(GOAL), await world.install(GOAL)];
    world.source.fault(one, 'stuck');
    world.source.fault(two, 'noisy');
    await world.ask['widgets.start']({ id: one });
    expect(world.notices.all).toHaveLength(1);
    await world.ask['widgets.start']({ id: one });
    expect(world.notices.all).toHaveLength(1);
    await world.ask['widgets.remove']({ id: two });
    expect(world.notices.all).toEqual([]);
  });

  it('is none that the app does not know', async () => {
    const world = await WidgetsWorld.start();
    await world.install(GOAL);
    world.source.fault(NOBODY, 'stuck');
    expect(world.notices.all).toEqual([]);
  });
});

describe('a page of a widget', () => {
  it('has the widget with its fields filled in, and what scripts are told of it', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    await world.ask['widgets.set']({ id, values: { color: 'red' } });
    const page = await world.load(id, '');
    expect(page?.type).toBe('text/html; charset=utf-8');
    expect(page?.text).toContain('<html lang="en">');
    expect(page?.text).toContain('<body><p>Beams</p>');
    expect(page?.text).toContain('&quot;color&quot;:&quot;red&quot;');
    expect(page?.text).toContain('&quot;most&quot;:10');
    expect(await world.load(id, 'style.css')).toEqual({
      type: 'text/css; charset=utf-8',
      text: 'p { color: red; background: url("https://cdn.example/a.png") }',
    });
    const script = await world.load(id, 'script.js');
    expect(script?.type).toBe('text/javascript; charset=utf-8');
    expect(script?.text).toMatch(/\/\/ Beams$/);
    expect(await world.load(id, 'README.md')).toEqual({
      type: 'text/plain; charset=utf-8',
      text: 'words',
    });
  });

  it('is there also for a widget that is a script alone', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install({ 'widget.js': 'x', 'other.js': '"{a}"' });
    expect((await world.load(id, ''))?.text).toContain('<script src="widget.js">');
    expect((await world.load(id, 'other.js'))?.text).toBe('"{a}"');
  });

  it.each([
    'nothing.png',
    'setup.exe',
    '../index.json',
    'media/nothing',
    '~/nothing.js',
    `media/${'0'.repeat(64)}`,
  ])('has nothing else: %s', async (path) => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    expect(await world.load(id, path)).toBe(null);
  });

  it('is none of a widget that is gone', async () => {
    const world = await WidgetsWorld.start();
    await world.install(GOAL);
    expect(world.source.page(NOBODY)).toBe(null);
  });

  it('has the app’s own files for frames', async () => {
    const world = await WidgetsWorld.start();
    world.ownFile('frame.js', 'own()');
    const id = await world.install(GOAL);
    const file = await world.load(id, '~/frame.js');
    expect(file?.text).toBe('own()');
    expect(file?.type).toMatch(/^text\/javascript/);
  });

  it('has media of the library that a field of it names, and no others', async () => {
    const world = await WidgetsWorld.start();
    const [one, two, three, gone] = ['1', '2', '3', '4'].map((digit) => digit.repeat(64));
    for (const hash of [one, two, three]) world.media.set(hash ?? '', `picture ${hash?.[0]}`);
    const id = await world.install(GOAL);
    const values = { picture: one ?? '', pictures: [two ?? '', gone ?? '', 'https://a.example/b'] };
    await world.ask['widgets.set']({ id, values: { ...values, title: three ?? '' } });
    expect(await world.load(id, `media/${one}`)).toEqual({ type: 'image/png', text: 'picture 1' });
    expect((await world.load(id, `media/${two}`))?.text).toBe('picture 2');
    expect(await world.load(id, `media/${gone}`)).toBe(null);
    await world.ask['widgets.set']({ id, values: { title: '' } });
    expect(await world.load(id, `media/${three}`)).toBe(null);
    const text = (await world.load(id, ''))?.text ?? '';
    expect(text).toContain(`&quot;picture&quot;:&quot;media/${one}&quot;`);
    expect(text).toContain(
      `&quot;pictures&quot;:[&quot;media/${two}&quot;,&quot;media/${gone}&quot;,&quot;https://a.example/b&quot;]`,
    );
  });

  it('has a hash in a field for text as it is', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    const hash = 'a'.repeat(64);
    await world.ask['widgets.set']({ id, values: { title: hash } });
    expect((await world.load(id, ''))?.text).toContain(`<p>${hash}</p>`);
  });
});

describe('what a widget keeps', () => {
  const stored = async (world: WidgetsWorld, id: string) => {
    const text = (await world.load(id, ''))?.text ?? '';
    const [, setup = ''] = /data-setup="([^"]*)"/.exec(text) ?? [];
    return JSON.parse(setup.replaceAll('&quot;', '"')).store;
  };

  it('is told to every page that shows it, and in its next page', async () => {
    const world = await WidgetsWorld.start();
    const [id, other] = [await world.install(GOAL), await world.install(GOAL)];
    expect(await stored(world, id)).toEqual({});
    world.source.keep(id, 'count', '{"a":[3]}');
    world.source.keep(id, 'odd', 'no JSON');
    await world.until(() => world.told.length === 2);
    const told = (key: string, value: unknown) => ({
      id,
      events: [{ listener: 'kvstore:update', event: { data: { key, value } } }],
    });
    expect(world.told).toEqual([
      told('customWidget.count', { a: [3] }),
      told('customWidget.odd', null),
    ]);
    expect(await stored(world, id)).toEqual({ count: { a: [3] }, odd: null });
    expect(await stored(world, other)).toEqual({});
  });

  it('is on the disk a second after the first change, and outlives a restart', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    world.source.keep(id, 'count', '1');
    await world.until(() => world.told.length === 1);
    await world.clock.advance(999);
    world.source.keep(id, 'count', '2');
    await world.until(() => world.told.length === 2);
    expect(world.has(id, 'store.json')).toBe(false);
    expect(world.clock.pendingTimers).toBe(1);
    await world.clock.advance(1);
    await world.until(() => world.has(id, 'store.json'));
    expect(world.clock.pendingTimers).toBe(0);
    expect(JSON.parse(world.kept(id, 'store.json'))).toEqual({ count: 2 });
    await world.restart();
    expect(await stored(world, id)).toEqual({ count: 2 });
  });

  it('is on the disk when the app ends, also what waited', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    world.source.keep(id, 'count', '1');
    await world.until(() => world.told.length === 1);
    await world.close();
    expect(JSON.parse(world.kept(id, 'store.json'))).toEqual({ count: 1 });
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('is forgotten when it is removed, also what waited', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    world.source.keep(id, 'count', '1');
    await world.until(() => world.told.length === 1);
    await world.ask['widgets.remove']({ id });
    expect(world.clock.pendingTimers).toBe(0);
    await world.close();
    expect(world.has(id)).toBe(false);
  });

  it('is kept whole when much comes at once', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    const keys = Array.from({ length: 5 }, (_, at) => `k${at}`);
    for (const key of keys) world.source.keep(id, key, '1');
    await world.until(() => world.told.length === keys.length);
    for (const key of keys) world.source.keep(id, key, '2');
    await world.until(() => world.told.length === 2 * keys.length);
    expect(await stored(world, id)).toEqual(Object.fromEntries(keys.map((key) => [key, 2])));
  });

  it('is at most 100 keys: another is not kept, and told to nobody', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    for (let at = 0; at <= 100; at += 1) world.source.keep(id, `k${at}`, '1');
    world.source.keep(id, 'k0', '2');
    await world.until(() => world.told.length === 101);
    expect(Object.keys(await stored(world, id))).toHaveLength(100);
    expect(await stored(world, id)).toMatchObject({ k0: 2, k99: 1 });
  });

  it('is at most 512,000 characters with its keys', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    const keep = (key: string, chars: number) =>
      world.source.keep(id, key, JSON.stringify('x'.repeat(chars)));
    for (let at = 10; at < 25; at += 1) keep(`k${at}`, 31_988);
    keep('k25', 32_004);
    keep('k25', 32_003);
    keep('k26', 1);
    keep('k25', 1);
    await world.until(() => world.told.length === 17);
    const lengths = world.told.map(({ events }) => {
      const { data } = (events[0]?.event ?? {}) as { data?: { value?: string } };
      return data?.value?.length;
    });
    expect(lengths.slice(-2)).toEqual([32_003, 1]);
  });

  it('is nothing of a widget that is gone', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    world.source.keep(NOBODY, 'count', '1');
    world.source.keep(id, 'count', '1');
    await world.until(() => world.told.length > 0);
    expect(world.told).toMatchObject([{ id }]);
  });

  it.each([
    ['no JSON', 'no JSON'],
    ['no object', '[1]'],
  ])('is nothing where its file has %s', async (_what, text) => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    world.spoil(id, text);
    expect(await stored(world, id)).toEqual({});
  });

  it('is nothing where its file cannot be read, and no trouble where it cannot be written', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    world.spoil(id, null);
    expect(await stored(world, id)).toEqual({});
    world.source.keep(id, 'count', '1');
    await world.until(() => world.told.length === 1);
    await world.close();
    expect(world.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { message: 'what a widget keeps could not be read' },
      { message: 'what a widget keeps was not written' },
    ]);
  });
});
