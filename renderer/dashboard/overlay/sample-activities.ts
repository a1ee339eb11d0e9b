import type { Language } from '../../../shared/locales/index.ts';
import type { ShowViews } from '../../../shared/overlay/show-views.ts';
import { UNITS_A_MS } from '../../../shared/overlay/subathon-clock.ts';
import { type Words, wordsOf } from '../../i18n/dashboard.ts';
import { viewersOf } from './sample-show.ts';

/** Activities of a made-up show in the middle of it. `now`: epoch milliseconds. */
export function sampleShows(language: Language, now: number): ShowViews {
  const words = wordsOf(language);
  const names = viewersOf(words);
  return {
    vote: voteOf(words, now),
    draw: drawOf(words, names, now),
    players: playersOf(words, names),
    counters: { counters: [{ id: 1, name: words.t('sample-show.counter'), value: 7, target: 10 }] },
    subathon: subathonOf(names, now),
    missions: missionsOf(words, names, now),
    wheel: wheelOf(words, names, now),
  };
}

function voteOf({ t }: Words, now: number): ShowViews['vote'] {
  const options = [
    { label: t('sample-show.vote-1'), votes: 48 },
    { label: t('sample-show.vote-2'), votes: 112 },
    { label: t('sample-show.vote-3'), votes: 27 },
  ];
  return {
    id: 1,
    title: t('sample-show.vote'),
    voters: 'everyone',
    weight: 'equal',
    changeable: true,
    options,
    voterCount: 187,
    endsAt: now + 90_000,
    endedAt: null,
    winners: [],
  };
}

function drawOf({ t }: Words, names: readonly string[], now: number): ShowViews['draw'] {
  return {
    id: 1,
    title: t('sample-show.reward-1'),
    entry: { by: 'keyword', keyword: t('sample-show.draw-word') },
    subscribersOnly: false,
    winners: 1,
    answer: false,
    answerSeconds: null,
    phase: 'open',
    commitment: '5f4dcc3b5aa765d61d8327deb882cf992b95990a9151374abd8ff8c5a7a0fe08',
    seed: null,
    closesAt: now + 60_000,
    entrantCount: 128,
    full: false,
    names,
    drawn: [],
    endedAt: null,
    cleared: false,
  };
}

function playersOf({ t }: Words, names: readonly string[]): ShowViews['players'] {
  const [now = '', ...next] = names.map((name, id) => ({ id, name, word: '' }));
  return {
    id: 1,
    title: t('sample-show.players'),
    open: true,
    team: 1,
    now: now === '' ? [] : [now],
    next,
    waiting: next.length,
  };
}

function subathonOf(names: readonly string[], now: number): ShowViews['subathon'] {
  return {
    id: 1,
    title: '',
    beganAt: now,
    time: { at: now, left: 9_000_000 * UNITS_A_MS, speed: 100, paused: false, endBy: null },
    happy: null,
    tallies: [],
    earlier: { count: 0, ms: 0 },
    hand: { added: 0, taken: 0 },
    recent: names.slice(0, 2).map((name, seq) => ({ seq, by: 'donation', name, ms: 60_000 })),
    endedAt: null,
  };
}

function missionsOf({ t }: Words, names: readonly string[], now: number): ShowViews['missions'] {
  const text = t('sample-show.mission');
  const mission = { at: now, name: names[0] ?? null, beams: 5_000, text, endsAt: now + 600_000 };
  return {
    leastBeams: 1_000,
    prefix: '',
    open: true,
    missions: [{ id: 1, status: 'running', ...mission }],
    counts: { success: 2, failed: 1 },
  };
}

const SAMPLE_SPIN_MS = 6_000;

function wheelOf({ t }: Words, names: readonly string[], now: number): ShowViews['wheel'] {
  const result = { name: t('sample-show.wheel-1'), weight: 3 };
  const slices = [
    { ...result, count: 1 },
    { name: t('sample-show.wheel-2'), weight: 2, count: 1 },
    { name: t('sample-show.wheel-3'), weight: 2, count: 1 },
    { name: t('sample-show.wheel-4'), weight: 1, count: 1 },
  ];
  const turn = { n: 1, startedAt: now - SAMPLE_SPIN_MS, ms: SAMPLE_SPIN_MS, from: 0, to: 0.2 };
  return {
    id: 1,
    title: t('sample-show.wheel'),
    commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
    seed: null,
    weight: 8,
    sectionCount: slices.length,
    least: 1,
    most: 3,
    slices,
    turn: { ...turn, name: names[0] ?? null, by: 'donation', result },
    waiting: 0,
    endedAt: null,
  };
}
