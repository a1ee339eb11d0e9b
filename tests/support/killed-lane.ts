import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Random } from '../../electron/base/random.ts';
import type { CoverageMark } from '../../shared/connection-history.ts';
import { assertNever } from '../../shared/events.ts';
import {
  type KilledRun,
  markAt,
  OVERLAY_KEY,
  pairNumberOf,
  pairOf,
  type Said,
} from './kill-protocol.ts';
import { type BookedEvent, readLeftBooks, readLeftVault } from './left-behind.ts';

const CHILD = fileURLToPath(new URL('../fixtures/killed-core.ts', import.meta.url));
/** When a life ends: so many milliseconds after its n-th word of a kind; null: after its start. */
interface Death {
  readonly after: { readonly word: Said[0]; readonly times: number } | null;
  readonly waitMs: number;
}

/** Some die while they open their files, some at their tokens, some at their events. */
function drawDeath(random: Random): Death {
  const upTo = (most: number): number => 1 + Math.floor(random() * most);
  const kind = random();
  if (kind < 0.15) return { after: null, waitMs: random() * 250 };
  if (kind < 0.25) return { after: { word: 'up', times: 1 }, waitMs: random() * 20 };
  if (kind < 0.45) return { after: { word: 'issued', times: upTo(3) }, waitMs: 0 };
  if (kind < 0.65) return { after: { word: 'holds', times: upTo(3) }, waitMs: random() * 20 };
  return { after: { word: 'shown', times: upTo(25) }, waitMs: random() * 20 };
}

/** What was found, all lives together. */
export interface KillFigures {
  kills: number;
  /** Killed before everything was open. */
  killedOpening: number;
  rotations: number;
  /** The vault held the newest pair. */
  newestKept: number;
  /** It held the one before: the platform had made a new pair valid that was not in the vault yet. */
  formerKept: number;
  /** A pair that the platform had refused was out of the vault and the next sign-in not done yet. */
  signInsCut: number;
  valuedShown: number;
  /** Valued events in the ledger that nobody had been shown yet. */
  writtenUnseen: number;
  gaps: number;
}

export const NO_FIGURES: Readonly<KillFigures> = {
  kills: 0,
  killedOpening: 0,
  rotations: 0,
  newestKept: 0,
  formerKept: 0,
  signInsCut: 0,
  valuedShown: 0,
  writtenUnseen: 0,
  gaps: 0,
};

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly errors: string;
}

/** One data folder, the lives over it one after the other, and all that they ever claimed. */
export class KilledLane {
  readonly #folder: string;
  readonly #codeCache: string;
  readonly #random: Random;
  readonly #figures: KillFigures;
  readonly #numbers = new Set<number>();
  readonly #shown = new Map<number, BookedEvent>();
  readonly #gaps: number[] = [];
  #run = 0;
  /** What the platform knows; it outlives every process. */
  #validPair = 0;
  /** The pair that the vault held before this life; null: none. */
  #found: number | null = null;
  /** What the vault may hold now. */
  #possible = new Set<number | null>([null]);
  #markedAt: number | null = null;
  #isUp = false;
  #wasEverUp = false;

  /** `codeCache`: a folder for Node's compiled code; lives after one that ended well start faster. */
  constructor(folder: string, codeCache: string, random: Random, figures: KillFigures) {
    this.#folder = folder;
    this.#codeCache = codeCache;
    this.#random = random;
    this.#figures = figures;
  }

  /** One life: starts the core, kills it at a random moment and looks at what it left behind. */
  async liveAndDie(): Promise<void> {
    const { after, waitMs } = drawDeath(this.#random);
    let times = 0;
    const end = await this.#live(false, (child, word) => {
      if (word !== (after?.word ?? null)) return;
      times += 1;
      if (times !== (after?.times ?? 1)) return;
      if (waitMs === 0) child.kill('SIGKILL');
      else setTimeout(() => child.kill('SIGKILL'), waitMs);
    });
    expect(end).toEqual({ code: null, signal: 'SIGKILL', errors: '' });
    this.#figures.kills += 1;
    if (!this.#isUp) this.#figures.killedOpening += 1;
    await this.#inspectVault();
    if (this.#wasEverUp) this.#inspectBooks();
  }

  /** A last life that ends well: the sign-in works, nothing of all the others is missing. */
  async liveOut(): Promise<void> {
    const end = await this.#live(true, () => undefined);
    expect(end).toEqual({ code: 0, signal: null, errors: '' });
    await this.#inspectVault();
    expect(this.#found).toBe(this.#validPair);
    this.#inspectBooks();
    expect(this.#markedAt).toBeNull();
  }

  get #mark(): CoverageMark | null {
    return this.#markedAt === null ? null : markAt(this.#markedAt);
  }

  /** Follows a life to its end. `onWord` hears of each line's first word, and of the start as null. */
  async #live(
    calm: boolean,
    onWord: (child: ChildProcess, word: Said[0] | null) => void,
  ): Promise<End> {
    this.#run += 1;
    this.#isUp = false;
    this.#possible = new Set([this.#found]);
    const begin: KilledRun = {
      folder: this.#folder,
      run: this.#run,
      validPair: this.#validPair,
      calm,
    };
    const child = spawn(process.execPath, [CHILD, JSON.stringify(begin)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: this.#codeCache },
    });
    const all: Said[] = [];
    let [rest, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const said = JSON.parse(line) as Said;
        all.push(said);
        onWord(child, said[0]);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    onWord(child, null);
    const end = await new Promise<End>((done) => {
      child.once('close', (code, signal) => done({ code, signal, errors }));
    });
    for (const said of all) this.#note(said);
    return end;
  }

  #note(said: Said): void {
    switch (said[0]) {
      case 'up':
        [this.#isUp, this.#wasEverUp] = [true, true];
        expect(said[1], 'the mark of life that the last run left').toEqual(this.#mark);
        break;
      case 'issued':
        this.#validPair = said[1];
        this.#possible.add(said[1]);
        break;
      case 'refused':
        // Only after a lost answer; the provider then takes the spent pair out of the vault.
        expect(this.#found, 'the pair in the vault was good').not.toBe(this.#validPair);
        expect(said[1]).toBe(this.#found);
        this.#possible.add(null);
        break;
      case 'signed-out':
        this.#possible = new Set([null]);
        break;
      case 'holds':
        // Whoever has it in hand can rely on it: the pair before it may be gone.
        this.#possible = new Set([said[1]]);
        this.#figures.rotations += 1;
        break;
      case 'shown':
        this.#noteShown(said[1], { kind: said[2], mark: said[3] });
        break;
      case 'gap':
        this.#gaps.push(said[1]);
        this.#figures.gaps += 1;
        break;
      case 'heard':
        this.#markedAt = said[1];
        break;
      case 'problem':
        expect.fail(said[1]);
        break;
      case 'done':
        this.#markedAt = null;
        break;
      default:
        assertNever(said);
    }
  }

  #noteShown(seq: number, event: BookedEvent): void {
    expect(this.#numbers.has(seq), `number ${seq} was used twice`).toBe(false);
    this.#numbers.add(seq);
    if (event.kind === 'CHAT') return;
    this.#shown.set(seq, event);
    this.#figures.valuedShown += 1;
  }

  /** The vault is readable and holds, whole, the newest pair or the one it held before that. */
  async #inspectVault(): Promise<void> {
    const { grant, overlayKey, mode, problems } = await readLeftVault(this.#folder);
    expect(problems).toEqual([]);
    const pair = grant === null ? null : pairNumberOf(grant.refreshToken);
    expect([...this.#possible], 'the pairs that may be in the vault').toContain(pair);
    if (pair !== null) expect(grant).toMatchObject(pairOf(pair));
    this.#found = pair;
    if (pair === null) this.#figures.signInsCut += this.#validPair > 0 ? 1 : 0;
    else if (pair === this.#validPair) this.#figures.newestKept += 1;
    else this.#figures.formerKept += 1;
    if (!this.#wasEverUp) return;
    expect(overlayKey).toBe(OVERLAY_KEY);
    expect(mode).toBe(0o600);
  }

  /** The ledger is whole and holds everything that was ever shown or said to be written. */
  #inspectBooks(): void {
    const repository = readLeftBooks(this.#folder);
    expect(repository.integrity).toBe('ok');
    expect(repository.eventsWithoutAlert).toBe(0);
    const missing = [...this.#shown].filter(([seq, { kind, mark }]) => {
      const found = repository.events.get(seq);
      return found?.kind !== kind || found.mark !== mark;
    });
    expect(missing, 'shown and not in the books').toEqual([]);
    const gaps = new Set(repository.gaps);
    expect(
      this.#gaps.filter((from) => !gaps.has(from)),
      'gaps not in the books',
    ).toEqual([]);
    expect(gaps.size).toBe(repository.gaps.length);
    expect(isSameOrLater(repository.markedAt, this.#markedAt), 'the mark of life went back').toBe(
      true,
    );
    this.#markedAt = repository.markedAt;
    expect(repository.mark, 'the mark of life of each kind').toEqual(this.#mark);
  }

  /** Valued events in the ledger that nobody was ever shown. */
  countUnseen(): number {
    return readLeftBooks(this.#folder).events.size - this.#shown.size;
  }
}

/** The mark may have been moved once more than the process could say. */
function isSameOrLater(found: number | null, said: number | null): boolean {
  return said === null ? true : found !== null && found >= said;
}
