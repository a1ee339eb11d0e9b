import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFiles } from '../../../electron/base/files.ts';
import { MEDIA_LIMITS } from '../../../shared/overlay/media.ts';
import { bytesOf, hashOf, type LibraryWorld, makeLibraryWorld, refusal } from './library-world.ts';
import { gif, jpeg, mp4, png, wav } from './samples.ts';

let world: LibraryWorld;

beforeEach(async () => {
  world = await makeLibraryWorld();
  await world.open();
});

afterEach(() => world.end());

const pathOf = (hash: string): string => join(world.folder, hash);

it('a library that nothing was put into leaves no folder', async () => {
  await world.checked();
  expect(existsSync(world.folder)).toBe(false);
  expect(world.codes()).toEqual([]);
});

describe('a file that is added', () => {
  it('becomes an item under its hash, with the type of its content', async () => {
    const bytes = png();
    const item = await world.add(bytes, 'C:\\Pictures\\wave.svg');
    expect(item).toEqual({
      hash: hashOf(bytes),
      name: 'wave.svg',
      type: 'image/png',
      bytes: bytes.length,
      addedAt: world.clock.now(),
      uses: 0,
      broken: false,
    });
    expect(world.library.items).toEqual([item]);
    expect(world.changes.at(-1)).toEqual([item]);
    expect(await world.names()).toEqual([item.hash, 'index.json'].sort());
    expect(await readFile(pathOf(item.hash))).toEqual(bytes);
  });

  it('is still there after a restart', async () => {
    const first = await world.add(png());
    const second = await world.add(wav(), 'ding.wav');
    await world.reopen();
    expect(world.library.items).toEqual([second, first]);
    expect(world.codes()).toEqual([]);
  });

  it('twice is one item, under its first name', async () => {
    const first = await world.add(png(), 'first.png');
    await world.clock.advance(5_000);
    expect(await world.add(png(), 'second.png')).toEqual(first);
    expect(world.library.items).toHaveLength(1);
    expect(await world.names()).toHaveLength(2);
  });

  it('in many parts is whole', async () => {
    const bytes = wav({ seconds: 20 });
    expect(bytes.length).toBeGreaterThan(9 * MEDIA_LIMITS.partBytes);
    const item = await world.add(bytes, 'long.wav');
    expect(item.hash).toBe(hashOf(bytes));
  });

  it.each([
    ['../../evil.png', 'evil.png'],
    ['a\u202egnp.exe', 'agnp.exe'],
    [' \u0000\n ', null],
    ['..', '..'],
    ['그림 파일.png', '그림 파일.png'],
    ['\ud800half.png', '\ufffdhalf.png'],
    [`${'가'.repeat(300)}.png`, '가'.repeat(120)],
  ])('as %j is called %j', async (given, kept) => {
    const item = await world.add(png(), given);
    expect(item.name).toBe(kept ?? `${item.hash.slice(0, 8)}.png`);
    expect(await world.names()).toEqual([item.hash, 'index.json'].sort());
  });

  it.skipIf(process.platform === 'win32')('can be read by nobody else', async () => {
    const { hash } = await world.add(png());
    const modes = [world.folder, pathOf(hash), join(world.folder, 'index.json')];
    for (const path of modes) expect((await stat(path)).mode & 0o077).toBe(0);
  });
});

describe('an item', () => {
  it('that is removed is gone, also after a restart', async () => {
    const { hash } = await world.add(png());
    const other = await world.add(jpeg());
    await world.library.remove(hash);
    expect(world.library.items).toEqual([other]);
    expect(await world.library.open(hash)).toBeNull();
    await world.reopen();
    expect(world.library.items).toEqual([other]);
    expect(await world.names()).toEqual([other.hash, 'index.json'].sort());
  });

  it('that is not there cannot be removed', async () => {
    expect(await refusal(world.library.remove('a'.repeat(64)))).toBe('media-unknown');
  });

  it('says how many rules and themes use it', async () => {
    const { hash } = await world.add(png());
    world.setUses({ [hash]: 3 });
    expect(world.library.items[0]?.uses).toBe(3);
    expect(world.changes.at(-1)?.[0]?.uses).toBe(3);
  });

  it('that is removed while it is in use is said once', async () => {
    const { hash } = await world.add(png());
    world.setUses({ [hash]: 1 });
    expect(world.codes()).toEqual([]);
    await world.library.remove(hash);
    world.setUses({ [hash]: 2 });
    expect(world.codes()).toEqual(['media-missing']);
    expect(world.solved).toEqual([]);
    world.setUses({});
    expect(world.solved).toEqual(['media-missing']);
    world.setUses({ [hash]: 1 });
    expect(world.codes()).toEqual(['media-missing', 'media-missing']);
  });

  it('is served whole or in stretches', async () => {
    const bytes = wav({ seconds: 10 });
    const { hash } = await world.add(bytes);
    const content = await world.library.open(hash);
    expect(content).toMatchObject({ type: 'audio/wav', bytes: bytes.length });
    if (!content) throw new Error('Not there');
    expect(await bytesOf(content.read(0, bytes.length))).toEqual(bytes);
    expect(await bytesOf(content.read(70_000, 70_007))).toEqual(bytes.subarray(70_000, 70_007));
    expect(await bytesOf(content.read(5, 5))).toEqual(Buffer.alloc(0));
  });

  it.each(['a'.repeat(64), '../index.json', 'index.json', '', 'A'.repeat(64)])(
    '%j is not served',
    async (hash) => {
      expect(await world.library.open(hash)).toBeNull();
    },
  );
});

describe('a library whose files have changed', () => {
  it('says at the start that a file is missing, and mends it by the same file', async () => {
    const item = await world.add(png(), 'wave.png');
    await world.library.close();
    await rm(pathOf(item.hash));
    await world.reopen();
    await world.checked();
    expect(world.library.items).toEqual([{ ...item, broken: true }]);
    expect(world.changes.at(-1)).toEqual([{ ...item, broken: true }]);
    expect(world.codes()).toEqual(['media-broken']);
    expect(world.problems[0]?.values).toEqual({
      names: [{ key: 'problem.media-broken.name', values: { name: 'wave.png' } }],
    });
    expect(await world.library.open(item.hash)).toBeNull();

    expect(world.solved).toEqual([]);
    expect(await world.add(png(), 'again.png')).toEqual(item);
    expect(world.solved).toEqual(['media-broken']);
    expect(await world.library.open(item.hash)).not.toBeNull();
  });

  it('finds content that is not what it was, though it has its length', async () => {
    const item = await world.add(png());
    const other = await world.add(jpeg());
    await writeFile(pathOf(item.hash), Buffer.alloc(item.bytes));
    await world.reopen();
    await world.checked();
    expect(world.library.items).toEqual([other, { ...item, broken: true }]);
    expect(world.codes()).toEqual(['media-broken']);
  });

  it('finds out when it serves', async () => {
    const item = await world.add(png());
    await truncate(pathOf(item.hash), 10);
    expect(await world.library.open(item.hash)).toBeNull();
    expect(await world.library.open(item.hash)).toBeNull();
    expect(world.library.items[0]?.broken).toBe(true);
    expect(world.codes()).toEqual(['media-broken']);
  });

  it('ends an answer whose file becomes shorter meanwhile', async () => {
    const item = await world.add(wav({ seconds: 10 }));
    const content = await world.library.open(item.hash);
    await truncate(pathOf(item.hash), 70_000);
    if (!content) throw new Error('Not there');
    await expect(bytesOf(content.read(0, item.bytes))).rejects.toThrow('The file cannot be read');
    expect(world.codes()).toEqual(['media-broken']);
    await rm(pathOf(item.hash));
    // Nothing of the folder's name: it may be sent on.
    await expect(bytesOf(content.read(0, 5))).rejects.toThrow(/^The file cannot be read$/);
  });

  it('removes a broken item like all others', async () => {
    const { hash } = await world.add(png());
    await rm(pathOf(hash));
    await world.reopen();
    await world.checked();
    await world.library.remove(hash);
    expect(world.library.items).toEqual([]);
  });

  it('names at most three of many', async () => {
    const sizes = [1, 2, 3, 4, 5];
    for (const width of sizes) {
      const { hash } = await world.add(png({ width }), `picture-${width}.png`);
      await rm(pathOf(hash));
    }
    await world.reopen();
    await world.checked();
    expect(world.codes()).toEqual(['media-broken']);
    expect(world.problems[0]?.values).toMatchObject({
      names: { key: 'problem.media-broken.names-and-more', values: { more: 2 } },
    });
  });
});

describe('a damaged list', () => {
  it.each(['', '{', '[]', '{"version":2,"items":[]}', 'null'])(
    '%j is made again from the files, and kept aside',
    async (text) => {
      const picture = await world.add(png(), 'wave.png');
      const film = await world.add(mp4(), 'film.mp4');
      await world.library.close();
      await writeFile(join(world.folder, 'index.json'), text);
      await utimes(pathOf(film.hash), 1_000, 1_000);
      await world.reopen();
      const names = await world.names();
      expect(world.codes()).toEqual(['media-index-rebuilt']);
      expect(names.some((name) => /^index-corrupt-.*\.json$/.test(name))).toBe(true);
      const found = Object.fromEntries(world.library.items.map((item) => [item.hash, item]));
      expect(found[film.hash]).toEqual({
        ...film,
        name: `${film.hash.slice(0, 8)}.mp4`,
        addedAt: 1_000_000,
      });
      expect(found[picture.hash]?.type).toBe('image/png');
      const written: unknown = JSON.parse(await world.readIndex());
      expect(written).toMatchObject({ version: 1, items: [{}, {}] });
    },
  );

  it('loses only the lines that make no sense, and finds their files again', async () => {
    const picture = await world.add(png(), 'wave.png');
    const sound = await world.add(wav(), 'ding.wav');
    await world.library.close();
    const list = (await world.readIndex()).replace('"audio/wav"', '"audio/mystery"');
    await writeFile(join(world.folder, 'index.json'), list);
    await world.reopen();
    expect(world.library.items.map(({ name }) => name).sort()).toEqual(
      [`${sound.hash.slice(0, 8)}.wav`, picture.name].sort(),
    );
    expect(world.codes()).toEqual([]);
  });

  it('takes up a file that a crash kept out of it, and no other file', async () => {
    const stray = gif();
    await mkdir(world.folder);
    await writeFile(pathOf(hashOf(stray)), stray);
    await writeFile(pathOf('b'.repeat(64)), png());
    const text = Buffer.from('no medium');
    await writeFile(pathOf(hashOf(text)), text);
    await mkdir(pathOf('c'.repeat(64)));
    await world.reopen();
    expect(world.library.items).toMatchObject([{ hash: hashOf(stray), type: 'image/gif' }]);
    expect(await world.names()).toContain('b'.repeat(64));
  });
});

describe('a folder that cannot be used', () => {
  it('is said, and every upload refused; the app goes on', async () => {
    await world.library.close();
    await writeFile(world.folder, 'a file where the folder should be');
    await world.open();
    expect(world.codes()).toEqual(['media-folder']);
    expect(world.library.items).toEqual([]);
    expect(await refusal(world.add(png()))).toBe('media-folder');
    await rm(world.folder);
  });

  it('for a list that cannot be written says so', async () => {
    const files = createFiles(world.clock);
    await world.reopen({
      files: {
        ...files,
        create: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
      },
    });
    expect(await refusal(world.add(png()))).toBe('media-disk-full');
    await world.reopen();
    expect(world.library.items).toMatchObject([{ hash: hashOf(png()) }]);
  });
});
