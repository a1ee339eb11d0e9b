import { describe, expect, it } from 'vitest';
import { lookOf } from '../../../renderer/stores/lost-answers.ts';
import type { CommandArgs, CommandName } from '../../../shared/contract/index.ts';
import { HeldBridge } from '../dashboard/support.ts';

const ANN = { channelId: 'ann', name: 'Ann' };

function looked<N extends CommandName>(name: N, args: CommandArgs<N>) {
  const bridge = new HeldBridge();
  const look = lookOf(bridge, name, args);
  void look?.();
  return { look, asked: bridge.asked.map((each) => [each.name, each.args]) };
}

describe('what became of a command whose answer was lost', () => {
  it('is read at the platform where it can be', () => {
    expect(looked('people.block', ANN).asked).toEqual([
      ['people.check', { channelId: 'ann', change: 'block' }],
    ]);
    expect(looked('people.unblock', ANN).asked).toEqual([
      ['people.check', { channelId: 'ann', change: 'unblock' }],
    ]);
    const title = { defaultLiveTitle: 'New' };
    expect(looked('stream.set', { ...title, basedOn: { defaultLiveTitle: 'Old' } }).asked).toEqual([
      ['stream.check', title],
    ]);
  });

  it('is not offered to be read where nothing tells', () => {
    expect(looked('alerts.skip', {}).look).toBeUndefined();
    expect(looked('stream.set-chat', { chatSlowModeSec: 5, basedOn: {} }).look).toBeUndefined();
  });
});
