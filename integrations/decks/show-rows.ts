import type { VoteView } from '../../shared/overlay/show-views.ts';
import { isOut, leftAt } from '../../shared/overlay/subathon-clock.ts';
import {
  clockText,
  type DeckRow,
  deed,
  type Face,
  numberOf,
  type Seen,
  SWITCH,
  switched,
  textOf,
  untilNextSecond,
} from './deck-row.ts';

const COUNTER = { kind: 'list', id: 'counter', of: 'counters' } as const;
const BY = { kind: 'number', id: 'by', least: -1_000, most: 1_000, first: 1 } as const;

const nothing = ({ say }: Seen, id: string): Face => ({
  text: say(`decks.${id}.none`),
  tone: 'off',
});

/** Who is in front, with its share of all votes. */
function leader(say: Seen['say'], { options }: VoteView): { text: string; share: number } {
  const all = options.reduce((sum, { votes }) => sum + votes, 0);
  const best = Math.max(0, ...options.map(({ votes }) => votes));
  if (best === 0) return { text: say('decks.vote.none-yet'), share: 0 };
  const first = options.filter(({ votes }) => votes === best);
  const share = best / all;
  const percent = Math.round(share * 100);
  const label = first.length > 1 ? say('decks.vote.tie') : (first[0]?.label ?? '');
  return { text: say('decks.vote.leads', { label, percent }), share };
}

function voteFace({ state, say, now }: Seen): Face {
  const vote = state.activities?.vote;
  if (!vote) return { text: say('decks.vote.none'), tone: 'off' };
  const { text, share } = leader(say, vote);
  if (vote.endedAt !== null)
    return { text: `${say('decks.vote.over')}\n${text}`, tone: 'plain', share };
  if (vote.endsAt === null) return { text, tone: 'on', share };
  const left = Math.max(0, vote.endsAt - now);
  const moving = left > 0 ? { nextIn: untilNextSecond(left) } : {};
  return { text: `${text}\n${clockText(left)}`, tone: 'on', share, ...moving };
}

function clockFace(seen: Seen): Face {
  const { state, say, now } = seen;
  const clock = state.activities?.subathon;
  if (!clock) return nothing(seen, 'subathon-pause');
  const { time, endedAt } = clock;
  if (endedAt !== null || isOut(time, now))
    return { text: say('decks.subathon-pause.over'), tone: 'off' };
  const left = leftAt(time, now);
  const text = clockText(left);
  if (time.paused) return { text: say('decks.subathon-pause.on', { left: text }), tone: 'warn' };
  return { text, tone: 'on', nextIn: untilNextSecond(left, time.speed) };
}

function counterOf({ state, values }: Seen) {
  const id = textOf(values, COUNTER.id);
  const counters = state.activities?.counters?.counters ?? [];
  return counters.find((counter) => String(counter.id) === id) ?? null;
}

function counterFace(seen: Seen): Face {
  const counter = counterOf(seen);
  if (!counter) return { text: seen.say('decks.counter.none'), tone: 'off' };
  const { name, value, target } = counter;
  const text = seen.say('decks.counter.at', { name, value });
  if (target === null) return { text, tone: 'plain' };
  const share = Math.min(1, Math.max(0, value / target));
  return { text, tone: value >= target ? 'on' : 'plain', share };
}

function drawFace(seen: Seen): Face {
  const { say } = seen;
  const draw = seen.state.activities?.draw;
  if (!draw || draw.cleared) return nothing(seen, 'draw-now');
  switch (draw.phase) {
    case 'open':
    case 'closed':
      return {
        text: say(`decks.draw-now.${draw.phase}`, { count: draw.entrantCount }),
        tone: 'on',
      };
    case 'drawing':
      return { text: say('decks.draw-now.drawing'), tone: 'warn' };
    case 'waiting':
    case 'over': {
      const names = draw.drawn.filter(({ state }) => state !== 'missed').map(({ name }) => name);
      const text = names.length > 0 ? names.join('\n') : say('decks.draw-now.over');
      return { text, tone: draw.phase === 'over' ? 'plain' : 'warn' };
    }
  }
}

function playersFace(seen: Seen): Face {
  const players = seen.state.activities?.players;
  if (!players) return nothing(seen, 'players-next');
  const { waiting, next } = players;
  const first = next[0]?.name ?? '';
  const text = seen.say(waiting > 0 ? 'decks.players-next.some' : 'decks.players-next.empty', {
    waiting,
    first,
  });
  return { text, tone: waiting > 0 ? 'on' : 'plain' };
}

function wheelFace(seen: Seen): Face {
  const wheel = seen.state.activities?.wheel;
  if (!wheel || wheel.endedAt !== null) return nothing(seen, 'wheel-spin');
  const { turn } = wheel;
  if (!turn) return { text: seen.say('decks.wheel-spin.ready'), tone: 'on' };
  if (!turn.result) return { text: seen.say('decks.wheel-spin.turns'), tone: 'warn' };
  return { text: turn.result.name, tone: 'on' };
}

/** The show kit: activities with viewers. */
export const SHOW_ROWS: readonly DeckRow[] = [
  {
    id: 'quiet',
    group: 'show',
    icon: 'MessageSquareOff',
    scope: 'activities:control',
    fields: [SWITCH],
    face: ({ say, state }) => {
      const isQuiet = state.activities?.quiet ?? false;
      return {
        text: say(`decks.quiet.${isQuiet ? 'on' : 'off'}`),
        tone: isQuiet ? 'warn' : 'plain',
      };
    },
    press: ({ values, state: { activities } }) =>
      activities ? deed('show.set-quiet', { quiet: switched(values, activities.quiet) }) : null,
    isOn: ({ state }) => state.activities?.quiet ?? false,
  },
  {
    id: 'vote',
    group: 'show',
    icon: 'Vote',
    scope: 'activities:control',
    fields: [{ kind: 'choice', id: 'do', options: ['both', 'end', 'again'] }],
    face: voteFace,
    press: ({ values, state }) => {
      const runs = state.activities?.vote?.endedAt === null;
      const wanted = textOf(values, 'do');
      if (runs) return wanted === 'again' ? null : deed('vote.end', {});
      return wanted === 'end' ? null : deed('vote.again', {});
    },
    isOn: ({ state }) => state.activities?.vote?.endedAt === null,
  },
  {
    id: 'players-next',
    group: 'show',
    icon: 'Users',
    scope: 'activities:control',
    fields: [],
    face: playersFace,
    press: ({ state }) => {
      const players = state.activities?.players;
      return players ? deed('players.call', { count: players.team, more: false }) : null;
    },
  },
  {
    id: 'counter-up',
    group: 'show',
    icon: 'Plus',
    scope: 'activities:control',
    fields: [COUNTER, BY],
    face: counterFace,
    press: (seen) => {
      const counter = counterOf(seen);
      const by = numberOf(seen.values, BY);
      return counter ? deed('counters.add', { counter: counter.id, by }) : null;
    },
    dial: {
      click: { field: BY.id, by: 1 },
      turn: (seen, ticks) => {
        const counter = counterOf(seen);
        return counter ? deed('counters.add', { counter: counter.id, by: ticks }) : null;
      },
    },
  },
  {
    id: 'counter-undo',
    group: 'show',
    icon: 'Undo2',
    scope: 'activities:control',
    fields: [COUNTER],
    face: counterFace,
    press: (seen) => {
      const counter = counterOf(seen);
      return counter ? deed('counters.undo', { counter: counter.id }) : null;
    },
  },
  {
    id: 'wheel-spin',
    group: 'show',
    icon: 'FerrisWheel',
    scope: 'activities:control',
    fields: [],
    face: wheelFace,
    press: () => deed('wheel.spin', {}),
  },
  {
    id: 'draw-now',
    group: 'show',
    icon: 'Gift',
    scope: 'activities:control',
    fields: [],
    face: drawFace,
    press: () => deed('draw.draw', {}),
  },
  {
    id: 'subathon-pause',
    group: 'show',
    icon: 'Timer',
    scope: 'activities:control',
    fields: [SWITCH],
    face: clockFace,
    press: ({ values, state }) => {
      const clock = state.activities?.subathon;
      return clock ? deed('subathon.pause', { paused: switched(values, clock.time.paused) }) : null;
    },
    isOn: ({ state }) => state.activities?.subathon?.time.paused ?? false,
  },
];
