import type { Beacon } from '../../../shared/overlay/beacon.ts';
import type { Random } from '../../base/random.ts';
import { type Affine, at, type Size, scaleOf } from './placement.ts';
import type { Shot } from './shot.ts';

/** Color and alpha as bytes in the page's picture: multiplied by alpha. */
interface Tone {
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

/**
 * A beacon may change a pixel by 2 of 255 at most, whatever lies beneath. OBS mixes in linear light:
 * a black veil that takes 2 from white takes nothing from a dark scene. So red and blue add 2 to black.
 * Where the scene is empty, its picture has an alpha, which viewers do not see: the veil fills it.
 */
const ANYWHERE: Tone = { rgb: [2, 0, 2], alpha: 5 };
/** For dark gray, which the first one hardly changes. */
const DARK_GRAY: Tone = { rgb: [0, 0, 0], alpha: 9 };
const TONES: readonly Tone[] = [ANYWHERE, DARK_GRAY];

const toLinear = (level: number): number => {
  const value = Math.max(0, level) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const fromLinear = (value: number): number =>
  255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

const ALPHA = 3;
const CHANNELS = [0, 1, 2, ALPHA] as const;

/** By how much a tone changes a level beneath it in OBS, from 0 to 255, without rounding. */
export function changeOf({ rgb, alpha }: Tone, channel: number, level: number): number {
  if (channel === ALPHA) return alpha * (1 - level / 255);
  const beneath = toLinear(level) * (1 - alpha / 255);
  return fromLinear(toLinear(rgb[channel] ?? 0) + beneath) - level;
}

/**
 * By tone, channel and level. A browser that loses the little color of a tone leaves a black veil:
 * so both are looked for.
 */
const changesOf = (tones: readonly Tone[]): readonly (readonly (readonly number[])[])[] =>
  tones.map((tone) =>
    CHANNELS.map((channel) =>
      Array.from({ length: 256 }, (_, level) => changeOf(tone, channel, level)),
    ),
  );
const COLORED = changesOf(TONES);
const VEILED = changesOf(TONES.map((tone): Tone => ({ ...tone, rgb: [0, 0, 0] })));
/** The channels that both leave to the veil. */
const VEIL_ONLY: readonly number[] = [1, ALPHA];

const cssOf = ({ rgb, alpha }: Tone): string => {
  const bytes = rgb.map((value) => Math.round((value / alpha) * 255));
  return `rgba(${bytes.join(',')},${(alpha / 255).toFixed(4)})`;
};
const COLORS = TONES.map(cssOf);

/** Sizes on the canvas of OBS, pixels. */
const PITCH = 16;
const SIZE = 8;
/** A page's number of squares: fewer could not be read safely, more would not help. */
const CELLS_LEAST = 400;
const CELLS_MOST = 9_000;

/** Where the squares of one page are: chosen by its size and by how large OBS draws it. */
export interface Grid {
  readonly pitch: number;
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
}

/** null: the page is drawn too small to be read. */
export function gridFor(page: Size, map: Affine): Grid | null {
  const scale = scaleOf(map);
  for (const pitch of [PITCH, PITCH * 0.75, PITCH / 2]) {
    const grid = gridOf(page, Math.max(2, Math.round(pitch / scale)));
    const cells = grid.columns * grid.rows;
    if (cells >= CELLS_LEAST && cells <= CELLS_MOST) return grid;
  }
  return null;
}

function gridOf({ width, height }: Size, pitch: number): Grid {
  const size = Math.max(1, Math.round((pitch * SIZE) / PITCH));
  return { pitch, size, columns: Math.floor(width / pitch), rows: Math.floor(height / pitch) };
}

/** The secret of one test: for each square, in which of two pictures it is painted. */
export function codeFor({ columns, rows }: Grid, random: Random): Int8Array {
  return Int8Array.from({ length: columns * rows }, () => (random() < 0.5 ? 1 : -1));
}

/** Which tone each square has, by its index in TONES. */
export type Tones = Uint8Array;

export function beaconOf(
  grid: Grid,
  code: Int8Array,
  tones: Tones,
  side: 1 | -1,
  id: number,
): Beacon {
  let cells = '';
  for (let index = 0; index < code.length; index += 1) {
    cells += code[index] === side ? String((tones[index] ?? 0) + 1) : '0';
  }
  return { id, pitch: grid.pitch, size: grid.size, columns: grid.columns, cells, colors: COLORS };
}

export type Reading = 'read' | 'absent' | 'unclear';

/** Larger differences come from the scene, not from the beacon: of a color, and of alpha. */
const MOST = 3.5;
const MOST_ALPHA = 10.5;
/**
 * Above it the beacon is there. The code's signs are drawn at random and the scene cannot know them,
 * so by Hoeffding's inequality a scene without it gets there once in e^(6.5²/2), 1.5 billion times.
 */
const SURE = 6.5;
export const isRead = (score: number): boolean => score >= SURE;
/** With a score to be expected above this, a beacon that is not read is not there. */
const CLEAR = 14;

/** Two pictures, one after the other: in the later one the squares of `side` are painted. */
export interface Pair {
  readonly earlier: Shot;
  readonly later: Shot;
  readonly side: 1 | -1;
  readonly tones: Tones;
}

/** By square. */
interface Sums {
  readonly colored: Float64Array;
  readonly veiled: Float64Array;
  readonly hoped: Float64Array;
}

const noSums = (length: number): Sums => ({
  colored: new Float64Array(length),
  veiled: new Float64Array(length),
  hoped: new Float64Array(length),
});

function add(sums: Float64Array, index: number, value: number): void {
  sums[index] = (sums[index] ?? 0) + value;
}

function scoreOf(sums: Float64Array, code: Int8Array): number {
  let sum = 0;
  let square = 0;
  sums.forEach((value, index) => {
    sum += value * (code[index] ?? 0);
    square += value * value;
  });
  return square === 0 ? 0 : sum / Math.sqrt(square);
}

/** Collects what changed in pairs of pictures, until it says whether the beacon was in them. */
export class BeaconReader {
  readonly #grid: Grid;
  readonly #code: Int8Array;
  readonly #map: Affine;
  readonly #canvas: Size;
  #kept: Sums;
  /** Those kept and the pair that was looked at last. */
  #sums: Sums;
  /** What lies beneath each square, brightest channel; of the last pair. */
  readonly #beneath: Float64Array;

  /** `map`: from the page to the canvas. */
  constructor(grid: Grid, code: Int8Array, map: Affine, canvas: Size) {
    this.#grid = grid;
    this.#code = code;
    this.#map = map;
    this.#canvas = canvas;
    this.#kept = noSums(code.length);
    this.#sums = this.#kept;
    this.#beneath = new Float64Array(code.length);
  }

  /**
   * Replaces the pair that was looked at before, unless it was kept. Returns the score of this pair
   * alone: whether the later picture has the squares of its side already.
   */
  look(pair: Pair): number {
    const turn = noSums(this.#code.length);
    const points = pointsOf(this.#grid, this.#map, this.#canvas, pair.later);
    for (let index = 0; index < this.#code.length; index += 1) {
      const spots = points(index);
      if (spots) this.#addCell(turn, index, spots, pair);
    }
    const { colored, veiled, hoped } = this.#kept;
    this.#sums = {
      colored: colored.map((sum, index) => sum + (turn.colored[index] ?? 0)),
      veiled: veiled.map((sum, index) => sum + (turn.veiled[index] ?? 0)),
      hoped: hoped.map((sum, index) => sum + (turn.hoped[index] ?? 0)),
    };
    return this.#scoreOf(turn);
  }

  keep(): void {
    this.#kept = this.#sums;
  }

  #addCell(
    { colored, veiled, hoped }: Sums,
    index: number,
    spots: readonly Spot[],
    { earlier, later, side, tones }: Pair,
  ): void {
    const tone = tones[index] ?? 0;
    let beneath = 0;
    for (const channel of CHANNELS) {
      const before = squareOf(earlier, spots, channel);
      const after = squareOf(later, spots, channel);
      const level = Math.round((before.around + after.around) / 2);
      const difference = after.inside - after.around - before.inside + before.around;
      if (channel !== ALPHA) beneath = Math.max(beneath, level);
      if (Math.abs(difference) > (channel === ALPHA ? MOST_ALPHA : MOST)) continue;
      const change = side * difference;
      const veil = VEILED[tone]?.[channel]?.[level] ?? 0;
      add(colored, index, change * (COLORED[tone]?.[channel]?.[level] ?? 0));
      add(veiled, index, change * veil);
      // On a flat color a change below 1 may be rounded away.
      if (VEIL_ONLY.includes(channel)) add(hoped, index, veil * Math.trunc(veil));
    }
    this.#beneath[index] = beneath;
  }

  /** How sure the beacon is in the pictures; without it this is spread around 0 by 1. */
  get score(): number {
    return this.#scoreOf(this.#sums);
  }

  #scoreOf({ colored, veiled }: Sums): number {
    return Math.max(scoreOf(colored, this.#code), scoreOf(veiled, this.#code));
  }

  /** The score that a beacon in the pictures would have, about. */
  get hoped(): number {
    const { hoped, veiled } = this.#sums;
    let sum = 0;
    let square = 0;
    hoped.forEach((hope, index) => {
      sum += hope;
      square += Math.max(hope, Math.abs(veiled[index] ?? 0)) ** 2;
    });
    return square === 0 ? 0 : sum / Math.sqrt(square);
  }

  get reading(): Reading {
    if (isRead(this.score)) return 'read';
    return this.hoped >= CLEAR ? 'absent' : 'unclear';
  }

  /** The best tones for another picture over what was seen. */
  tones(): Tones {
    return Uint8Array.from(this.#beneath, (level) => (level >= 20 && level <= 110 ? 1 : 0));
  }
}

/** The same everywhere: nothing is known of the scene yet. */
export function plainTones({ columns, rows }: Grid): Tones {
  return new Uint8Array(columns * rows);
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** In pixels of the shot: the middle of a square, then four spots around it; null: outside. */
function pointsOf(grid: Grid, map: Affine, canvas: Size, shot: Shot) {
  const { pitch, size, columns } = grid;
  const across = shot.width / canvas.width;
  const down = shot.height / canvas.height;
  const half = pitch / 2;
  const offsets = [
    [0, 0],
    [-half, 0],
    [half, 0],
    [0, -half],
    [0, half],
  ] as const;
  return (index: number): readonly Spot[] | null => {
    const x = (index % columns) * pitch + size / 2;
    const y = Math.floor(index / columns) * pitch + size / 2;
    const spots = offsets.map(([right, below]) => {
      const spot = at(map, { x: x + right, y: y + below });
      return { x: spot.x * across - 0.5, y: spot.y * down - 0.5 };
    });
    const isIn = (spot: Spot): boolean =>
      spot.x >= 0 && spot.y >= 0 && spot.x <= shot.width - 1 && spot.y <= shot.height - 1;
    const [middle, ...around] = spots;
    if (!middle || !isIn(middle)) return null;
    const seen = around.filter(isIn);
    return seen.length < 2 ? null : [middle, ...seen];
  };
}

function squareOf(shot: Shot, [middle, ...around]: readonly Spot[], channel: number) {
  const inside = middle ? sample(shot, middle, channel) : 0;
  const sum = around.reduce((total, spot) => total + sample(shot, spot, channel), 0);
  return { inside, around: sum / Math.max(1, around.length) };
}

/** Between the pixels, by their distance. */
function sample({ pixels, width, height }: Shot, { x, y }: Spot, channel: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = Math.min(left + 1, width - 1);
  const bottom = Math.min(top + 1, height - 1);
  const level = (column: number, row: number): number =>
    pixels[(row * width + column) * 4 + channel] ?? 0;
  const share = x - left;
  const upper = level(left, top) * (1 - share) + level(right, top) * share;
  const lower = level(left, bottom) * (1 - share) + level(right, bottom) * share;
  return upper + (lower - upper) * (y - top);
}
