/**
 * Nearly invisible squares on a grid over the whole page, by which Stagelight recognises its page in
 * OBS's own picture. Shown for a fraction of a second.
 */
export interface Beacon {
  /** Another one for every picture; the page's answers name it. */
  readonly id: number;
  /** Distance of the squares and their size, CSS pixels. */
  readonly pitch: number;
  readonly size: number;
  readonly columns: number;
  /** Row by row: 0 for an empty place, else which color, counted from 1. */
  readonly cells: string;
  /** CSS colors. */
  readonly colors: readonly string[];
}

/** `heard`: the page's own code lives. `painted`: frames are drawn, and the squares were in one. */
export type BeaconAnswer = 'heard' | 'painted';
