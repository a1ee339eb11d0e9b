import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SILENCE_MS } from '../../../electron/features/media/uploads.ts';
import { MEDIA_LIMITS } from '../../../shared/overlay/media.ts';
import { hashOf, type LibraryWorld, makeLibraryWorld, refusal } from './library-world.ts';
import { png, wav } from './samples.ts';

let world: LibraryWorld;

beforeEach(async () => {
  world = await makeLibraryWorld();
  await world.open();
});

afterEach(() => world.end());

describe('a file that is refused', () => {
  it.each([
    ['with its first part, a drawing', Buffer.from(`<svg ${' '.repeat(90_000)}/>`), 'media-svg'],
    ['with its first part, no medium', Buffer.alloc(90_000), 'media-unknown-type'],
    ['at the end, a damaged one', png().subarray(0, 40), 'media-damaged'],
    ['at the end, too large a picture', png({ width: 5_000 }), 'media-picture-too-large'],
  ])('%s leaves nothing behind', async (_, bytes, code) => {
    expect(await refusal(world.add(bytes))).toBe(code);
    expect(world.library.items).toEqual([]);
    expect(await world.names()).toEqual([]);
  });

  it('for its announced size is refused with its first part', async () => {
    const upload = await world.library.beginUpload('big.png', 8_000_001);
    const part = Buffer.concat([png(), Buffer.alloc(2_000)]).toString('base64');
    expect(await refusal(world.library.addPart(upload, 0, part))).toBe('media-too-large');
    expect(await refusal(world.library.addPart(upload, 1, part))).toBe('media-upload-gone');
  });

  it.each([
    [0, 'media-damaged'],
    [64_000_001, 'media-too-large'],
    [Number.MAX_SAFE_INTEGER, 'media-too-large'],
  ])('of %i bytes is refused at once', async (bytes, code) => {
    expect(await refusal(world.library.beginUpload('a', bytes))).toBe(code);
  });
});

describe('where room is short', () => {
  it('a file is refused that would not fit into the library', async () => {
    const { hash } = await world.add(png());
    const list = (await world.readIndex()).replace(/"bytes": \d+/, '"bytes": 999999000');
    await world.library.close();
    await writeFile(join(world.folder, 'index.json'), list);
    await world.reopen();
    expect(await refusal(world.library.beginUpload('a', 1_000))).toBeNull();
    // What is on its way counts as well.
    expect(await refusal(world.library.beginUpload('b', 1))).toBe('media-library-full');
    await world.library.remove(hash);
    expect(await refusal(world.library.beginUpload('b', 1))).toBeNull();
  });

  it.each([
    [199_999_999 + 1_000, 'media-disk-full'],
    [200_000_000 + 1_000, null],
  ])('on a disk with %i bytes left a file of 1,000 bytes gets %s', async (free, code) => {
    await world.reopen({ freeBytes: async () => free });
    expect(await refusal(world.library.beginUpload('a', 1_000))).toBe(code);
  });
});

describe('an upload', () => {
  const part = (text: string): string => Buffer.from(text).toString('base64');

  it.each([
    ['a part that comes twice', ['aa', 'aa'], [0, 0]],
    ['a part that is left out', ['aa', 'bb'], [0, 2]],
    ['more than was announced', ['aaa', 'bbb'], [0, 1]],
    ['an empty part', ['aa', ''], [0, 1]],
  ])('with %s is over', async (_, texts, indexes) => {
    const upload = await world.library.beginUpload('a', 5);
    await world.library.addPart(upload, indexes[0] ?? 0, part(texts[0] ?? ''));
    const second = world.library.addPart(upload, indexes[1] ?? 0, part(texts[1] ?? ''));
    expect(await refusal(second)).toBe('media-upload-mixed-up');
    expect(await refusal(world.library.finishUpload(upload))).toBe('media-upload-gone');
    expect(await world.names()).toEqual([]);
  });

  it.each([
    ['no base64', '%%%%'],
    ['base64 with something behind', `${part('aaa')} `],
    ['more than a part may have', Buffer.alloc(32_769).toString('base64')],
  ])('with %s is over', async (_, data) => {
    const upload = await world.library.beginUpload('a', 100_000);
    expect(await refusal(world.library.addPart(upload, 0, data))).toBe('media-upload-mixed-up');
  });

  it('that is finished too early is over', async () => {
    const upload = await world.library.beginUpload('a.png', png().length + 1);
    await world.library.addPart(upload, 0, png().toString('base64'));
    expect(await refusal(world.library.finishUpload(upload))).toBe('media-upload-mixed-up');
    expect(await world.names()).toEqual([]);
  });

  it('whose parts come all at once is whole', async () => {
    const bytes = wav({ seconds: 10 });
    const { partBytes } = MEDIA_LIMITS;
    const upload = await world.library.beginUpload('a.wav', bytes.length);
    const count = Math.ceil(bytes.length / partBytes);
    const parts = Array.from({ length: count }, (_, index) =>
      world.library.addPart(
        upload,
        index,
        bytes.subarray(index * partBytes, (index + 1) * partBytes).toString('base64'),
      ),
    );
    await Promise.all(parts);
    expect((await world.library.finishUpload(upload)).hash).toBe(hashOf(bytes));
  });

  it('that stands still for a minute is given up, and no earlier', async () => {
    const upload = await world.library.beginUpload('a.png', png().length);
    await world.clock.advance(SILENCE_MS - 1);
    const half = png().subarray(0, 20).toString('base64');
    await world.library.addPart(upload, 0, half);
    await world.clock.advance(SILENCE_MS - 1);
    expect(await world.names()).toHaveLength(1);
    await world.clock.advance(1);
    await world.until(async () => (await world.names()).length === 0);
    const late = world.library.addPart(upload, 1, half);
    expect(await refusal(late)).toBe('media-upload-gone');
    await world.checked();
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('waits until others are done where four are under way', async () => {
    const uploads = await Promise.all(
      [1, 2, 3, 4].map((place) => world.library.beginUpload(`${place}`, png().length)),
    );
    expect(await refusal(world.library.beginUpload('5', 10))).toBe('media-too-many-uploads');
    await world.send(uploads[0] ?? '', png());
    await world.library.finishUpload(uploads[0] ?? '');
    expect(await refusal(world.library.beginUpload('5', 10))).toBeNull();
  });

  it('that nobody knows is gone', async () => {
    expect(await refusal(world.library.addPart('id-9', 0, part('a')))).toBe('media-upload-gone');
    expect(await refusal(world.library.finishUpload('id-9'))).toBe('media-upload-gone');
  });

  it('that the end of the app cuts off leaves nothing behind', async () => {
    const upload = await world.library.beginUpload('a.png', png().length);
    await world.library.addPart(upload, 0, png().subarray(0, 20).toString('base64'));
    await world.library.close();
    expect(await world.names()).toEqual([]);
    expect(await refusal(world.library.beginUpload('a', 1))).toBe('media-upload-gone');
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('that a crash cut off is cleared away at the next start', async () => {
    const { hash } = await world.add(png());
    await writeFile(join(world.folder, 'upload-abc.part'), 'half');
    await world.reopen();
    expect(await world.names()).toEqual([hash, 'index.json'].sort());
  });
});
