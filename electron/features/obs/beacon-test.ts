import { type Clock, delay } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Random } from '../../base/random.ts';
import type { BeaconPage, BeaconPages } from '../../server/beacon-pages.ts';
import {
  BeaconReader,
  beaconOf,
  codeFor,
  type Grid,
  gridFor,
  isRead,
  plainTones,
  type Tones,
} from './beacon.ts';
import type { ObsCalls, ObsRequest, ObsResult } from './obs-calls.ts';
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
export type Sight = 'read' | 'drawn' | 'lost' | 'absent' | 'unclear' | 'not-tested';

export interface BeaconResult {
  readonly lives: ReadonlyMap<BeaconPage, PageLife>;
  /** By source. */
  readonly sights: ReadonlyMap<string, Sight>;
  /** Which page was found in which source. */
  readonly found: ReadonlyMap<BeaconPage, string>;
}

interface BeaconTestParts {
  readonly calls: Pick<ObsCalls, 'batch'>;
  readonly pages: Pick<BeaconPages, 'pages' | 'onAnswer'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** A living page answers at once; one that is busy, within this time. */
const ANSWER_MS = 1_000;
/** From the page's frame into OBS's picture: mostly two frames, on a busy computer more. */
const SETTLE_MS = [20, 40, 60, 80, 120, 160] as const;
const SETTLE_LAST_MS = 160;
/** Over a busy scene squares come and go until they are read, or until this time is over. */
const LOOK_MS = 1_800;
/** On a busy computer OBS may get what a page painted as late as this. */
const LATE_MS = 3_000;
/** So often they come and go before they are said to be missing. */
const TURNS_LEAST = 3;
/** OBS's picture is asked for at this share of its size: a quarter of the squares' size is enough. */
const SHOT_SHARE = 1 / 4;
/** Pixels of a square in a picture of the source alone. */
const OWN_SIZE = 2;

/** One test: every page in OBS shows squares of its own, and OBS's picture is searched for them. */
export class BeaconTest implements Disposable {
  readonly #parts: BeaconTestParts;
  readonly #owned = new DisposableStore();
  readonly #lives = new Map<BeaconPage, PageLife>();
  readonly #shown = new Map<BeaconPage, number>();
  /** Pages that are waited for. */
  readonly #due = new Set<BeaconPage>();
  #told: (() => void) | null = null;

  constructor(parts: BeaconTestParts) {
    this.#parts = parts;
    for (const page of parts.pages.pages) this.#lives.set(page, 'silent');
    this.#owned.add(
      parts.pages.onAnswer((page, id, answer) => {
        if (this.#shown.get(page) !== id) return;
        if (this.#lives.get(page) !== 'painted') this.#lives.set(page, answer);
        if (answer === 'painted') this.#due.delete(page);
        this.#told?.();
      }),
    );
  }

  dispose(): void {
    for (const page of this.#lives.keys()) page.showBeacon(null);
    this.#owned.dispose();
  }

  async run(scene: string, canvas: Size, candidates: readonly Candidate[]): Promise<BeaconResult> {
    const sights = new Map<string, Sight>();
    const found = new Map<BeaconPage, string>();
    const rounds = byGrid(candidates);
    for (const { grid, seekers } of rounds) {
      const pages = [...this.#lives.keys()];
      const round = new Round({ scene, canvas, grid, seekers, pages, random: this.#parts.random });
      await this.#play(round);
      for (const { source } of seekers) sights.set(source, round.sightOf(source, this.#lives));
      for (const [page, source] of round.found) found.set(page, source);
    }
    if (rounds.length === 0) await this.ask();
    for (const { source } of candidates) if (!sights.has(source)) sights.set(source, 'not-tested');
    return { lives: this.#lives, sights, found };
  }

  /** Only how far each page comes; nothing is seen of it, and OBS is asked nothing. */
  async ask(): Promise<BeaconResult['lives']> {
    await this.#show((page) => this.#blank(page));
    return this.#lives;
  }

  async #play(round: Round): Promise<void> {
    const { clock } = this.#parts;
    const began = clock.monotonic();
    let earlier = await this.#shots(round);
    for (let side: Side = 1; ; side = side === 1 ? -1 : 1) {
      await this.#show((page, id) => page.showBeacon(round.beaconFor(page, side, id)));
      if (![...this.#lives.values()].includes('painted')) return;
      const later: Shots | null =
        earlier && (await this.#settled(round, earlier, side, began + LATE_MS));
      if (!later || round.isDone(this.#lives) || clock.monotonic() >= began + LOOK_MS) return;
      round.keep();
      earlier = later;
    }
  }

  /** The pictures once OBS has what the page painted, or should have it. */
  async #settled(round: Round, earlier: Shots, side: Side, until: number): Promise<Shots | null> {
    const { clock } = this.#parts;
    for (let times = 0; ; times += 1) {
      await delay(clock, SETTLE_MS[times] ?? SETTLE_LAST_MS);
      const later = await this.#shots(round);
      if (!later) return null;
      round.look(earlier, later, side);
      if (round.isThere || round.isFound || clock.monotonic() >= until) return later;
      if (times >= SETTLE_MS.length && !round.isLate) return later;
    }
  }

  /** Of one moment: the sources first, so that what they show is in the program too. */
  async #shots(round: Round): Promise<Shots | null> {
    const results = await this.#parts.calls.batch(round.pictures());
    return round.read(results);
  }

  /** Resolves once every page that lives has painted, or the time for it is over. */
  async #show(show: (page: BeaconPage, id: number) => void): Promise<void> {
    const { clock, random } = this.#parts;
    const living = [...this.#lives].filter(([, life]) => life === 'painted');
    this.#due.clear();
    for (const page of living.length > 0 ? living.map(([each]) => each) : this.#lives.keys()) {
      this.#due.add(page);
    }
    for (const page of this.#lives.keys()) {
      const id = Math.floor(random() * 2 ** 40);
      this.#shown.set(page, id);
      show(page, id);
    }
    const inTime = new AbortController();
    this.#told = () => {
      if (this.#due.size === 0) inTime.abort();
    };
    this.#told();
    await delay(clock, ANSWER_MS, inTime.signal);
    this.#told = null;
  }

  /** Only to see whether the page lives. */
  #blank(page: BeaconPage): void {
    const id = this.#shown.get(page) ?? 0;
    page.showBeacon({ id, pitch: 8, size: 1, columns: 1, cells: '0', colors: [] });
  }
}

interface GridGroup {
  readonly grid: Grid;
  readonly seekers: Candidate[];
}

function byGrid(candidates: readonly Candidate[]): readonly GridGroup[] {
  const groups = new Map<string, GridGroup>();
  for (const candidate of candidates) {
    const grid = gridFor(candidate.size, candidate.map);
    if (!grid) continue;
    const name = Object.values(grid).join();
    const group = groups.get(name);
    if (group) group.seekers.push(candidate);
    else groups.set(name, { grid, seekers: [candidate] });
  }
  return [...groups.values()];
}

type Side = 1 | -1;

interface Shots {
  readonly program: Shot;
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
class Round {
  readonly found = new Map<BeaconPage, string>();
  readonly #parts: RoundParts;
  readonly #codes: ReadonlyMap<BeaconPage, Int8Array>;
  readonly #pairings: readonly Pairing[];
  readonly #inProgram = new Set<string>();
  readonly #inOwn = new Set<string>();
  /** Sources that show what was painted last. */
  readonly #drawn = new Set<string>();
  #tones: Tones;
  #turns = 0;

  constructor(parts: RoundParts) {
    const { grid, seekers, pages, canvas, random } = parts;
    this.#parts = parts;
    this.#tones = plainTones(grid);
    const codes = new Map(pages.map((page) => [page, codeFor(grid, random)]));
    this.#codes = codes;
    this.#pairings = seekers.flatMap(({ source, map, size }) =>
      [...codes].map(([page, code]) => ({
        source,
        page,
        program: new BeaconReader(grid, code, map, canvas),
        own: new BeaconReader(grid, code, IDENTITY, size),
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
    const isLong = this.#turns + 1 >= TURNS_LEAST;
    return isLong && this.#parts.seekers.every(({ source }) => isSure(this.sightOf(source, lives)));
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
    const shots = results.map((result) => (result.ok ? readShot(result.data['imageData']) : null));
    const program = shots[this.#parts.seekers.length];
    if (!program) return null;
    const own = this.#parts.seekers.map(
      ({ source }, index) => [source, shots[index] ?? null] as const,
    );
    return { program, own: new Map(own) };
  }

  look(earlier: Shots, later: Shots, side: Side): void {
    this.#drawn.clear();
    const tones = this.#tones;
    for (const { source, page, program, own } of this.#pairings) {
      const before = earlier.own.get(source);
      const after = later.own.get(source);
      if (before && after && isSameSize(before, after)) {
        const turn = own.look({ earlier: before, later: after, side, tones });
        if (isRead(turn)) this.#drawn.add(source);
        if (own.reading === 'read') this.#find(page, source, this.#inOwn);
      }
      if (!isSameSize(earlier.program, later.program)) continue;
      program.look({ earlier: earlier.program, later: later.program, side, tones });
      if (program.reading === 'read') this.#find(page, source, this.#inProgram);
    }
  }

  /** Whether every source shows the squares of a page: then OBS has what was painted last. */
  get isThere(): boolean {
    return this.#drawn.size === this.#parts.seekers.length;
  }

  /** Whether a source does not show yet what was painted last, though it could be seen there. */
  get isLate(): boolean {
    return this.#parts.seekers.some(({ source }) => {
      const mine = this.#pairings.filter((each) => each.source === source);
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

  sightOf(source: string, lives: ReadonlyMap<BeaconPage, PageLife>): Sight {
    const mine = this.#pairings.filter(
      (each) => each.source === source && lives.get(each.page) === 'painted',
    );
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

function isSure(sight: Sight): boolean {
  return sight === 'read' || sight === 'lost' || sight === 'absent';
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
