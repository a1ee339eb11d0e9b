import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PackageUploads } from '../../../electron/features/widgets/package-uploads.ts';
import { WIDGET_LIMITS, WIDGET_NAME_MOST } from '../../../shared/contract/widgets.ts';
import { packTexts } from '../../support/widget-packages.ts';
import { temporaryFolder } from '../storage/support.ts';
import { GOAL, WidgetsWorld } from './widgets-world.ts';

const code = (problem: string) => ({ problem: { code: problem } });
const NOBODY = '000000000000';

describe('a package that was sent', () => {
  it('is shown with all that was found in it, and is no widget yet', async () => {
    const world = await WidgetsWorld.start();
    const found = await world.find(GOAL);
    const useful = Object.entries(GOAL).filter(([name]) => name !== 'setup.exe');
    expect(found).toEqual({
      draft: expect.any(String),
      name: 'Goal',
      author: 'Somebody',
      files: useful.length,
      bytes: useful.map(([, text]) => text).join('').length,
      leftOut: ['setup.exe'],
      fields: 8,
      hosts: [
        { host: 'api.example', uses: ['connection'], isNear: false },
        { host: 'cdn.example', uses: ['picture'], isNear: false },
        { host: '192.168.0.2', uses: ['connection'], isNear: true },
      ],
    });
    expect(world.rows).toEqual([]);
    expect(world.readLimit).toBe(30_000);
    const folders = readdirSync(join(world.dataDir, 'widgets'));
    expect(folders).toEqual([expect.stringMatching(/^draft-[0-9a-f]{12}$/)]);
    expect(readdirSync(join(world.dataDir, 'widgets', folders[0] ?? ''))).toEqual(['files']);
  });

  it.each([
    ['my goal.zip', 'my goal'],
    ['page.HTML', 'page'],
    ['my.widget', 'my.widget'],
    ['.zip', 'Widget'],
    [`${'n'.repeat(100)}.zip`, 'n'.repeat(WIDGET_NAME_MOST)],
  ])('without a name of its own is called like its file: %s', async (file, name) => {
    const world = await WidgetsWorld.start();
    expect(await world.find({ 'index.html': '<p>' }, file)).toMatchObject({ name, author: '' });
  });

  it('of no use is refused, and leaves nothing behind', async () => {
    const world = await WidgetsWorld.start();
    await expect(world.find({ 'readme.md': 'words' })).rejects.toMatchObject(
      code('widgets-none-inside'),
    );
    expect(readdirSync(join(world.dataDir, 'widgets'))).toEqual([]);
  });

  it('takes the place of the one before, which can be installed no more', async () => {
    const world = await WidgetsWorld.start();
    const first = await world.find(GOAL);
    await world.find({ 'index.html': '<p>' });
    expect(readdirSync(join(world.dataDir, 'widgets'))).toHaveLength(1);
    const asked = { draft: first.draft, name: 'Goal', hosts: [], replace: null };
    await expect(world.ask['widgets.install'](asked)).rejects.toMatchObject(
      code('widgets-no-upload'),
    );
  });

  it('can be installed once', async () => {
    const world = await WidgetsWorld.start();
    const { draft } = await world.find(GOAL);
    const asked = { draft, name: 'Goal', hosts: [], replace: null };
    await world.ask['widgets.install'](asked);
    await expect(world.ask['widgets.install'](asked)).rejects.toMatchObject(
      code('widgets-no-upload'),
    );
    expect(world.rows).toHaveLength(1);
  });

  it.each(['discarded', 'left when the app ends'])('is gone when it is %s', async (how) => {
    const world = await WidgetsWorld.start();
    const { draft } = await world.find(GOAL);
    if (how === 'discarded') await world.ask['widgets.discard']({ draft });
    else await world.close();
    expect(readdirSync(join(world.dataDir, 'widgets'))).toEqual([]);
  });

  it('cannot be installed where there is no room for another, but in place of one', async () => {
    const world = await WidgetsWorld.start();
    const ids: string[] = [];
    const texts = { 'index.html': '<p>' };
    for (let at = 0; at < WIDGET_LIMITS.packages; at += 1) ids.push(await world.install(texts));
    await expect(world.install(texts)).rejects.toMatchObject({
      problem: { code: 'widgets-full', values: { most: WIDGET_LIMITS.packages } },
    });
    expect(world.rows).toHaveLength(WIDGET_LIMITS.packages);
    const [first = null] = ids;
    expect(await world.install(texts, { name: 'Anew', replace: first })).toBe(first);
    expect(world.rows.map(({ id }) => id)).toEqual(ids);
  });
});

describe('a widget that is installed', () => {
  it('is listed with what is known of it, and may load from whom the streamer named', async () => {
    const world = await WidgetsWorld.start();
    await world.clock.advance(5_000);
    const hosts = ['cdn.example', '192.168.0.2', 'elsewhere.example'];
    const id = await world.install(GOAL, { name: 'My goal', hosts });
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    const { fields, ...row } = world.row(id);
    expect(row).toEqual({
      id,
      name: 'My goal',
      author: 'Somebody',
      files: 5,
      bytes: expect.any(Number),
      addedAt: world.clock.now(),
      values: {},
      hosts: [
        { host: 'api.example', uses: ['connection'], isNear: false, allowed: false },
        { host: 'cdn.example', uses: ['picture'], isNear: false, allowed: true },
        { host: '192.168.0.2', uses: ['connection'], isNear: true, allowed: false },
      ],
      frame: `http://w${id}.localhost:1/key/`,
      revision: 1,
      paused: null,
    });
    expect(row.bytes).toBeGreaterThan(100);
    expect(fields.map(({ name }) => name)).toContain('color');
  });

  it('is told to the dashboard and to overlay pages with every change', async () => {
    const world = await WidgetsWorld.start();
    let rows = 0;
    let frames = 0;
    world.widgets.feeds.widgets.onChange(() => {
      rows += 1;
    });
    world.source.onFrames(() => {
      frames += 1;
    });
    const before = world.widgets.feeds.widgets.read();
    expect(world.widgets.feeds.widgets.read()).toBe(before);
    const id = await world.install(GOAL);
    expect([rows, frames]).toEqual([1, 1]);
    const after = world.widgets.feeds.widgets.read();
    expect(after).not.toBe(before);
    expect(world.widgets.feeds.widgets.read()).toBe(after);
    const shown = world.source.frames();
    expect(shown).toEqual([
      { id, address: `http://w${id}.localhost:1/key/`, revision: 1, paused: false },
    ]);
    expect(world.source.frames()).toBe(shown);
    await world.ask['widgets.set']({ id, values: { title: 'Stars' } });
    expect([rows, frames]).toEqual([2, 2]);
    expect(world.source.frames()).toMatchObject([{ revision: 2 }]);
    await world.ask['widgets.remove']({ id });
    expect([rows, frames]).toEqual([3, 3]);
    expect(world.source.frames()).toEqual([]);
  });

  it('has another address once the overlay’s key is renewed', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    expect(world.row(id).frame).toContain('/key/');
    world.key = 'renewed';
    expect(world.row(id).frame).toContain('/renewed/');
    expect(world.source.frames()[0]?.address).toContain('/renewed/');
  });

  it('keeps its place, its name, and what still fits when another takes its place', async () => {
    const world = await WidgetsWorld.start();
    const first = await world.install(GOAL, { hosts: ['cdn.example'] });
    const second = await world.install({ 'index.html': '<p>' });
    await world.ask['widgets.set']({ id: first, values: { title: 'Stars', color: '#000' } });
    await world.clock.advance(1_000);
    const fields = JSON.stringify({ title: { type: 'text', value: 'Anew' } });
    const texts = { 'index.html': '<b>', 'fields.json': fields };
    expect(await world.install(texts, { name: 'Newer', replace: first })).toBe(first);
    expect(world.rows.map(({ id }) => id)).toEqual([first, second]);
    expect(world.row(first)).toMatchObject({
      name: 'Newer',
      files: 2,
      addedAt: world.clock.now(),
      values: { title: 'Stars' },
      hosts: [],
      revision: 3,
    });
    expect(world.row(first).values).not.toHaveProperty('color');
    expect(await world.load(first, 'script.js')).toBe(null);
    expect((await world.load(first, ''))?.text).toContain('<b>');
    const { packages } = JSON.parse(world.kept('index.json'));
    expect(packages).toMatchObject([
      { id: first, made: 2 },
      { id: second, made: 1 },
    ]);
  });

  it('takes no place of one that is gone', async () => {
    const world = await WidgetsWorld.start();
    await expect(world.install(GOAL, { replace: NOBODY })).rejects.toMatchObject(
      code('widgets-gone'),
    );
    expect(world.rows).toEqual([]);
  });

  it('is gone with its files and what it kept when it is removed', async () => {
    const world = await WidgetsWorld.start();
    const [id, other] = [await world.install(GOAL), await world.install(GOAL)];
    world.source.keep(id, 'count', '3');
    await world.until(() => world.told.length > 0);
    await world.clock.advance(1_000);
    await world.until(() => existsSync(join(world.dataDir, 'widgets', id, 'store.json')));
    await world.ask['widgets.remove']({ id });
    expect(world.rows.map((each) => each.id)).toEqual([other]);
    expect(existsSync(join(world.dataDir, 'widgets', id))).toBe(false);
    expect(world.source.page(id)).toBe(null);
    expect((await world.load(other, ''))?.text).toContain('Beams');
  });

  it.each(['widgets.remove', 'widgets.reset', 'widgets.start'] as const)(
    'that is gone is an error for %s',
    async (command) => {
      const world = await WidgetsWorld.start();
      const asked = world.ask[command]({ id: NOBODY });
      await expect(asked).rejects.toMatchObject(code('widgets-gone'));
    },
  );
});

describe('widgets after a restart', () => {
  it('are as they were, without what an interrupted import left', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL, { hosts: ['api.example'] });
    await world.ask['widgets.set']({ id, values: { title: 'Stars' } });
    const { revision: _before, ...row } = world.row(id);
    const folder = join(world.dataDir, 'widgets');
    for (const name of ['draft-0123', NOBODY, 'my notes']) mkdirSync(join(folder, name));
    await world.restart();
    expect(readdirSync(folder).sort()).toEqual(['index.json', id, 'my notes'].sort());
    expect(world.row(id)).toEqual({ ...row, revision: 0 });
    expect((await world.load(id, ''))?.text).toContain('Stars');
  });

  it('are those of the list that can be read', async () => {
    const world = await WidgetsWorld.start();
    const [, id] = [await world.install(GOAL), await world.install(GOAL)];
    const index = JSON.parse(world.kept('index.json'));
    index.packages[0].files = 'none';
    delete index.pictures;
    writeFileSync(join(world.dataDir, 'widgets', 'index.json'), JSON.stringify(index));
    await world.restart();
    expect(world.rows.map((row) => row.id)).toEqual([id]);
  });

  it('are none where the list cannot be read: it is set aside, and their files stay', async () => {
    const world = await WidgetsWorld.start();
    const id = await world.install(GOAL);
    const folder = join(world.dataDir, 'widgets');
    writeFileSync(join(folder, 'index.json'), '{"version": 2}');
    await world.restart();
    expect(world.rows).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([id, 'index-corrupt-20260101-000000.json'].sort());
    expect(world.lines.at(-1)).toMatchObject({ level: 'error' });
    await world.install({ 'index.html': '<p>' });
    expect(world.rows).toHaveLength(1);
  });

  it('are none where the disk does not give the list, and the app starts all the same', async () => {
    const world = await WidgetsWorld.start();
    mkdirSync(join(world.dataDir, 'widgets', 'index.json'), { recursive: true });
    await world.restart();
    expect(world.rows).toEqual([]);
    expect(world.lines.at(-1)).toMatchObject({ level: 'error', message: 'widgets were not read' });
  });
});

describe('the upload of a package', () => {
  const small = packTexts({ 'index.html': '<p>' });
  const data = Buffer.from(small).toString('base64');
  const refused = code('widgets-no-upload');

  it.each([
    [0, 'widgets-no-zip'],
    [WIDGET_LIMITS.zipBytes + 1, 'widgets-too-large'],
  ])('of %i bytes does not begin', async (bytes, problem) => {
    const world = await WidgetsWorld.start();
    const begun = world.ask['widgets.begin']({ name: 'a', bytes });
    await expect(begun).rejects.toMatchObject(code(problem));
  });

  it('may be as large as the limit', async () => {
    const world = await WidgetsWorld.start();
    await world.ask['widgets.begin']({ name: 'a', bytes: WIDGET_LIMITS.zipBytes });
  });

  it.each([
    ['of no bytes', 0, ''],
    ['that is no base64', 0, `${data.slice(0, -4)}!!!!`],
    ['with a number that is not the next', 1, data],
    ['with more than was said', 0, Buffer.alloc(small.length + 1).toString('base64')],
  ])('ends with a part %s', async (_what, index, part) => {
    const world = await WidgetsWorld.start();
    const { upload } = await world.ask['widgets.begin']({ name: 'a', bytes: small.length });
    await expect(world.ask['widgets.part']({ upload, index, data: part })).rejects.toMatchObject(
      refused,
    );
    await expect(world.ask['widgets.part']({ upload, index: 0, data })).rejects.toMatchObject(
      refused,
    );
  });

  it.each([
    [32_768, true],
    [32_769, false],
  ])('takes a part of %i bytes: %s', async (bytes, fits) => {
    const world = await WidgetsWorld.start();
    const { upload } = await world.ask['widgets.begin']({ name: 'a', bytes: 100_000 });
    const part = { upload, index: 0, data: Buffer.alloc(bytes).toString('base64') };
    const taken = world.ask['widgets.part'](part).then(
      () => true,
      () => false,
    );
    expect(await taken).toBe(fits);
  });

  it('is not whole before its last part came', async () => {
    const world = await WidgetsWorld.start();
    const bytes = small.length + 1;
    const { upload } = await world.ask['widgets.begin']({ name: 'a', bytes });
    await world.ask['widgets.part']({ upload, index: 0, data });
    await expect(world.ask['widgets.finish']({ upload })).rejects.toMatchObject(refused);
    await expect(world.ask['widgets.finish']({ upload })).rejects.toMatchObject(refused);
  });

  it('is unpacked into a folder of its own, whatever an earlier import left there', async () => {
    const world = await WidgetsWorld.start();
    const folder = join(temporaryFolder(), 'draft');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.zip'), 'left behind');
    const uploads = new PackageUploads({ clock: world.clock, makeKey: () => 'key' });
    const id = uploads.begin('a.zip', small.length);
    uploads.add(id, 0, data);
    const { name, zip } = await uploads.finish(id, folder);
    expect(name).toBe('a.zip');
    expect(readFileSync(zip)).toEqual(Buffer.from(small));
    expect(readdirSync(folder)).toEqual(['package.zip']);
  });

  it('is one at a time: another takes its place', async () => {
    const world = await WidgetsWorld.start();
    const [one, two] = [await world.upload(small), await world.upload(small)];
    await expect(world.ask['widgets.finish']({ upload: one })).rejects.toMatchObject(refused);
    expect(await world.ask['widgets.finish']({ upload: two })).toMatchObject({ files: 1 });
  });

  it('is forgotten a minute after its last part, and not before', async () => {
    const world = await WidgetsWorld.start();
    const bytes = small.length;
    const half = (from: number, to: number) =>
      Buffer.from(small.slice(from, to)).toString('base64');
    const { upload } = await world.ask['widgets.begin']({ name: 'a', bytes });
    await world.clock.advance(59_999);
    await world.ask['widgets.part']({ upload, index: 0, data: half(0, 50) });
    await world.clock.advance(59_999);
    await world.ask['widgets.part']({ upload, index: 1, data: half(50, bytes) });
    await world.clock.advance(59_999);
    expect(await world.ask['widgets.finish']({ upload })).toMatchObject({ files: 1 });
    const late = await world.upload(small);
    await world.clock.advance(60_000);
    await expect(world.ask['widgets.finish']({ upload: late })).rejects.toMatchObject(refused);
  });

  it('leaves no timer behind, whole or not', async () => {
    const world = await WidgetsWorld.start();
    await world.ask['widgets.finish']({ upload: await world.upload(small) });
    expect(world.clock.pendingTimers).toBe(0);
    await world.upload(small);
    await world.close();
    expect(world.clock.pendingTimers).toBe(0);
  });
});
