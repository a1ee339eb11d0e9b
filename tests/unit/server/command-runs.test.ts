import { describe, expect, it } from 'vitest';
import { CommandRuns } from '../../../electron/server/command-router.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

describe('answers that are kept for pages that ask again', () => {
  it('are 2,000 at most: the oldest goes first, and never one that is under way', async () => {
    const runs = new CommandRuns(new VirtualClock());
    const done: number[] = [];
    const run = (id: number) =>
      runs.once('live.send', { id, onWait: () => undefined }, async () => void done.push(id));
    const open = Promise.withResolvers<void>();
    const waiting = runs.once('live.send', { id: 0, onWait: () => undefined }, () => open.promise);
    for (let id = 1; id <= 2_001; id += 1) await run(id);
    done.length = 0;
    await run(2_001);
    await run(3);
    expect(done).toEqual([]);
    await run(1);
    expect(done).toEqual([1]);
    const again = runs.once('live.send', { id: 0, onWait: () => undefined }, async () => 'twice');
    open.resolve();
    expect(await Promise.all([waiting, again])).toEqual([undefined, undefined]);
  });
});
