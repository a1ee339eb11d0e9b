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
  plainTones,
  type Reading,
  type Tones,
} from './beacon.ts';
import type { ObsCalls } from './obs-calls.ts';
import type { Affine, Size } from './placement.ts';
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

export interface BeaconResult {
  readonly lives: ReadonlyMap<BeaconPage, PageLife>;
  /** By source; not tested: its page is drawn too small, or no page paints. */
  readonly readings: ReadonlyMap<string, Reading | 'not-tested'>;
  /** Which page was found in which source. */
  readonly found: ReadonlyMap<BeaconPage, string>;
}

interface BeaconTestParts {
  readonly calls: Pick<ObsCalls, 'call'>;
  readonly pages: Pick<BeaconPages, 'pages' | 'onAnswer'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** A living page answers at once; one that is busy, within this time. */
const ANSWER_MS = 1_000;
/** From the page's frame into OBS's picture: mostly two frames, on a busy computer more. */
const SETTLE_MS = [40, 80, 160, 240] as const;
/** Pages paint one half of their squares, then the other, then the first again. */
const SIDES = [1, -1, 1] as const;
/** OBS's picture is asked for at this share of its size: a quarter of the squares' size is enough. */
const SHOT_SHARE = 1 / 4;

/** One test: every page in OBS shows squares of its own, and OBS's picture is searched for them. */
export class BeaconTest implements Disposable {
  readonly #parts: BeaconTestParts;
  readonly #owned = new DisposableStore();
  readonly #lives = new Map<BeaconPage, PageLife>();
  readonly #shown = new Map<BeaconPage, number>();
  #told: (() => void) | null = null;

  constructor(parts: BeaconTestParts) {
    this.#parts = parts;
    for (const page of parts.pages.pages) this.#lives.set(page, 'silent');
    this.#owned.add(
      parts.pages.onAnswer((page, id, answer) => {
        // A slow page answers the one before: it lives all the same.
        if (this.#lives.get(page) === 'silent') this.#lives.set(page, 'heard');
        if (this.#shown.get(page) !== id) return;
        if (this.#lives.get(page) !== 'painted') this.#lives.set(page, answer);
        if (answer === 'painted') this.#shown.delete(page);
        this.#told?.();
      }),
    );
  }

  dispose(): void {
    for (const page of this.#lives.keys()) page.showBeacon(null);
    this.#owned.dispose();
  }

  async run(scene: string, canvas: Size, candidates: readonly Candidate[]): Promise<BeaconResult> {
    const readings = new Map<string, Reading | 'not-tested'>();
    const found = new Map<BeaconPage, string>();
    const rounds = byGrid(candidates);
    for (const { grid, seekers } of rounds) {
      const round = new Round(grid, seekers, [...this.#lives.keys()], canvas, this.#parts.random);
      await this.#play(round, scene, canvas);
      for (const { source } of seekers) readings.set(source, round.readingOf(source, this.#lives));
      for (const [page, source] of round.found) found.set(page, source);
    }
    if (rounds.length === 0) await this.ask();
    for (const { source } of candidates)
      if (!readings.has(source)) readings.set(source, 'not-tested');
    return { lives: this.#lives, readings, found };
  }

  /** Only how far each page comes; nothing is seen of it, and OBS is asked nothing. */
  async ask(mostMs = ANSWER_MS): Promise<BeaconResult['lives']> {
    await this.#show((page) => this.#blank(page), mostMs);
    return this.#lives;
  }

  async #play(round: Round, scene: string, canvas: Size): Promise<void> {
    let earlier = await this.#shot(scene, canvas);
    for (const side of SIDES) {
      await this.#show((page, id) => page.showBeacon(round.beaconFor(page, side, id)));
      if (![...this.#lives.values()].includes('painted')) return;
      for (const settle of SETTLE_MS) {
        await delay(this.#parts.clock, settle);
        const later = await this.#shot(scene, canvas);
        if (!earlier || !later || earlier.width !== later.width) return;
        round.look(earlier, later, side);
        if (round.isDone) return;
        if (settle === SETTLE_MS.at(-1)) earlier = later;
      }
      round.keep();
    }
  }

  async #shot(scene: string, canvas: Size): Promise<Shot | null> {
    const answer = await this.#parts.calls.call('GetSourceScreenshot', {
      sourceName: scene,
      imageFormat: 'bmp',
      imageWidth: Math.max(8, Math.round(canvas.width * SHOT_SHARE)),
      imageHeight: Math.max(8, Math.round(canvas.height * SHOT_SHARE)),
    });
    return readShot(answer.imageData);
  }

  /** Resolves once every page has painted, or the time for it is over. */
  async #show(show: (page: BeaconPage, id: number) => void, mostMs = ANSWER_MS): Promise<void> {
    const { clock, random } = this.#parts;
    this.#shown.clear();
    for (const page of this.#lives.keys()) {
      const id = Math.floor(random() * 2 ** 40);
      this.#shown.set(page, id);
      show(page, id);
    }
    const inTime = new AbortController();
    this.#told = () => {
      if (this.#shown.size === 0) inTime.abort();
    };
    this.#told();
    await delay(clock, mostMs, inTime.signal);
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

/** The pages' squares on one grid, looked for where each candidate is drawn. */
class Round {
  readonly found = new Map<BeaconPage, string>();
  readonly #grid: Grid;
  readonly #codes: ReadonlyMap<BeaconPage, Int8Array>;
  readonly #readers: readonly {
    readonly source: string;
    readonly page: BeaconPage;
    readonly reader: BeaconReader;
  }[];
  readonly #sources: number;
  #tones: Tones;

  constructor(
    grid: Grid,
    seekers: readonly Candidate[],
    pages: readonly BeaconPage[],
    canvas: Size,
    random: Random,
  ) {
    this.#grid = grid;
    this.#tones = plainTones(grid);
    this.#sources = new Set(seekers.map(({ source }) => source)).size;
    const codes = new Map(pages.map((page) => [page, codeFor(grid, random)]));
    this.#codes = codes;
    this.#readers = seekers.flatMap(({ source, map }) =>
      [...codes].map(([page, code]) => {
        return { source, page, reader: new BeaconReader(grid, code, map, canvas) };
      }),
    );
  }

  /** Every source was found, or every page. */
  get isDone(): boolean {
    const sources = new Set(this.found.values()).size;
    return sources === this.#sources || this.found.size === this.#codes.size;
  }

  beaconFor(page: BeaconPage, side: 1 | -1, id: number) {
    const code = this.#codes.get(page);
    return code ? beaconOf(this.#grid, code, this.#tones, side, id) : null;
  }

  look(earlier: Shot, later: Shot, side: 1 | -1): void {
    for (const { source, page, reader } of this.#readers) {
      reader.look({ earlier, later, side, tones: this.#tones });
      if (reader.reading === 'read') this.found.set(page, source);
    }
  }

  /** What was seen last counts for what is seen next. */
  keep(): void {
    for (const { reader } of this.#readers) reader.keep();
    this.#tones = this.#readers[0]?.reader.tones() ?? this.#tones;
  }

  readingOf(source: string, lives: ReadonlyMap<BeaconPage, PageLife>): Reading | 'not-tested' {
    const mine = this.#readers
      .filter((each) => each.source === source && lives.get(each.page) === 'painted')
      .map(({ reader }) => reader.reading);
    if (mine.length === 0) return 'not-tested';
    if (mine.includes('read')) return 'read';
    return mine.every((reading) => reading === 'absent') ? 'absent' : 'unclear';
  }
}
