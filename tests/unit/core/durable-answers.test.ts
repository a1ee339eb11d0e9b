import { describe, expect, it } from 'vitest';
import { durableAnswers } from '../../../electron/features/feature.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { memoryLedger, SyncByHand } from '../storage/support.ts';

async function begin() {
  const disk = new SyncByHand();
  const ledger = memoryLedger(new VirtualClock(), disk.sync);
  const commands = durableAnswers(ledger, {
    write: async (at: number) => {
      ledger.broadcasts.list(1);
      ledger.figures.setLeft(at);
      return { at };
    },
    look: async () => ({ gaps: ledger.gaps(5) }),
    fail: async () => {
      throw new Error('no such thing');
    },
  });
  const told: unknown[] = [];
  const ask = (answer: Promise<unknown>): void => {
    void answer.then((result) => told.push(result));
  };
  return { disk, ledger, commands, told, ask };
}

describe('the answer to a command', () => {
  it('comes when what it wrote is on the disk', async () => {
    const { disk, commands, told, ask } = await begin();
    ask(commands.write(7));
    await settle();
    expect(told).toEqual([]);
    await disk.answer();
    expect(told).toEqual([{ at: 7 }]);
  });

  it('comes at once when nothing was written', async () => {
    const { disk, commands } = await begin();
    expect(await commands.look()).toEqual({ gaps: [] });
    await expect(commands.fail()).rejects.toThrow('no such thing');
    expect(disk.open).toBe(0);
  });

  it('comes also when the disk refuses: what was asked for is done', async () => {
    const { disk, commands, ledger, told, ask } = await begin();
    ask(commands.write(7));
    await settle();
    await disk.fail();
    expect(told).toEqual([{ at: 7 }]);
    expect(ledger.figures.broadcast().lastSignAt).toBe(7);
  });
});
