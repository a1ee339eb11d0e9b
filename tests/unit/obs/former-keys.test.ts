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
  const keys = await world().open();
  await keys.note('');
  expect(keys.knows('')).toBe(false);
});

it('knows nobody from a file that cannot be read', async () => {
  const { files, open } = world();
  const broken = await files.create(PATH);
  await broken.writeFile('{"digests":7}');
  await broken.close();
  const keys = await open();
  expect(keys.knows(KEY)).toBe(false);
  await keys.note(ADDRESS);
  expect((await open()).knows(KEY)).toBe(true);
});
