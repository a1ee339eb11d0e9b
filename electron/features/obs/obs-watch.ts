import type { ObsFindingCode, ObsProof } from '../../../shared/contract/obs.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { Throttle } from '../../base/throttle.ts';
import type { BeaconPages } from '../../server/beacon-pages.ts';
import { type BeaconResult, BeaconTest, type Candidate } from './beacon-test.ts';
import type { ObsCalls } from './obs-calls.ts';
import { type FixHands, ObsFixes } from './obs-fixes.ts';
import type { ObsLook } from './obs-look.ts';
import type { OurAddresses } from './our-address.ts';
import { isHidden, isOutside, oursIn, type PageFact, showingsOf } from './proof-findings.ts';
import { findingsByGroup, isAllRead } from './proof-groups.ts';

export interface ObsWatchParts {
  readonly calls: ObsCalls;
  readonly look: () => Promise<ObsLook>;
  readonly hands: FixHands;
  readonly addresses: () => OurAddresses;
  /** The overlay pages in OBS; null until pages are served. */
  readonly pages: () => Pick<BeaconPages, 'pages' | 'onAnswer'> | null;
  /** Pages came or went. */
  readonly onPages: Subscribe<unknown>;
  readonly isConnected: () => boolean;
  /** OBS was reached, or lost. */
  readonly onConnection: Subscribe<unknown>;
  /** Whether OBS streams or records. */
  readonly isOnAir: () => boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** At most one look in this time. */
const LOOK_EVERY_MS = 1_000;
/** While OBS streams or records. */
const ON_AIR_EVERY_MS = 30_000;
/** A page may still be loading, or the picture was late: looked at again before it is a finding. */
const AGAIN_MS = 1_500;
const AGAIN_MOST = 2;

/** What may change whether the overlay is on the broadcast. */
const RELEVANT = [
  'CurrentProgramSceneChanged',
  'SceneItemCreated',
  'SceneItemRemoved',
  'SceneItemListReindexed',
  'SceneItemEnableStateChanged',
  'SceneItemTransformChanged',
  'InputCreated',
  'InputRemoved',
  'InputNameChanged',
  'InputMuteStateChanged',
  'SceneNameChanged',
  'CurrentSceneCollectionChanged',
  'SourceFilterEnableStateChanged',
  'StreamStateChanged',
  'RecordStateChanged',
] as const;

interface Seen {
  readonly look: ObsLook;
  readonly result: BeaconResult;
  readonly facts: ReadonlyMap<string, PageFact>;
}

/** Computes whether the overlay is on the broadcast: from OBS's scenes, its pages and its picture. */
export class ObsWatch implements Disposable {
  readonly onChange: Subscribe<void>;
  readonly #parts: ObsWatchParts;
  readonly #fixes: ObsFixes;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<void>;
  readonly #turns = new SerialQueue();
  readonly #throttle: Throttle;
  #proof: ObsProof = { state: 'unknown' };
  #timer: Disposable | null = null;
  /** Looks in a row whose bad news is not told yet. */
  #doubts = 0;

  constructor(parts: ObsWatchParts) {
    this.#parts = parts;
    const { clock, log, calls } = parts;
    this.#changes = this.#owned.add(
      new Emitter<void>((failure) => log.error('an OBS listener failed', { failure })),
    );
    this.onChange = this.#changes.on;
    this.#fixes = new ObsFixes({ ...parts, livingPages: () => this.#livingPages() });
    this.#throttle = this.#owned.add(new Throttle(clock, LOOK_EVERY_MS, () => this.#lookUnasked()));
    this.#owned.add(parts.onPages(() => this.#request()));
    this.#owned.add(parts.onConnection(() => this.#onConnection()));
    for (const event of RELEVANT) {
      this.#owned.add(toDisposable(calls.on(event, () => this.#request())));
    }
    this.#onConnection();
  }

  get proof(): ObsProof {
    return this.#proof;
  }

  /** Looks now. Rejects if OBS cannot be asked. */
  async check(): Promise<void> {
    this.#set({ state: 'looking' });
    await this.#turns.run(() => this.#judge(true));
  }

  /** Mends one finding, then looks again. */
  async fix(code: ObsFindingCode, source: string | null): Promise<void> {
    await this.#turns.run(async () => {
      if (source !== null) await this.#fixes.mend(code, source, await this.#parts.look());
      await this.#judge(true);
    });
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#owned.dispose();
  }

  #onConnection(): void {
    if (this.#parts.isConnected()) this.#request();
    else this.#set({ state: 'unknown' });
  }

  #request(): void {
    if (this.#parts.isConnected() && !this.#owned.isDisposed) this.#throttle.request();
  }

  #lookUnasked(): void {
    if (!this.#parts.isConnected() || this.#turns.isBusy) {
      this.#after(LOOK_EVERY_MS);
      return;
    }
    if (this.#proof.state === 'unknown') this.#set({ state: 'looking' });
    this.#turns
      .run(() => this.#judge(false))
      .catch((failure: unknown) => {
        this.#parts.log.warn('OBS could not be looked at', { failure });
        this.#set({ state: 'unknown' });
      });
  }

  /** `told`: at once, since somebody waits for it. */
  async #judge(told: boolean): Promise<void> {
    const proof = await this.#prove().catch((failure: unknown) => {
      this.#set({ state: 'unknown' });
      throw failure;
    });
    const isGood = proof.state === 'proved';
    this.#doubts = isGood ? 0 : this.#doubts + 1;
    const isDoubtful = !isGood && this.#doubts <= AGAIN_MOST;
    if (isDoubtful) this.#after(AGAIN_MS);
    else if (this.#parts.isOnAir()) this.#after(ON_AIR_EVERY_MS);
    // One bad look after a good one may be a picture that came late.
    if (told || !isDoubtful || this.#proof.state !== 'proved') this.#set(proof);
  }

  #after(ms: number): void {
    this.#timer?.dispose();
    if (this.#owned.isDisposed) return;
    this.#timer = this.#parts.clock.setTimeout(() => this.#request(), ms);
  }

  async #prove(): Promise<ObsProof> {
    const { addresses, clock } = this.#parts;
    const { look, facts } = await this.#see();
    const known = { addresses: addresses(), pages: facts };
    const findings = findingsByGroup(look, known);
    const at = clock.now();
    if (findings.length > 0) return { state: 'found', at, findings };
    return isAllRead(look, known)
      ? { state: 'proved', at, scene: look.programScene }
      : { state: 'unclear', at };
  }

  async #see(): Promise<Seen> {
    const look = await this.#parts.look();
    const ours = oursIn(look, this.#parts.addresses()).map(({ name }) => name);
    const result = await this.#test(look, candidatesIn(look, ours));
    const entries = ours.map((name) => [name, factOf(name, result, ours.length)] as const);
    return { look, result, facts: new Map(entries) };
  }

  async #test(look: ObsLook, candidates: readonly Candidate[]): Promise<BeaconResult> {
    const { calls, clock, random } = this.#parts;
    const pages = this.#parts.pages();
    if (!pages) return { lives: new Map(), readings: new Map(), found: new Map() };
    const test = new BeaconTest({ calls, pages, clock, random });
    try {
      return await test.run(look.programScene, look.canvas, candidates);
    } finally {
      test.dispose();
    }
  }

  async #livingPages(): Promise<number> {
    const { look } = this.#parts;
    const { lives } = await this.#test(await look(), []);
    return [...lives.values()].filter((life) => life !== 'silent').length;
  }

  #set(proof: ObsProof): void {
    if (this.#owned.isDisposed) return;
    if (proof.state === this.#proof.state && !('at' in proof)) return;
    this.#proof = proof;
    this.#changes.fire();
  }
}

/** Where pages can be seen in the program, one place for each source. */
function candidatesIn(look: ObsLook, ours: readonly string[]): readonly Candidate[] {
  const seen = showingsOf(look, ours).filter((each) => !isHidden(each) && !isOutside(each, look));
  const bySource = new Map(seen.map((each) => [each.source, each]));
  return [...bySource.values()].map(({ source, map, placed }) => {
    return { source, map, size: placed.size };
  });
}

/**
 * Pages don't know their source. One that was found in the picture belongs to it; for the others it
 * is clear if there is one source, or if none of the pages lives.
 */
function factOf(
  source: string,
  { lives, readings, found }: BeaconResult,
  sources: number,
): PageFact {
  const reading = readings.get(source) ?? 'not-tested';
  if (reading === 'read') return 'read';
  const others = [...lives].filter(([page]) => !found.has(page)).map(([, life]) => life);
  if (others.length === 0) return 'none';
  const silent = others.filter((life) => life === 'silent').length;
  if (silent === others.length) return 'frozen';
  return sources === 1 || silent === 0 ? reading : 'not-tested';
}
