import { type Affine, at, type Size } from './placement.ts';
import type { Shot } from './shot.ts';

/** Where the squares of one page are: chosen by its size and by how large OBS draws it. */
export interface Grid {
  readonly pitch: number;
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
}

/** What a picture shows at each square of a grid, by square and channel. */
export interface Cells {
  /** By how much the square differs from what surrounds it; not a number: it is not in the picture. */
  readonly contrast: Float32Array;
  /** The level of what surrounds it. */
  readonly around: Float32Array;
}

export const CHANNELS = 4;
/** The middle of a square, then four spots around it. */
const SPOTS = 5;
/** Fewer around it would not tell what surrounds it. */
const AROUND_LEAST = 2;

/** Where the squares of a page are in pictures of one size. */
export class CellMap {
  readonly size: Size;
  readonly #cells: number;
  /** By square and spot, in pixels of the picture; not a number: outside. */
  readonly #x: Float32Array;
  readonly #y: Float32Array;

  /** `map`: from the page to the canvas, which the picture shows. */
  constructor(grid: Grid, map: Affine, canvas: Size, size: Size) {
    this.size = size;
    this.#cells = grid.columns * grid.rows;
    this.#x = new Float32Array(this.#cells * SPOTS);
    this.#y = new Float32Array(this.#cells * SPOTS);
    const half = grid.pitch / 2;
    const offsets = [
      [0, 0],
      [-half, 0],
      [half, 0],
      [0, -half],
      [0, half],
    ] as const;
    for (let index = 0; index < this.#cells; index += 1) {
      const x = (index % grid.columns) * grid.pitch + grid.size / 2;
      const y = Math.floor(index / grid.columns) * grid.pitch + grid.size / 2;
      offsets.forEach(([right, below], spot) => {
        const there = at(map, { x: x + right, y: y + below });
        this.#put(index * SPOTS + spot, {
          x: (there.x * size.width) / canvas.width - 0.5,
          y: (there.y * size.height) / canvas.height - 0.5,
        });
      });
    }
  }

  #put(index: number, { x, y }: { readonly x: number; readonly y: number }): void {
    const isIn = x >= 0 && y >= 0 && x <= this.size.width - 1 && y <= this.size.height - 1;
    this.#x[index] = isIn ? x : Number.NaN;
    this.#y[index] = isIn ? y : Number.NaN;
  }

  read(shot: Shot): Cells {
    const contrast = new Float32Array(this.#cells * CHANNELS).fill(Number.NaN);
    const around = new Float32Array(this.#cells * CHANNELS);
    const sums = new Float64Array(CHANNELS);
    for (let index = 0; index < this.#cells; index += 1) {
      sums.fill(0);
      const seen = this.#addAround(shot, index, sums);
      if (seen < AROUND_LEAST) continue;
      const level = around.subarray(index * CHANNELS, (index + 1) * CHANNELS);
      level.set(sums.map((sum) => sum / seen));
      sums.fill(0);
      if (!this.#add(shot, index * SPOTS, sums)) continue;
      contrast.set(
        sums.map((sum, channel) => sum - (level[channel] ?? 0)),
        index * CHANNELS,
      );
    }
    return { contrast, around };
  }

  /** Returns how many of the spots are in the picture. */
  #addAround(shot: Shot, index: number, sums: Float64Array): number {
    let seen = 0;
    for (let spot = 1; spot < SPOTS; spot += 1) {
      if (this.#add(shot, index * SPOTS + spot, sums)) seen += 1;
    }
    return seen;
  }

  /** Adds what stands between the pixels, by their distance. Returns whether the spot is in the picture. */
  #add({ pixels, width, height }: Shot, spot: number, sums: Float64Array): boolean {
    const x = this.#x[spot] ?? Number.NaN;
    const y = this.#y[spot] ?? Number.NaN;
    if (Number.isNaN(x)) return false;
    const left = Math.floor(x);
    const top = Math.floor(y);
    const right = x - left;
    const below = y - top;
    const first = (top * width + left) * 4;
    const across = left < width - 1 ? 4 : 0;
    const down = top < height - 1 ? width * 4 : 0;
    const level = (at: number): number => pixels[at] ?? 0;
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const at = first + channel;
      const upper = level(at) * (1 - right) + level(at + across) * right;
      const low = at + down;
      const lower = level(low) * (1 - right) + level(low + across) * right;
      sums[channel] = (sums[channel] ?? 0) + upper + (lower - upper) * below;
    }
    return true;
  }
}
