import type { Note, Sound, Timbre } from './sound-synthesis.ts';

/** Like a small bell: inharmonic overtones. */
const BELL: Timbre = {
  attackS: 0.004,
  partials: [
    { ratio: 1, gain: 1, decay: 1 },
    { ratio: 2, gain: 0.45, decay: 0.7 },
    { ratio: 3.01, gain: 0.22, decay: 0.45 },
    { ratio: 4.17, gain: 0.12, decay: 0.3 },
    { ratio: 5.43, gain: 0.06, decay: 0.2 },
  ],
};

/** Like a wooden bar under a soft mallet: short, round, with the fourth harmonic. */
const BAR: Timbre = {
  attackS: 0.003,
  partials: [
    { ratio: 1, gain: 1, decay: 1 },
    { ratio: 3.98, gain: 0.28, decay: 0.3 },
    { ratio: 9.1, gain: 0.05, decay: 0.12 },
  ],
};

/** Two voices a hair apart, which beat slowly: a soft pad. */
const PAD: Timbre = {
  attackS: 0.09,
  partials: [
    { ratio: 0.9985, gain: 0.6, decay: 1 },
    { ratio: 1.0015, gain: 0.6, decay: 1 },
    { ratio: 2.002, gain: 0.3, decay: 0.8 },
    { ratio: 2.997, gain: 0.14, decay: 0.6 },
    { ratio: 4, gain: 0.05, decay: 0.5 },
  ],
};

/** Like glass: few and high overtones that ring. */
const GLASS: Timbre = {
  attackS: 0.002,
  partials: [
    { ratio: 1, gain: 1, decay: 1 },
    { ratio: 2.76, gain: 0.35, decay: 0.6 },
    { ratio: 5.4, gain: 0.1, decay: 0.25 },
  ],
};

interface Run extends Pick<Note, 'decayS' | 'gain'> {
  readonly fromS: number;
  readonly everyS: number;
}

function run(timbre: Timbre, keys: readonly number[], how: Run): Note[] {
  const { fromS, everyS, decayS, gain } = how;
  return keys.map((key, index) => ({ atS: fromS + index * everyS, key, gain, decayS, timbre }));
}

export const SOUNDS: Readonly<Record<string, Sound>> = {
  /** A major chord climbs and its top rings on. */
  donation: {
    seconds: 1.35,
    notes: [
      ...run(BELL, [72, 76, 79], { fromS: 0, everyS: 0.09, decayS: 0.32, gain: 0.7 }),
      { atS: 0.27, key: 84, gain: 1, decayS: 0.42, timbre: BELL },
    ],
  },
  /** Five bright bars run up, and an echo of the last two. */
  cheering: {
    seconds: 1.0,
    notes: [
      ...run(BAR, [74, 76, 79, 81, 86], { fromS: 0, everyS: 0.065, decayS: 0.16, gain: 0.9 }),
      ...run(BAR, [81, 86], { fromS: 0.42, everyS: 0.08, decayS: 0.18, gain: 0.45 }),
    ],
  },
  /** A warm chord opens under two bells. */
  subscription: {
    seconds: 1.4,
    notes: [
      ...run(PAD, [53, 60, 64, 69], { fromS: 0, everyS: 0.03, decayS: 0.6, gain: 0.6 }),
      ...run(BELL, [77, 84], { fromS: 0.18, everyS: 0.16, decayS: 0.4, gain: 0.4 }),
    ],
  },
  /** Something tumbles, slower and slower, and comes to lie with a ring. */
  draw: {
    seconds: 1.3,
    notes: [
      ...[0, 0.06, 0.13, 0.21, 0.31, 0.44].map((atS, index) => ({
        atS,
        key: index % 2 === 0 ? 67 : 70,
        gain: 0.6,
        decayS: 0.07,
        timbre: BAR,
      })),
      ...run(BELL, [79, 82], { fromS: 0.62, everyS: 0.02, decayS: 0.3, gain: 0.8 }),
    ],
  },
  /** A till in two strokes of glass. */
  purchase: {
    seconds: 0.9,
    notes: [
      { atS: 0, key: 83, gain: 0.7, decayS: 0.1, timbre: GLASS },
      ...run(GLASS, [88, 92], { fromS: 0.11, everyS: 0.012, decayS: 0.26, gain: 0.9 }),
    ],
  },

  /** Two bars ask upwards. */
  'vote-open': {
    seconds: 0.7,
    notes: run(BAR, [67, 74], { fromS: 0, everyS: 0.14, decayS: 0.16, gain: 0.8 }),
  },
  /** The same two answer downwards, and rest on the lower one. */
  'vote-close': {
    seconds: 0.9,
    notes: [
      ...run(BAR, [74, 67], { fromS: 0, everyS: 0.14, decayS: 0.16, gain: 0.8 }),
      { atS: 0.3, key: 60, gain: 0.8, decayS: 0.2, timbre: BAR },
    ],
  },
  /** A small fanfare of glass. */
  'draw-reveal': {
    seconds: 1.2,
    notes: run(GLASS, [71, 75, 78, 83], { fromS: 0, everyS: 0.08, decayS: 0.3, gain: 0.8 }),
  },
  /** A peg passes. */
  'wheel-tick': {
    seconds: 0.16,
    notes: [{ atS: 0, key: 91, gain: 0.8, decayS: 0.02, timbre: BAR }],
  },
  /** One deep bar and the bell above it. */
  'wheel-stop': {
    seconds: 1.2,
    notes: [
      { atS: 0, key: 57, gain: 0.8, decayS: 0.25, timbre: BAR },
      ...run(BELL, [81, 88], { fromS: 0.1, everyS: 0.1, decayS: 0.3, gain: 0.6 }),
    ],
  },
  /** A warm chord with one bell on top. */
  'mission-reached': {
    seconds: 1.3,
    notes: [
      ...run(PAD, [55, 62, 67, 71], { fromS: 0, everyS: 0.04, decayS: 0.5, gain: 0.6 }),
      { atS: 0.24, key: 86, gain: 0.5, decayS: 0.35, timbre: BELL },
    ],
  },
  /** Two even strokes of glass: look at the clock. */
  'subathon-minute': {
    seconds: 0.8,
    notes: run(GLASS, [80, 80], { fromS: 0, everyS: 0.22, decayS: 0.14, gain: 0.8 }),
  },
  /** Three bells go down and the lowest rings on. */
  'subathon-over': {
    seconds: 1.4,
    notes: run(BELL, [79, 72, 65], { fromS: 0, everyS: 0.2, decayS: 0.35, gain: 0.8 }),
  },
};
