import { type DeckRow, deed, type Face, type Seen, SWITCH, switched, textOf } from './deck-row.ts';

const LAYOUT = { kind: 'list', id: 'layout', of: 'layouts' } as const;
const SCENE = { kind: 'list', id: 'scene', of: 'scenes' } as const;
/** Characters of a chat message. */
const CHAT_MOST = 100;

const named = ({ say }: Seen, id: string): Face => ({
  text: say(`decks.${id}.name`),
  tone: 'plain',
});

function layoutFace(seen: Seen): Face {
  const { overlay } = seen.state;
  const layouts = overlay?.layouts ?? [];
  const wanted = textOf(seen.values, LAYOUT.id);
  const at = layouts.findIndex(({ id }) => id === (wanted || overlay?.layout));
  if (at < 0) return named(seen, 'layout');
  const name = layouts[at]?.name || seen.say('decks.layout.number', { number: at + 1 });
  // Without one of its own it goes to the next: then it shows which is on air.
  return { text: name, tone: wanted !== '' && wanted === overlay?.layout ? 'on' : 'plain' };
}

const isOnAir = ({ state, values }: Seen): boolean =>
  state.overlay?.layout === textOf(values, LAYOUT.id);

function sceneFace(seen: Seen): Face {
  const { obs } = seen.state;
  if (!obs?.connected) return { text: seen.say('decks.obs.off'), tone: 'off' };
  const scene = textOf(seen.values, SCENE.id);
  if (scene === '') return named(seen, 'obs-scene');
  return { text: scene, tone: obs.scene === scene ? 'on' : 'plain' };
}

/** Of a switch in OBS that says on the key whether it runs. */
function obsSwitch(seen: Seen, id: 'obs-record' | 'obs-stream', isOn: boolean): Face {
  if (!seen.state.obs?.connected) return { text: seen.say('decks.obs.off'), tone: 'off' };
  return { text: seen.say(`decks.${id}.${isOn ? 'on' : 'off'}`), tone: isOn ? 'on' : 'plain' };
}

function connectionFace({ state, say }: Seen): Face {
  const { connection } = state;
  switch (connection?.state) {
    case undefined:
      return { text: say('decks.link.connecting'), tone: 'off' };
    case 'live':
      return { text: say('decks.connection.live'), tone: 'on' };
    case 'reconnecting':
    case 'connecting':
    case 'starting':
    case 'signing-in':
      return { text: say('decks.connection.connecting'), tone: 'warn' };
    default:
      return { text: say('decks.connection.off'), tone: 'off' };
  }
}

/** The overlay, OBS, chat, and the app itself. */
export const STAGE_ROWS: readonly DeckRow[] = [
  {
    id: 'layout',
    group: 'overlay',
    icon: 'LayoutTemplate',
    scope: 'overlay:control',
    fields: [LAYOUT],
    face: layoutFace,
    press: ({ values }) => deed('overlay.switch', { to: textOf(values, LAYOUT.id) || 'next' }),
    isOn: isOnAir,
  },
  {
    id: 'chat',
    group: 'app',
    icon: 'MessageSquare',
    scope: 'chat:send',
    fields: [
      { kind: 'text', id: 'message', most: CHAT_MOST },
      { kind: 'choice', id: 'sender', options: ['APP', 'USER'] },
    ],
    face: (seen) => {
      const message = textOf(seen.values, 'message');
      return message === '' ? named(seen, 'chat') : { text: message, tone: 'plain' };
    },
    press: ({ values }) => {
      const message = textOf(values, 'message').trim();
      const senderType = textOf(values, 'sender') === 'USER' ? 'USER' : 'APP';
      return message === '' ? null : deed('live.send', { message, senderType });
    },
  },
  {
    id: 'mark',
    group: 'obs',
    icon: 'Bookmark',
    scope: 'overlay:control',
    fields: [],
    face: (seen) =>
      seen.state.obs?.recording
        ? named(seen, 'mark')
        : { text: seen.say('decks.mark.none'), tone: 'off' },
    press: () => deed('marks.add', {}),
  },
  {
    id: 'save-replay',
    group: 'obs',
    icon: 'Save',
    scope: 'overlay:control',
    fields: [],
    face: (seen) => named(seen, 'save-replay'),
    press: () => deed('marks.save-replay', {}),
  },
  {
    id: 'obs-scene',
    group: 'obs',
    icon: 'Clapperboard',
    scope: 'overlay:control',
    fields: [SCENE],
    face: sceneFace,
    press: ({ values }) => {
      const scene = textOf(values, SCENE.id);
      return scene === '' ? null : deed('obs.scene', { scene });
    },
    isOn: ({ state, values }) => state.obs?.scene === textOf(values, SCENE.id),
  },
  {
    id: 'obs-record',
    group: 'obs',
    icon: 'Disc',
    scope: 'overlay:control',
    fields: [SWITCH],
    face: (seen) => obsSwitch(seen, 'obs-record', seen.state.obs?.recording ?? false),
    press: ({ values, state: { obs } }) =>
      obs ? deed('obs.record', { to: switched(values, obs.recording) ? 'start' : 'stop' }) : null,
    isOn: ({ state }) => state.obs?.recording ?? false,
  },
  {
    id: 'obs-stream',
    group: 'obs',
    icon: 'Radio',
    scope: 'overlay:control',
    fields: [SWITCH],
    face: (seen) => obsSwitch(seen, 'obs-stream', seen.state.obs?.streaming ?? false),
    press: ({ values, state: { obs } }) =>
      obs ? deed('obs.stream', { on: switched(values, obs.streaming) }) : null,
    isOn: ({ state }) => state.obs?.streaming ?? false,
  },
  {
    id: 'connection',
    group: 'app',
    icon: 'Plug',
    scope: null,
    fields: [],
    face: connectionFace,
    press: () => null,
    isOn: ({ state }) => state.connection?.state === 'live',
  },
];
