import type { Random } from '../../base/random.ts';
import type { BeaconPage } from '../../server/beacon-pages.ts';
import {
  ALPHA_ONLY,
  BeaconReader,
  beaconOf,
  codeFor,
  gridFor,
  isRead,
  plainTones,
  type Tones,
} from './beacon.ts';
import type { Grid } from './beacon-cells.ts';
import type { ObsRequest, ObsResult } from './obs-calls.ts';
import { type Affine, IDENTITY, type Size } from './placement.ts';
import { readShot, type Shot } from './shot.ts';

/** A source of ours that is drawn in the program. */
export interface Candidate {
  readonly source: string;
  /** The page's size, CSS pixels. */
  readonly size: Size;
  /** From the page to the canvas. */
  readonly map: Affine;
}

/** How far a page came: a frozen one hears nothing, a hidden one paints nothing. */
export type PageLife = 'silent' | 'heard' | 'painted';

/**
 * What became of a page's squares in OBS. `read`: they are in the picture of the program. `drawn`: the
 * source draws them, and the program is too dark or too busy to tell. `lost`: the source draws them, and
 * the program does not show them. `absent`: the source does not even draw them. `not-tested`: its page is
 * drawn too small, or no page paints.
 */
export type Trace = 'read' | 'drawn' | 'lost' | 'absent' | 'unclear' | 'not-tested';

/** So often they come and go before they are said to be missing. */
const TURNS_LEAST = 3;
/** OBS's picture is asked for at this share of its size: a quarter of the squares' size is enough. */
const SHOT_SHARE = 1 / 4;
/** Pixels of a square in a picture of the source alone. */
const OWN_SIZE = 2;

interface GridGroup {
  readonly grid: Grid;
  readonly seekers: Candidate[];
}

/** Candidates whose pages show their squares alike; these may lie on each other. */
export function byGrid(candidates: readonly Candidate[], pages: number): readonly GridGroup[] {
  const groups = new Map<string, GridGroup>();
  for (const candidate of candidates) {
    const grid = gridFor(candidate.size, candidate.map, sharersOf(candidates, pages));
    if (!grid) continue;
    const name = Object.values(grid).join();
    const group = groups.get(name);
    if (group) group.seekers.push(candidate);
    else groups.set(name, { grid, seekers: [candidate] });
  }
  return [...groups.values()];
}

/** One source shows one page, whichever it is. */
const sharersOf = (seekers: readonly Candidate[], pages: number): number =>
  seekers.length > 1 ? pages : 1;

/** Pages paint one half of their squares, then the other. */
export type Side = 1 | -1;

/** The pictures of one moment. */
export interface Shots {
  /** Read from OBS's answer only where it is needed. */
  readonly program: () => Shot;
  /** By source, of it alone; null: OBS did not give it. */
  readonly own: ReadonlyMap<string, Shot | null>;
}

interface RoundParts {
  readonly scene: string;
  readonly canvas: Size;
  readonly grid: Grid;
  readonly seekers: readonly Candidate[];
  readonly pages: readonly BeaconPage[];
  readonly random: Random;
}

/** Whether one page is in one source. */
interface Pairing {
  readonly source: string;
  readonly page: BeaconPage;
  readonly program: BeaconReader;
  readonly own: BeaconReader;
}

/** The pages' squares on one grid, looked for where each candidate is drawn. */
export class Round {
  readonly found = new Map<BeaconPage, string>();
  readonly #parts: RoundParts;
  readonly #codes: ReadonlyMap<BeaconPage, Int8Array>;
  readonly #pairings: readonly Pairing[];
  readonly #inProgram = new Set<string>();
  readonly #inOwn = new Set<string>();
  /** Whose own picture has the page. */
  readonly #owners = new Map<BeaconPage, string>();
  /** Sources that show what was painted last. */
  readonly #drawn = new Set<string>();
  #tones: Tones;
  #turns = 0;

  constructor(parts: RoundParts) {
    const { grid, seekers, pages, canvas, random } = parts;
    this.#parts = parts;
    this.#tones = plainTones(grid);
    const of = sharersOf(seekers, pages.length);
    const codes = new Map(
      pages.map((page, index) => [page, codeFor(grid, random, { place: index % of, of })]),
    );
    this.#codes = codes;
    this.#pairings = seekers.flatMap(({ source, map, size }) =>
      [...codes].map(([page, code]) => ({
        source,
        page,
        program: new BeaconReader(grid, code, map, canvas),
        own: new BeaconReader(grid, code, IDENTITY, size, ALPHA_ONLY),
      })),
    );
  }

  /** Every source was found in the program, or every page. */
  get isFound(): boolean {
    const { seekers, pages } = this.#parts;
    return this.#inProgram.size === seekers.length || this.#inProgram.size === pages.length;
  }

  isDone(lives: ReadonlyMap<BeaconPage, PageLife>): boolean {
    if (this.isFound) return true;
    if (this.#turns + 1 < TURNS_LEAST) return false;
    return this.#parts.seekers.every(({ source }) => {
      const mine = this.#pairingsOf(source);
      if (mine.length === 0) return true;
      const isHopeless = this.#inOwn.has(source) && mine.every(({ program }) => program.isHopeless);
      return isHopeless || isSure(this.traceOf(source, lives));
    });
  }

  /** With the page that its own picture has; else with those that no other source has. */
  #pairingsOf(source: string): readonly Pairing[] {
    return this.#pairings.filter(
      (each) => each.source === source && this.#mayShow(source, each.page),
    );
  }

  #mayShow(source: string, page: BeaconPage): boolean {
    const owner = this.#owners.get(page);
    return owner === undefined ? !this.#inOwn.has(source) : owner === source;
  }

  beaconFor(page: BeaconPage, side: Side, id: number) {
    const code = this.#codes.get(page);
    return code ? beaconOf(this.#parts.grid, code, this.#tones, side, id) : null;
  }

  pictures(): readonly ObsRequest[] {
    const { scene, canvas, grid, seekers } = this.#parts;
    const share = Math.min(1, OWN_SIZE / grid.size);
    return [
      ...seekers.map(({ source, size }) => pictureOf(source, size, share)),
      pictureOf(scene, canvas, SHOT_SHARE),
    ];
  }

  read(results: readonly ObsResult[]): Shots | null {
    const { seekers } = this.#parts;
    const last = results[seekers.length];
    if (!last?.ok) return null;
    const own = seekers.map(({ source }, index) => [source, shotOf(results[index])] as const);
    let program: Shot | null = null;
    return {
      own: new Map(own),
      program() {
        program ??= shotOf(last) ?? NO_SHOT;
        return program;
      },
    };
  }

  look(earlier: Shots, later: Shots, side: Side): void {
    this.#lookAtSources(earlier, later, side);
    // What no source shows yet, the program cannot show.
    if (this.isLate && this.#drawn.size === 0) return;
    const pictures = { earlier: earlier.program(), later: later.program() };
    if (!isSameSize(pictures.earlier, pictures.later)) return;
    for (const { source, page, program } of this.#pairings) {
      program.look({ ...pictures, side, tones: this.#tones });
      // Sources at one place look alike in the program: only their own pictures tell them apart.
      const isItsOwn = this.#parts.seekers.length === 1 || this.#owners.get(page) === source;
      if (isItsOwn && program.reading === 'read') this.#find(page, source, this.#inProgram);
    }
  }

  #lookAtSources(earlier: Shots, later: Shots, side: Side): void {
    this.#drawn.clear();
    for (const { source, page, own } of this.#pairings) {
      const before = earlier.own.get(source);
      const after = later.own.get(source);
      if (!before || !after || !isSameSize(before, after)) continue;
      const turn = own.look({ earlier: before, later: after, side, tones: this.#tones });
      if (isRead(turn)) this.#drawn.add(source);
      if (own.reading !== 'read') continue;
      this.#find(page, source, this.#inOwn);
      this.#owners.set(page, source);
    }
  }

  /** Whether every source shows the squares of a page: then OBS has what was painted last. */
  get isThere(): boolean {
    return this.#drawn.size === this.#parts.seekers.length;
  }

  /** Whether a source does not show yet what was painted last, though it could be seen there. */
  get isLate(): boolean {
    return this.#parts.seekers.some(({ source }) => {
      const mine = this.#pairingsOf(source);
      if (mine.length === 0) return false;
      return !this.#drawn.has(source) && mine.every(({ own }) => own.reading === 'absent');
    });
  }

  /** What was seen last counts for what is seen next. */
  keep(): void {
    for (const { program, own } of this.#pairings) {
      program.keep();
      own.keep();
    }
    this.#turns += 1;
    this.#tones = this.#pairings[0]?.program.tones() ?? this.#tones;
  }

  traceOf(source: string, lives: ReadonlyMap<BeaconPage, PageLife>): Trace {
    const mine = this.#pairingsOf(source).filter(({ page }) => lives.get(page) === 'painted');
    if (mine.length === 0) return 'not-tested';
    if (this.#inProgram.has(source)) return 'read';
    const isClear = mine.every(({ program }) => program.reading === 'absent');
    if (this.#inOwn.has(source)) return isClear ? 'lost' : 'drawn';
    const isUndrawn = mine.every(({ own }) => own.reading === 'absent');
    return isClear || isUndrawn ? 'absent' : 'unclear';
  }

  #find(page: BeaconPage, source: string, where: Set<string>): void {
    where.add(source);
    this.found.set(page, source);
  }
}

function isSure(trace: Trace): boolean {
  return trace === 'read' || trace === 'lost' || trace === 'absent';
}

const NO_SHOT: Shot = { width: 0, height: 0, pixels: new Uint8Array() };

function shotOf(result: ObsResult | undefined): Shot | null {
  return result?.ok ? readShot(result.data['imageData']) : null;
}

function isSameSize(a: Shot, b: Shot): boolean {
  return a.width === b.width && a.height === b.height;
}

function pictureOf(sourceName: string, { width, height }: Size, share: number): ObsRequest {
  return {
    requestType: 'GetSourceScreenshot',
    requestData: {
      sourceName,
      imageFormat: 'png',
      imageWidth: Math.max(8, Math.round(width * share)),
      imageHeight: Math.max(8, Math.round(height * share)),
    },
  };
}
