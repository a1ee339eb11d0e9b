import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFiles, type Files } from '../../../electron/base/files.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { WidgetKeeper } from '../../../electron/features/widgets/widget-keeper.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { temporaryFolder } from '../storage/support.ts';

function setUp(changed: (files: Files) => Files = (files) => files) {
  const folder = temporaryFolder();
  const clock = new VirtualClock();
  const pathOf = (id: string) => join(folder, `${id}.json`);
  const files = changed(createFiles(clock));
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

/** A disk whose answers come when the test lets them, in any order. */
function slowDisk() {
  const waiting: (() => void)[] = [];
  const slow = (files: Files): Files => ({
    ...files,
    kind: async (path) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return files.kind(path);
    },
  });
  return { waiting, slow };
}

it('what a widget keeps while its file is still being read stays in order, however the disk answers', async () => {
  const { waiting, slow } = slowDisk();
  const { keeper } = setUp(slow);
  const kept = ['1', '2', '3'].map((value) => keeper.set('one', 'count', value));
  await settle();
  for (const answer of waiting.reverse()) {
    answer();
    await settle();
  }
  expect(await Promise.all(kept)).toEqual([true, true, true]);
  expect(await keeper.read('one')).toEqual({ count: 3 });
});

it('a widget that is removed while its file is still being read keeps nothing more', async () => {
  const { waiting, slow } = slowDisk();
  const { keeper, clock, onDisk } = setUp(slow);
  const kept = keeper.set('one', 'count', '1');
  await settle();
  const removed = keeper.forget('one');
  for (const answer of waiting) answer();
  expect(await kept).toBe(false);
  await removed;
  await clock.advance(1_000);
  await keeper.close();
  expect(onDisk('one')).toBeNull();
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

it('what a widget kept is gone from the disk when it is removed', async () => {
  const { keeper, clock, onDisk } = setUp();
  await keeper.set('one', 'count', '1');
  await clock.advance(1_000);
  await expect.poll(() => onDisk('one')).toEqual({ count: 1 });
  await keeper.forget('one');
  expect(onDisk('one')).toBeNull();
});

it('what waits to be written is written when the app ends', async () => {
  const { keeper, onDisk } = setUp();
  await keeper.set('one', 'count', '1');
  keeper.dispose();
  await expect.poll(() => onDisk('one')).toEqual({ count: 1 });
});

it('what is kept while its file is still being read is written when the app ends', async () => {
  const { waiting, slow } = slowDisk();
  const { keeper, clock, onDisk } = setUp(slow);
  const kept = keeper.set('one', 'count', '1');
  await settle();
  const closed = keeper.close();
  for (const answer of waiting) answer();
  await closed;
  expect([await kept, onDisk('one')]).toEqual([true, { count: 1 }]);
  expect(clock.pendingTimers).toBe(0);
});

it('a widget that comes back while it is being removed finds nothing of before', async () => {
  const { keeper, clock, onDisk } = setUp();
  await keeper.set('one', 'count', '1');
  await clock.advance(1_000);
  await expect.poll(() => onDisk('one')).toEqual({ count: 1 });
  const removed = keeper.forget('one');
  expect(await keeper.read('one')).toEqual({});
  await removed;
});
