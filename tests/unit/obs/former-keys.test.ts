import { expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { FormerKeys } from '../../../electron/features/obs/former-keys.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryFiles } from '../base/failing-files.ts';
import { ADDRESS, KEY, OLD_ADDRESS, OLD_KEY } from './setup-world.ts';

const PATH = '/data/keys.json';

function world() {
  const files = new MemoryFiles();
  const clock = new VirtualClock();
  const open = () => FormerKeys.open({ path: PATH, files, clock, log: silentLogger });
  return { files, open };
}

it('remembers the keys that the overlay had, and writes none of them down', async () => {
  const { files, open } = world();
  const before = await open();
  await before.note(OLD_ADDRESS);
  await before.note(ADDRESS);
  const after = await open();
  expect([KEY, OLD_KEY, 's'.repeat(43)].map(after.knows)).toEqual([true, true, false]);
  const text = await files.readText(PATH);
  expect(text).not.toContain(KEY.slice(0, 8));
  expect(text).not.toContain(OLD_KEY.slice(0, 8));
});

it('notes nothing before there is an address', async () => {
  const { files, open } = world();
  const keys = await open();
  for (const address of ['', 'http://127.0.0.1:17816/overlay/']) await keys.note(address);
  expect([keys.knows(''), files.paths]).toEqual([false, []]);
});

it('writes each key once, also after a restart', async () => {
  const { files, open } = world();
  const before = await open();
  for (const address of [OLD_ADDRESS, ADDRESS, OLD_ADDRESS, ADDRESS]) await before.note(address);
  await (await open()).note(ADDRESS);
  expect(JSON.parse(await files.readText(PATH)).digests).toHaveLength(2);
});

it('knows nobody from a file that cannot be read', async () => {
  const { files, open } = world();
  const broken = await files.create(PATH);
  await broken.writeFile('{"digests":7}');
  await broken.close();
  const keys = await open();
  expect(keys.knows(KEY)).toBe(false);
  // It is set aside, for whoever wants to look into it.
  expect(files.paths).toHaveLength(1);
  expect(files.paths[0]).not.toBe(PATH);
  await keys.note(ADDRESS);
  expect((await open()).knows(KEY)).toBe(true);
});
