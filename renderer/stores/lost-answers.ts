import type { Bridge, CommandArgs, CommandName } from '../../shared/contract/index.ts';
import { isUnread, type StreamFieldName } from '../../shared/contract/stream.ts';
import type { Look, LostHelp } from './dashboard-actions.ts';

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

/** They say how something is to be: asked for twice, it is the same. */
const REPEATABLE: ReadonlySet<CommandName> = new Set<CommandName>([
  'alerts.panic',
  'alerts.pause',
  'app.set',
  'drops.settings',
  'hotkey.set',
  'live.hide',
  'live.highlight',
  'live.notice',
  'maintenance.set-port',
  'obs.connect',
  'obs.disconnect',
  'obs.find',
  'obs.fix',
  'obs.on-purpose',
  'obs.open-recordings',
  'obs.set-up',
  'overlay.switch',
  'people.mark-read',
  'reports.set-retention',
]);

/** How to look what became of a command whose answer was lost or, where nothing tells, to repeat it. */
export function lostHelpOf<N extends CommandName>(
  bridge: Bridge,
  name: N,
  args: CommandArgs<N>,
): LostHelp {
  const look: Looks[N] = LOOKS[name];
  const read = look?.(bridge, args);
  return { read, isRepeatable: read === undefined && REPEATABLE.has(name) };
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
