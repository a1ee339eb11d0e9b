import { describe, expect, it } from 'vitest';
import { settle } from '../../support/virtual-clock.ts';
import { openForTest, SyncByHand } from '../storage/support.ts';
import { openRoom, openWorld, until } from './support.ts';

describe('marking claims on a disk that takes its time', () => {
  function onSlowDisk() {
    const disk = new SyncByHand();
    const world = openWorld();
    const ids = world.addClaims(world.addCampaign('c1'), 3);
    const { ledger } = openForTest(':memory:', world.clock, disk.sync);
    const room = openRoom(world, ledger);
    const answerAll = async () => {
      await settle();
      while (disk.open > 0) await disk.answer();
    };
    return { disk, world, ids, room, ledger, answerAll };
  }

  it('sends nothing before the journal is on it', async () => {
    const { world, ids, room, ledger, answerAll } = onSlowDisk();
    await answerAll();
    room.jobs.pay(ids, 'FULFILLED');
    await settle();
    expect(ledger.payouts.calls(0, Number.MAX_SAFE_INTEGER, 10)).toHaveLength(1);
    expect(world.puts()).toEqual([]);
    await answerAll();
    await until(() => world.puts().length === 1);
    while (room.jobs.isPaying) await answerAll();
    expect(room.jobs.all).toMatchObject([{ phase: 'done', calls: 1 }]);
  });

  it('sends nothing when it refuses the journal; all of it waits to be told to go on', async () => {
    const { disk, world, ids, room, answerAll } = onSlowDisk();
    await answerAll();
    room.jobs.pay(ids, 'FULFILLED');
    await settle();
    await disk.fail();
    // What was written after the sync had begun.
    while (disk.open > 0) await disk.fail();
    await until(() => !room.jobs.isPaying);
    expect(world.puts()).toEqual([]);
    expect(room.jobs.all).toMatchObject([
      { phase: 'stopped', waiting: 3, unknown: 0, problem: { code: 'ledger-call-failed' } },
    ]);
    const [job] = room.jobs.all;
    room.jobs.resume(job?.jobId ?? 0);
    while (room.jobs.isPaying) await answerAll();
    expect(world.puts()).toHaveLength(1);
    expect(room.jobs.all).toMatchObject([{ phase: 'done', waiting: 0 }]);
  });
});
