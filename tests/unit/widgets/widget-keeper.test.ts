import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFiles } from '../../../electron/base/files.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { WidgetKeeper } from '../../../electron/features/widgets/widget-keeper.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { temporaryFolder } from '../storage/support.ts';

function setUp() {
  const folder = temporaryFolder();
  const clock = new VirtualClock();
  const pathOf = (id: string) => join(folder, `${id}.json`);
  const files = createFiles(clock);
  const keeper = new WidgetKeeper({ pathOf, files, clock, log: silentLogger });
  onTestFinished(() => keeper.close());
  const onDisk = (id: string): unknown => {
    try {
      return JSON.parse(readFileSync(pathOf(id), 'utf8'));
    } catch {
      return null;
    }
  };
  return { keeper, clock, onDisk };
}

it('what a widget keeps is on the disk a second later, also what it keeps after that', async () => {
  const { keeper, clock, onDisk } = setUp();
  await keeper.set('one', 'count', '1');
  expect(onDisk('one')).toBeNull();
  await clock.advance(1_000);
  await expect.poll(() => onDisk('one')).toEqual({ count: 1 });
  await keeper.set('one', 'count', '2');
  await clock.advance(1_000);
  await expect.poll(() => onDisk('one')).toEqual({ count: 2 });
});

it('a widget that comes back after it was removed is kept anew', async () => {
  const { keeper, clock, onDisk } = setUp();
  await keeper.set('one', 'count', '1');
  await keeper.forget('one');
  expect(await keeper.read('one')).toEqual({});
  await keeper.set('one', 'other', '"a"');
  await clock.advance(1_000);
  await expect.poll(() => onDisk('one')).toEqual({ other: 'a' });
});
