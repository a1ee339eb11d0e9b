import { describe, expect, it } from 'vitest';
import { lostHelpOf } from '../../../renderer/stores/lost-answers.ts';
import type { CommandArgs, CommandName } from '../../../shared/contract/index.ts';
import { HeldBridge } from '../dashboard/support.ts';

const ANN = { channelId: 'ann', name: 'Ann' };

function looked<N extends CommandName>(name: N, args: CommandArgs<N>) {
  const bridge = new HeldBridge();
  const { read, isRepeatable } = lostHelpOf(bridge, name, args);
  void read?.();
  return { read, isRepeatable, asked: bridge.asked.map((each) => [each.name, each.args]) };
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
    expect(looked('alerts.skip', {}).read).toBeUndefined();
    expect(looked('stream.set-chat', { chatSlowModeSec: 5, basedOn: {} }).read).toBeUndefined();
  });

  it.each<[boolean, CommandName, CommandArgs<CommandName>]>([
    [true, 'alerts.pause', { paused: true }],
    [false, 'alerts.skip', {}],
    [false, 'people.block', ANN],
    [false, 'overlay.put-on-air', {}],
  ])('may be asked for again (%s) after %s', (may, name, args) => {
    expect(looked(name, args).isRepeatable).toBe(may);
  });
});
