import { describe, expect, it } from 'vitest';
import { GroupSync } from '../../../electron/storage/ledger-disk.ts';
import { settle } from '../../support/virtual-clock.ts';
import { SyncByHand } from './support.ts';

function begin() {
  const disk = new SyncByHand();
  const failures: unknown[] = [];
  let began = 0;
  const group = new GroupSync(
    () => {
      began += 1;
      return disk.sync();
    },
    (failure) => failures.push(failure),
  );
  const told: string[] = [];
  const wait = (name: string): void => {
    void group.durable()?.then(
      () => told.push(name),
      () => told.push(`${name} refused`),
    );
  };
  return { disk, failures, group, told, wait, began: () => began };
}

describe('writes that are brought to the disk together', () => {
  it('need no sync while nothing was written', () => {
    const { group, began } = begin();
    expect(group.durable()).toBeNull();
    expect(began()).toBe(0);
  });

  it('are on their way without anybody asking', async () => {
    const { group, disk, began } = begin();
    group.wrote();
    group.wrote();
    expect(began()).toBe(0);
    await settle();
    expect(began()).toBe(1);
    await disk.answer();
    expect(group.durable()).toBeNull();
    expect(began()).toBe(1);
  });

  it('share one sync with all that was written before it began', async () => {
    const { group, disk, told, wait, began } = begin();
    group.wrote();
    wait('first');
    wait('second');
    await settle();
    expect(began()).toBe(1);
    await disk.answer();
    expect(told).toEqual(['first', 'second']);
  });

  it('that came during a sync wait for the next, one for all of them', async () => {
    const { group, disk, told, wait, began } = begin();
    group.wrote();
    wait('first');
    for (const name of ['second', 'third', 'fourth']) {
      group.wrote();
      wait(name);
      await settle();
    }
    expect(began()).toBe(1);
    await disk.answer();
    expect(told).toEqual(['first']);
    expect(began()).toBe(2);
    await disk.answer();
    expect(told).toEqual(['first', 'second', 'third', 'fourth']);
    expect(began()).toBe(2);
    expect(group.durable()).toBeNull();
  });

  it('are not safe after a sync that failed; the next one covers them', async () => {
    const { group, disk, told, wait, failures } = begin();
    group.wrote();
    wait('first');
    await settle();
    group.wrote();
    wait('second');
    await disk.fail();
    expect(told).toEqual(['first refused']);
    expect(failures).toHaveLength(1);
    expect(group.durable()).not.toBeNull();
    await disk.answer();
    expect(told).toEqual(['first refused', 'second']);
    expect(group.durable()).toBeNull();
  });

  it('are tried again by whoever asks after a failure', async () => {
    const { group, disk, told, wait } = begin();
    group.wrote();
    wait('first');
    await settle();
    await disk.fail();
    wait('again');
    await disk.answer();
    expect(told).toEqual(['first refused', 'again']);
  });
});
