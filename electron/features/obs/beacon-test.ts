import { type Clock, delay } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Random } from '../../base/random.ts';
import type { BeaconPage, BeaconPages } from '../../server/beacon-pages.ts';
import {
  byGrid,
  type Candidate,
  type PageLife,
  Round,
  type Shots,
  type Side,
  type Trace,
} from './beacon-round.ts';
import type { ObsCalls } from './obs-calls.ts';
import type { Size } from './placement.ts';

export interface BeaconResult {
  readonly lives: ReadonlyMap<BeaconPage, PageLife>;
  /** By source. */
  readonly traces: ReadonlyMap<string, Trace>;
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
/** So long it may take to paint; a hidden one never does. */
const PAINT_MS = 2_500;
/** And so long where another page has painted. */
const OTHERS_MS = 400;
/** From the page's frame into OBS's picture: mostly two frames, on a busy computer more. */
const SETTLE_MS = [20, 40, 60, 80, 120, 160] as const;
const SETTLE_LAST_MS = 160;
/** Over a busy scene squares come and go until they are read, or until this time is over. */
const LOOK_MS = 1_800;
/** On a busy computer OBS may get what a page painted as late as this, and gives few pictures. */
const LATE_MS = 3_000;
const LATE_LOOKS = 6;
/** One test: every page in OBS shows squares of its own, and OBS's picture is searched for them. */
export class BeaconTest implements Disposable {
  readonly #parts: BeaconTestParts;
  readonly #owned = new DisposableStore();
  readonly #lives = new Map<BeaconPage, PageLife>();
  readonly #shown = new Map<BeaconPage, number>();
  /** Pages that painted what they were shown last. */
  readonly #painted = new Set<BeaconPage>();
  #told: (() => void) | null = null;

  constructor(parts: BeaconTestParts) {
    this.#parts = parts;
    for (const page of parts.pages.pages) this.#lives.set(page, 'silent');
    this.#owned.add(
      parts.pages.onAnswer((page, id, answer) => {
        // A slow page answers what it was shown before: it lives all the same.
        if (this.#lives.get(page) === 'silent') this.#lives.set(page, 'heard');
        if (this.#shown.get(page) !== id) return;
        if (this.#lives.get(page) !== 'painted') this.#lives.set(page, answer);
        if (answer === 'painted') this.#painted.add(page);
        this.#told?.();
      }),
    );
  }

  dispose(): void {
    for (const page of this.#lives.keys()) page.showBeacon(null);
    this.#owned.dispose();
  }

  async run(scene: string, canvas: Size, candidates: readonly Candidate[]): Promise<BeaconResult> {
    const traces = new Map<string, Trace>();
    const found = new Map<BeaconPage, string>();
    const rounds = byGrid(candidates, this.#lives.size);
    for (const { grid, seekers } of rounds) {
      const pages = [...this.#lives.keys()];
      const round = new Round({ scene, canvas, grid, seekers, pages, random: this.#parts.random });
      await this.#play(round);
      for (const { source } of seekers) traces.set(source, round.traceOf(source, this.#lives));
      for (const [page, source] of round.found) found.set(page, source);
    }
    if (rounds.length === 0) await this.ask();
    for (const { source } of candidates) if (!traces.has(source)) traces.set(source, 'not-tested');
    return { lives: this.#lives, traces, found };
  }

  /** Only how far each page comes; nothing is seen of it, and OBS is asked nothing. */
  async ask(mostMs = ANSWER_MS): Promise<BeaconResult['lives']> {
    const none = { pitch: 8, size: 1, columns: 1, cells: '0', colors: [] };
    for (const page of this.#lives.keys()) {
      this.#tell(page, (each, id) => each.showBeacon({ id, ...none }));
    }
    await this.#answered(() => (this.#pagesThat('silent').length === 0 ? 0 : mostMs));
    return this.#lives;
  }

  async #play(round: Round): Promise<void> {
    const { clock } = this.#parts;
    const began = clock.monotonic();
    let earlier = await this.#shots(round);
    for (let side: Side = 1; ; side = side === 1 ? -1 : 1) {
      await this.#show((page, id) => page.showBeacon(round.beaconFor(page, side, id)));
      if (this.#pagesThat('painted').length === 0) return;
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
      if (round.isThere || round.isFound) return later;
      const isOver = round.isLate ? clock.monotonic() >= until : times >= SETTLE_MS.length;
      if (isOver && times >= LATE_LOOKS) return later;
    }
  }

  /** Of one moment: the sources first, so that what they show is in the program too. */
  async #shots(round: Round): Promise<Shots | null> {
    const results = await this.#parts.calls.batch(round.pictures());
    return round.read(results);
  }

  /** Resolves once the pages have painted, or the time for it is over. */
  async #show(show: (page: BeaconPage, id: number) => void): Promise<void> {
    const painters = this.#pagesThat('painted').length || this.#lives.size;
    this.#painted.clear();
    for (const page of this.#lives.keys()) this.#tell(page, show);
    await this.#answered(() => {
      if (this.#painted.size >= painters) return 0;
      if (this.#painted.size > 0) return OTHERS_MS;
      return this.#pagesThat('silent').length < this.#lives.size ? PAINT_MS : ANSWER_MS;
    });
  }

  #tell(page: BeaconPage, show: (page: BeaconPage, id: number) => void): void {
    const id = Math.floor(this.#parts.random() * 2 ** 40);
    this.#shown.set(page, id);
    show(page, id);
  }

  #pagesThat(life: PageLife): readonly BeaconPage[] {
    return [...this.#lives].filter(([, each]) => each === life).map(([page]) => page);
  }

  /** `patience`: how long to wait at most, by what the pages have answered; asked at each answer. */
  async #answered(patience: () => number): Promise<void> {
    const { clock } = this.#parts;
    const began = clock.monotonic();
    for (;;) {
      const rest = began + patience() - clock.monotonic();
      if (rest <= 0) break;
      const answer = new AbortController();
      this.#told = () => answer.abort();
      await delay(clock, rest, answer.signal);
    }
    this.#told = null;
  }
}
