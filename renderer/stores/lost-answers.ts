import type { Bridge, CommandArgs, CommandName } from '../../shared/contract/index.ts';
import { isUnread, type StreamFieldName } from '../../shared/contract/stream.ts';
import type { Look } from './dashboard-actions.ts';

type Looks = {
  readonly [N in CommandName]?: (bridge: Bridge, args: CommandArgs<N>) => Look | undefined;
};

/** The changes that can be read at the platform afterwards. */
const LOOKS: Looks = {
  'stream.set': lookAtStream,
  'stream.set-chat': lookAtStream,
  'people.block': (bridge, args) => lookAtBlock(bridge, 'block', args),
  'people.unblock': (bridge, args) => lookAtBlock(bridge, 'unblock', args),
};

/** How to look what became of a command whose answer was lost; undefined if nothing tells. */
export function lookOf<N extends CommandName>(
  bridge: Bridge,
  name: N,
  args: CommandArgs<N>,
): Look | undefined {
  const look: Looks[N] = LOOKS[name];
  return look?.(bridge, args);
}

function lookAtStream(
  bridge: Bridge,
  { basedOn: _, ...change }: CommandArgs<'stream.set'> | CommandArgs<'stream.set-chat'>,
): Look | undefined {
  const fields = Object.keys(change) as StreamFieldName[];
  if (fields.every(isUnread)) return undefined;
  return async () => (await bridge.command('stream.check', change)).found;
}

function lookAtBlock(
  bridge: Bridge,
  change: 'block' | 'unblock',
  { channelId }: CommandArgs<'people.block'>,
): Look {
  return async () => (await bridge.command('people.check', { channelId, change })).found;
}
