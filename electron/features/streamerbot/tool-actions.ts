import { createHash } from 'node:crypto';
import type { ApiCommand } from '../../../shared/api/v1.ts';
import { namedLayouts } from '../../../shared/overlay/layouts.ts';
import type { FeedSources } from '../../server/ports.ts';

/** What programs can have done without saying more: commands of the API with their arguments. */
export interface ToolAction {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly command: ApiCommand;
  readonly args: object;
}

export type ActionFeeds = Pick<FeedSources, 'overlay' | 'obs' | 'players' | 'counters'>;

type Row = readonly [name: string, command: ApiCommand, args?: object];

/** Programs keep these names, so they are the same in every language. */
const FIXED: Readonly<Record<string, readonly Row[]>> = {
  Alerts: [
    ['Pause alerts', 'alerts.pause', { paused: true }],
    ['Resume alerts', 'alerts.pause', { paused: false }],
    ['Skip alert', 'alerts.skip'],
    ['Panic', 'alerts.panic'],
    ['Clear waiting alerts', 'alerts.clear'],
    ['Replay missed alerts', 'alerts.replay-missed'],
  ],
  Overlay: [
    ['Next layout', 'overlay.switch', { to: 'next' }],
    ['Remove highlight', 'live.highlight', { seq: null }],
  ],
  Recordings: [
    ['Add mark', 'marks.add'],
    ['Save replay', 'marks.save-replay'],
  ],
  OBS: [
    ['Start streaming', 'obs.stream', { on: true }],
    ['Stop streaming', 'obs.stream', { on: false }],
    ['Start recording', 'obs.record', { to: 'start' }],
    ['Stop recording', 'obs.record', { to: 'stop' }],
    ['Pause recording', 'obs.record', { to: 'pause' }],
    ['Resume recording', 'obs.record', { to: 'resume' }],
  ],
  'Show kit': [
    ['Quiet on', 'show.set-quiet', { quiet: true }],
    ['Quiet off', 'show.set-quiet', { quiet: false }],
    ['End vote', 'vote.end'],
    ['Clear vote', 'vote.clear'],
    ['Close draw', 'draw.close'],
    ['Draw', 'draw.draw'],
    ['Spin wheel', 'wheel.spin'],
    ['Open queue', 'players.open', { open: true }],
    ['Close queue', 'players.open', { open: false }],
    ['Players have played', 'players.done'],
    ['Pause subathon', 'subathon.pause', { paused: true }],
    ['Resume subathon', 'subathon.pause', { paused: false }],
  ],
};

const fixed = Object.entries(FIXED).flatMap(([group, rows]) =>
  rows.map(([name, command, args = {}]) => actionOf(group, name, name, command, args)),
);

/** All of the present moment: layouts, scenes and counters by their names. */
export function actionsOf(feeds: ActionFeeds): readonly ToolAction[] {
  return [...fixed, ...layouts(feeds), ...scenes(feeds), ...players(feeds), ...counters(feeds)];
}

function layouts({ overlay }: ActionFeeds): ToolAction[] {
  return namedLayouts(overlay.read()).map(({ id, name }, at) =>
    actionOf('Overlay', `layout ${id}`, `Layout: ${name || at + 1}`, 'overlay.switch', { to: id }),
  );
}

function scenes({ obs }: ActionFeeds): ToolAction[] {
  return obs
    .read()
    .scenes.map((scene) =>
      actionOf('OBS', `scene ${scene}`, `Scene: ${scene}`, 'obs.scene', { scene }),
    );
}

/** As many as play together. */
function players({ players: { read } }: ActionFeeds): ToolAction[] {
  const { desk, last } = read();
  const count = (desk ?? last)?.team ?? 1;
  const name = 'Call next players';
  return [actionOf('Show kit', name, name, 'players.call', { count, more: false })];
}

function counters({ counters: { read } }: ActionFeeds): ToolAction[] {
  return read().counters.flatMap(({ id: counter, name }) => [
    actionOf('Counters', `counter ${counter} up`, `Counter: ${name} +1`, 'counters.add', {
      counter,
      by: 1,
    }),
    actionOf('Counters', `counter ${counter} down`, `Counter: ${name} -1`, 'counters.add', {
      counter,
      by: -1,
    }),
    actionOf('Counters', `counter ${counter} undo`, `Counter: ${name} undo`, 'counters.undo', {
      counter,
    }),
  ]);
}

/** `key`: stays when the action gets another name, as a layout does. */
function actionOf(
  group: string,
  key: string,
  name: string,
  command: ApiCommand,
  args: object,
): ToolAction {
  return { id: uuidOf(`${group} ${key}`), name, group, command, args };
}

/** The same for the same text, in the form of a UUID of version 8. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(`stagelight ${text}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
