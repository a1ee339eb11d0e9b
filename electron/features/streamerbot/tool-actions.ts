import { createHash } from 'node:crypto';
import type { ApiCommand } from '../../../shared/api/v1.ts';
import { namedLayouts } from '../../../shared/overlay/layouts.ts';
import type { FeedSources } from '../../server/ports.ts';

/** What programs can have done without saying more: commands of the API with their arguments. */
export interface ToolAction {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** Of its OSC address, below the root. */
  readonly path: string;
  /** The name that follows there; null: none does. */
  readonly arg: string | null;
  readonly command: ApiCommand;
  readonly args: object;
}

export type ActionFeeds = Pick<FeedSources, 'overlay' | 'obs' | 'players' | 'counters'>;

type Row = readonly [name: string, path: string, command: ApiCommand, args?: object];

/** Programs keep these names, so they are the same in every language. */
const FIXED: Readonly<Record<string, readonly Row[]>> = {
  Alerts: [
    ['Pause alerts', 'alerts/pause', 'alerts.pause', { paused: true }],
    ['Resume alerts', 'alerts/resume', 'alerts.pause', { paused: false }],
    ['Skip alert', 'alerts/skip', 'alerts.skip'],
    ['Panic', 'alerts/panic', 'alerts.panic'],
    ['Clear waiting alerts', 'alerts/clear', 'alerts.clear'],
    ['Replay missed alerts', 'alerts/replay-missed', 'alerts.replay-missed'],
  ],
  Overlay: [
    ['Next layout', 'overlay/next-layout', 'overlay.switch', { to: 'next' }],
    ['Remove highlight', 'overlay/remove-highlight', 'live.highlight', { seq: null }],
  ],
  Recordings: [
    ['Add mark', 'marks/add', 'marks.add'],
    ['Save replay', 'replay/save', 'marks.save-replay'],
  ],
  OBS: [
    ['Start streaming', 'obs/stream/start', 'obs.stream', { on: true }],
    ['Stop streaming', 'obs/stream/stop', 'obs.stream', { on: false }],
    ['Start recording', 'obs/record/start', 'obs.record', { to: 'start' }],
    ['Stop recording', 'obs/record/stop', 'obs.record', { to: 'stop' }],
    ['Pause recording', 'obs/record/pause', 'obs.record', { to: 'pause' }],
    ['Resume recording', 'obs/record/resume', 'obs.record', { to: 'resume' }],
  ],
  'Show kit': [
    ['Quiet on', 'show/quiet/on', 'show.set-quiet', { quiet: true }],
    ['Quiet off', 'show/quiet/off', 'show.set-quiet', { quiet: false }],
    ['End vote', 'vote/end', 'vote.end'],
    ['Clear vote', 'vote/clear', 'vote.clear'],
    ['Close draw', 'draw/close', 'draw.close'],
    ['Draw', 'draw/draw', 'draw.draw'],
    ['Spin wheel', 'wheel/spin', 'wheel.spin'],
    ['Open queue', 'players/open', 'players.open', { open: true }],
    ['Close queue', 'players/close', 'players.open', { open: false }],
    ['Players have played', 'players/done', 'players.done'],
    ['Pause subathon', 'subathon/pause', 'subathon.pause', { paused: true }],
    ['Resume subathon', 'subathon/resume', 'subathon.pause', { paused: false }],
  ],
};

const fixed = Object.entries(FIXED).flatMap(([group, rows]) =>
  rows.map(([name, path, command, args = {}]) =>
    actionOf({ group, key: name, name, path, arg: null, command, args }),
  ),
);

/** All of the present moment: layouts, scenes and counters by their names. */
export function actionsOf(feeds: ActionFeeds): readonly ToolAction[] {
  return [...fixed, ...layouts(feeds), ...scenes(feeds), ...players(feeds), ...counters(feeds)];
}

function layouts({ overlay }: ActionFeeds): ToolAction[] {
  return namedLayouts(overlay.read()).map(({ id, name }, at) => {
    const arg = name || String(at + 1);
    return actionOf({
      group: 'Overlay',
      key: `layout ${id}`,
      name: `Layout: ${arg}`,
      path: 'overlay/layout',
      arg,
      command: 'overlay.switch',
      args: { to: id },
    });
  });
}

function scenes({ obs }: ActionFeeds): ToolAction[] {
  return obs.read().scenes.map((scene) =>
    actionOf({
      group: 'OBS',
      key: `scene ${scene}`,
      name: `Scene: ${scene}`,
      path: 'obs/scene',
      arg: scene,
      command: 'obs.scene',
      args: { scene },
    }),
  );
}

/** As many as play together. */
function players({ players: { read } }: ActionFeeds): ToolAction[] {
  const { desk, last } = read();
  const count = (desk ?? last)?.team ?? 1;
  const name = 'Call next players';
  return [
    actionOf({
      group: 'Show kit',
      key: name,
      name,
      path: 'players/call',
      arg: null,
      command: 'players.call',
      args: { count, more: false },
    }),
  ];
}

const COUNTS = [
  ['up', '+1', 'counters.add', { by: 1 }],
  ['down', '-1', 'counters.add', { by: -1 }],
  ['undo', 'undo', 'counters.undo', {}],
] as const;

function counters({ counters: { read } }: ActionFeeds): ToolAction[] {
  return read().counters.flatMap(({ id: counter, name }) =>
    COUNTS.map(([word, sign, command, args]) =>
      actionOf({
        group: 'Counters',
        key: `counter ${counter} ${word}`,
        name: `Counter: ${name} ${sign}`,
        path: `counter/${word}`,
        arg: name,
        command,
        args: { counter, ...args },
      }),
    ),
  );
}

/** `key`: stays when the action gets another name, as a layout does. */
function actionOf({
  key,
  ...action
}: Omit<ToolAction, 'id'> & { readonly key: string }): ToolAction {
  return { id: uuidOf(`${action.group} ${key}`), ...action };
}

/** The same for the same text, in the form of a UUID of version 8. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(`stagelight ${text}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
