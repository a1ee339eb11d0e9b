import type { Beacon } from '../../../shared/overlay/beacon.ts';
import type { Random } from '../../base/random.ts';
import { CellMap, type Cells, type Grid } from './beacon-cells.ts';
import { type Affine, type Size, scaleOf } from './placement.ts';
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
const ALL = [0, 1, 2, ALPHA] as const;
/** What of a page that is drawn alone tells enough. */
export const ALPHA_ONLY = [ALPHA] as const;

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
    ALL.map((channel) => Array.from({ length: 256 }, (_, level) => changeOf(tone, channel, level))),
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

/** null: the page is drawn too small to be read. `sharers`: how many pages share the squares. */
export function gridFor(page: Size, map: Affine, sharers = 1): Grid | null {
  const scale = scaleOf(map);
  const grids = [PITCH, PITCH * 0.75, PITCH / 2]
    .map((pitch) => gridOf(page, Math.max(2, Math.round(pitch / scale))))
    .filter((grid) => cellsOf(grid) >= CELLS_LEAST && cellsOf(grid) <= CELLS_MOST);
  const enough = grids.find((grid) => cellsOf(grid) >= CELLS_LEAST * sharers);
  return enough ?? grids.at(-1) ?? null;
}

const cellsOf = ({ columns, rows }: Grid): number => columns * rows;

function gridOf({ width, height }: Size, pitch: number): Grid {
  const size = Math.max(1, Math.round((pitch * SIZE) / PITCH));
  return { pitch, size, columns: Math.floor(width / pitch), rows: Math.floor(height / pitch) };
}

/** The squares that a page has to itself: pages may lie on each other, and none changes a pixel twice. */
export interface Share {
  readonly place: number;
  readonly of: number;
}
const WHOLE: Share = { place: 0, of: 1 };

/** The secret of one test: for each square, in which of two pictures it is painted; 0: in neither. */
export function codeFor(grid: Grid, random: Random, { place, of }: Share = WHOLE): Int8Array {
  return Int8Array.from({ length: cellsOf(grid) }, (_, index) => {
    const diagonal = (index % grid.columns) + Math.floor(index / grid.columns);
    if (diagonal % of !== place) return 0;
    return random() < 0.5 ? 1 : -1;
  });
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
/** Scores grow with the root of the number of pictures: from below this one nothing comes. */
const HOPELESS = 2;

/** Two pictures, one after the other: in the later one the squares of `side` are painted. */
export interface Pair {
  readonly earlier: Shot;
  readonly later: Shot;
  readonly side: 1 | -1;
  readonly tones: Tones;
}

interface Change extends Pair {
  readonly before: Cells;
  readonly after: Cells;
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

const valueAt = (values: Float32Array, index: number): number => values[index] ?? 0;

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
  readonly #channels: readonly number[];
  #cellMap: CellMap | null = null;
  readonly #cells = new WeakMap<Shot, Cells>();

  /** `map`: from the page to the canvas. */
  constructor(
    grid: Grid,
    code: Int8Array,
    map: Affine,
    canvas: Size,
    channels: readonly number[] = ALL,
  ) {
    this.#grid = grid;
    this.#channels = channels;
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
    const change: Change = {
      ...pair,
      before: this.#cellsOf(pair.earlier),
      after: this.#cellsOf(pair.later),
    };
    for (let index = 0; index < this.#code.length; index += 1) this.#addCell(turn, index, change);
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

  #cellsOf(shot: Shot): Cells {
    const known = this.#cells.get(shot);
    if (known) return known;
    const { width, height } = shot;
    if (this.#cellMap?.size.width !== width || this.#cellMap.size.height !== height) {
      this.#cellMap = new CellMap(this.#grid, this.#map, this.#canvas, { width, height });
    }
    const cells = this.#cellMap.read(shot);
    this.#cells.set(shot, cells);
    return cells;
  }

  #addCell(sums: Sums, index: number, { before, after, side, tones }: Change): void {
    const tone = tones[index] ?? 0;
    const isOwn = this.#code[index] !== 0;
    let beneath = 0;
    for (const channel of this.#channels) {
      const place = index * ALL.length + channel;
      const change = side * (valueAt(after.contrast, place) - valueAt(before.contrast, place));
      const level = Math.round((valueAt(before.around, place) + valueAt(after.around, place)) / 2);
      if (channel !== ALPHA) beneath = Math.max(beneath, level);
      if (!isOwn) continue;
      // Also where the square is not in the picture.
      if (!(Math.abs(change) <= (channel === ALPHA ? MOST_ALPHA : MOST))) continue;
      const veil = VEILED[tone]?.[channel]?.[level] ?? 0;
      add(sums.colored, index, change * (COLORED[tone]?.[channel]?.[level] ?? 0));
      add(sums.veiled, index, change * veil);
      // On a flat color a change below 1 may be rounded away.
      if (VEIL_ONLY.includes(channel)) add(sums.hoped, index, veil * Math.trunc(veil));
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

  /** Whether more pictures would not tell more: the scene takes nothing on. */
  get isHopeless(): boolean {
    return this.hoped < HOPELESS && this.score < HOPELESS;
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
export function plainTones(grid: Grid): Tones {
  return new Uint8Array(cellsOf(grid));
}
