import type { ApiListedAlert } from '../../shared/api/v1.ts';
import {
  type DeckRow,
  type DeckState,
  deed,
  type Face,
  numberOf,
  type Seen,
  SWITCH,
  switched,
} from './deck-row.ts';

const STEP = { kind: 'number', id: 'step', least: -100, most: 100, first: 10 } as const;
/** Percent that one click of a dial changes. */
const DIAL_PERCENT = 2;

const named = ({ say }: Seen, id: string): Face => ({
  text: say(`decks.${id}.name`),
  tone: 'plain',
});

/** Who and how much, such as `Haneul 5,000`. */
function gist({ say }: Seen, { name, amount, kind }: ApiListedAlert): string {
  const who = name ?? say('decks.anonymous');
  return amount === null ? who : say(`decks.gist.${kind}`, { who, amount });
}

/** Rows of the queue in which a dial goes from one to the next. */
const listOf = ({ alerts }: DeckState): readonly ApiListedAlert[] => alerts?.list ?? [];

function pointed({ state, place }: Seen): ApiListedAlert | null {
  const list = listOf(state);
  return list[Math.min(place, list.length - 1)] ?? null;
}

const volumeOf = ({ alerts }: DeckState): number => Math.round((alerts?.volume ?? 1) * 100);

/** By a step from where it is then: a dial turns faster than the app tells. */
const louder = (percent: number) =>
  deed('alerts.set-sound', { by: Math.min(1, Math.max(-1, percent / 100)) });

const muteOther = ({ state: { alerts } }: Seen) =>
  alerts ? deed('alerts.set-sound', { muted: !alerts.muted }) : null;

/** Alerts: their queue, and how loud they are. */
export const ALERT_ROWS: readonly DeckRow[] = [
  {
    id: 'alerts-pause',
    group: 'alerts',
    icon: 'Pause',
    scope: 'alerts:control',
    fields: [SWITCH],
    face: (seen) => {
      const { alerts } = seen.state;
      if (!alerts) return named(seen, 'alerts-pause');
      const { paused, waiting } = alerts;
      const text = seen.say(paused ? 'decks.alerts-pause.on' : 'decks.alerts-pause.off', {
        waiting,
      });
      return { text, tone: paused ? 'warn' : 'plain' };
    },
    press: ({ values, state: { alerts } }) =>
      alerts ? deed('alerts.pause', { paused: switched(values, alerts.paused) }) : null,
    isOn: ({ state }) => state.alerts?.paused ?? false,
  },
  {
    id: 'alerts-skip',
    group: 'alerts',
    icon: 'SkipForward',
    scope: 'alerts:control',
    fields: [],
    face: (seen) => {
      const { alerts } = seen.state;
      const playing = listOf(seen.state).find(({ stage }) => stage === 'playing');
      if (playing) return { text: gist(seen, playing), tone: 'on' };
      const waiting = alerts?.waiting ?? 0;
      if (waiting > 0) return { text: seen.say('decks.waiting', { waiting }), tone: 'plain' };
      return { text: seen.say('decks.alerts-skip.none'), tone: 'off' };
    },
    press: () => deed('alerts.skip', {}),
  },
  {
    id: 'alerts-panic',
    group: 'alerts',
    icon: 'Siren',
    scope: 'alerts:control',
    fields: [],
    face: (seen) => named(seen, 'alerts-panic'),
    press: () => deed('alerts.panic', {}),
  },
  {
    id: 'alerts-replay-missed',
    group: 'alerts',
    icon: 'RotateCcw',
    scope: 'alerts:control',
    fields: [],
    face: ({ say, state }) => {
      const missed = state.alerts?.missed ?? 0;
      const text = say(
        missed > 0 ? 'decks.alerts-replay-missed.some' : 'decks.alerts-replay-missed.none',
        {
          missed,
        },
      );
      return { text, tone: missed > 0 ? 'warn' : 'off' };
    },
    press: ({ state }) =>
      (state.alerts?.missed ?? 0) > 0 ? deed('alerts.replay-missed', {}) : null,
  },
  {
    id: 'alerts-queue',
    group: 'alerts',
    icon: 'ListOrdered',
    scope: 'alerts:control',
    fields: [],
    face: (seen) => {
      const alert = pointed(seen);
      if (!alert) return { text: seen.say('decks.alerts-queue.none'), tone: 'off' };
      const { stage } = alert;
      const text = `${seen.say(`decks.stage.${stage}`)}\n${gist(seen, alert)}`;
      return { text, tone: stage === 'held' || stage === 'missed' ? 'warn' : 'plain' };
    },
    press: (seen) => {
      const alert = pointed(seen);
      if (!alert || alert.stage === 'waiting') return null;
      const { seq, stage } = alert;
      if (stage === 'playing') return deed('alerts.skip', {});
      return stage === 'held' ? deed('alerts.approve', { seq }) : deed('alerts.replay', { seq });
    },
    dial: { places: (state) => listOf(state).length },
  },
  {
    id: 'alerts-volume',
    group: 'alerts',
    icon: 'Volume2',
    scope: 'alerts:control',
    fields: [STEP],
    face: ({ say, state }) => {
      const { alerts } = state;
      const percent = volumeOf(state);
      const muted = alerts?.muted ?? false;
      const text = say(muted ? 'decks.alerts-volume.muted' : 'decks.alerts-volume.at', { percent });
      return { text, tone: muted ? 'warn' : 'plain', share: muted ? 0 : percent / 100 };
    },
    press: (seen) => {
      const step = numberOf(seen.values, STEP);
      return step === 0 ? muteOther(seen) : louder(step);
    },
    isOn: ({ state }) => state.alerts?.muted ?? false,
    dial: {
      click: { field: STEP.id, by: DIAL_PERCENT },
      turn: (_, ticks) => louder(ticks * DIAL_PERCENT),
      push: muteOther,
    },
  },
];
