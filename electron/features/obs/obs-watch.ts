import type { ObsFinding, ObsFindingCode, ObsProof } from '../../../shared/contract/obs.ts';
import { ON_PURPOSE_CODES } from '../../../shared/obs-finding-kinds.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { Throttle } from '../../base/throttle.ts';
import type { BeaconPages } from '../../server/beacon-pages.ts';
import type { Candidate } from './beacon-round.ts';
import { type BeaconResult, BeaconTest } from './beacon-test.ts';
import type { ObsCalls } from './obs-calls.ts';
import { filtersOn } from './obs-filters.ts';
import { type FixHands, ObsFixes } from './obs-fixes.ts';
import type { ObsHeard } from './obs-heard.ts';
import type { ObsLook } from './obs-look.ts';
import type { Looked } from './obs-witness.ts';
import type { OurAddresses } from './our-address.ts';
import {
  isHidden,
  isInFullView,
  isOutside,
  joined,
  oursIn,
  type PageFact,
  type ProofFacts,
  showingsOf,
} from './proof-findings.ts';
import { findingsByGroup, isAllSeen } from './proof-groups.ts';
import { sightOf } from './sight.ts';

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
  /** What keeps the sound of alerts from viewers. Left out: nobody listens. */
  readonly sound?: Pick<ObsHeard, 'findings' | 'onChange' | 'mend'>;
  /** The inputs that viewers don't hear on purpose. Left out: none. */
  readonly onPurpose?: { readonly read: () => readonly string[] };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** At most one look in this time. */
const LOOK_EVERY_MS = 1_000;
/** A page that came is looked for at once, and so is what happened during a look. */
const SOON_MS = 250;
/** While OBS streams or records. */
const ON_AIR_EVERY_MS = 30_000;
/** A page may still be loading, or the picture was late: bad news is looked at again, after these pauses. */
const AGAIN_MS = [1_500, 1_500, 4_000, 15_000] as const;
/** So often before it is told, where all was good. */
const AGAIN_MOST = 2;
/** OBS does not tell when a page paints again or a scene gets brighter: looked at now and then. */
const AGAIN_SLOWEST_MS = 60_000;

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
  'SourceFilterCreated',
  'SourceFilterRemoved',
  'SourceFilterSettingsChanged',
  'SourceFilterEnableStateChanged',
  'StreamStateChanged',
  'RecordStateChanged',
] as const;

/** How far each page in OBS comes. */
export type Lives = BeaconResult['lives'];
/** `mostMs`: how long to wait for answers. */
export type AskPages = (mostMs?: number) => Promise<Lives>;

interface Seen {
  readonly look: ObsLook;
  /** By source of ours. */
  readonly pages: ReadonlyMap<string, PageFact>;
}

/** Computes whether the overlay is on the broadcast: from OBS's scenes, its pages and its picture. */
export class ObsWatch implements Disposable {
  readonly onChange: Subscribe<void>;
  /** Every look, also one whose bad news is not told yet. */
  readonly onLook: Subscribe<Looked>;
  readonly #parts: ObsWatchParts;
  readonly #fixes: ObsFixes;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<void>;
  readonly #looks: Emitter<Looked>;
  readonly #turns = new SerialQueue();
  readonly #throttle: Throttle;
  readonly #pageThrottle: Throttle;
  #proof: ObsProof = { state: 'unknown' };
  #looked: Looked | null = null;
  #timer: Disposable | null = null;
  /** Looks in a row that brought bad news, since something changed. */
  #doubts = 0;
  /** Who waits for an answer. */
  #asked = 0;

  constructor(parts: ObsWatchParts) {
    this.#parts = parts;
    const { clock, log, calls } = parts;
    const onFailure = (failure: unknown): void => log.error('an OBS listener failed', { failure });
    this.#changes = this.#owned.add(new Emitter<void>(onFailure));
    this.#looks = this.#owned.add(new Emitter<Looked>(onFailure));
    this.onChange = this.#changes.on;
    this.onLook = this.#looks.on;
    this.#fixes = new ObsFixes({ ...parts, livingPages: () => this.#livingPages() });
    this.#throttle = this.#owned.add(new Throttle(clock, LOOK_EVERY_MS, () => this.#lookUnasked()));
    this.#pageThrottle = this.#owned.add(new Throttle(clock, SOON_MS, () => this.#lookUnasked()));
    this.#owned.add(parts.onPages(() => this.#onPages()));
    if (parts.sound) this.#owned.add(parts.sound.onChange(() => this.request()));
    this.#owned.add(parts.onConnection(() => this.#onConnection()));
    for (const event of RELEVANT) {
      this.#owned.add(toDisposable(calls.on(event, () => this.#onChanged())));
    }
    this.#onConnection();
  }

  get proof(): ObsProof {
    return this.#proof;
  }

  /** Nothing else looks at the pages or mends meanwhile. `ask` tells how far each page comes now. */
  alone<T>(job: (ask: AskPages) => Promise<T>): Promise<T> {
    return this.#turns.run(() => job((mostMs) => this.#lives(mostMs)));
  }

  /** null: none since OBS was reached. */
  get looked(): Looked | null {
    return this.#looked;
  }

  /** Looks now. Rejects if OBS cannot be asked. */
  async check(): Promise<void> {
    this.#set({ state: 'looking' });
    this.#asked += 1;
    await this.#turns
      .run(() => this.#judge(true))
      .finally(() => {
        this.#asked -= 1;
      });
  }

  /** Mends one finding, then looks again. */
  async fix(code: ObsFindingCode, source: string | null): Promise<void> {
    await this.#turns.run(async () => {
      if (source !== null) await this.#mend(code, source);
      await this.#judge(true);
    });
  }

  /** Looks as soon as it may: at most once a second. */
  request(): void {
    if (this.#canLook) this.#throttle.request();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#owned.dispose();
  }

  #onConnection(): void {
    if (this.#parts.isConnected()) {
      this.request();
      return;
    }
    this.#looked = null;
    this.#set({ state: 'unknown' });
  }

  /** What was bad before says nothing of what comes now. */
  #onChanged(): void {
    if (this.#proof.state !== 'proved') this.#doubts = 0;
    this.request();
  }

  #onPages(): void {
    if (this.#proof.state === 'proved') {
      this.request();
      return;
    }
    this.#doubts = 0;
    if (this.#canLook) this.#pageThrottle.request();
  }

  get #canLook(): boolean {
    return this.#parts.isConnected() && !this.#owned.isDisposed;
  }

  async #mend(code: ObsFindingCode, source: string): Promise<void> {
    const { sound, look, hands } = this.#parts;
    const isOfSound = (await sound?.mend(code, source)) === true;
    if (!isOfSound) await this.#fixes.mend(code, source, await look());
    await hands.save();
  }

  #lookUnasked(): void {
    if (!this.#canLook) return;
    if (this.#turns.isBusy) {
      this.#after(SOON_MS);
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
    const again = isGood ? undefined : AGAIN_MS[this.#doubts - 1];
    if (again !== undefined) this.#after(again);
    else if (this.#parts.isOnAir()) this.#after(ON_AIR_EVERY_MS);
    else if (isLoading(proof) || proof.state === 'unclear') this.#after(AGAIN_SLOWEST_MS);
    // A look that began before somebody asked is not the answer.
    if (!told && this.#asked > 0) return;
    if (told || !isDoubtful) this.#set(proof);
    // One bad look after a good one may be a picture that came late.
    else if (this.#proof.state !== 'proved') {
      this.#set(isLoading(proof) ? { state: 'looking' } : proof);
    }
  }

  #after(ms: number): void {
    this.#timer?.dispose();
    if (this.#owned.isDisposed) return;
    this.#timer = this.#parts.clock.setTimeout(() => this.request(), ms);
  }

  async #prove(): Promise<ObsProof> {
    const { calls, clock, sound } = this.#parts;
    const addresses = this.#parts.addresses();
    const begunAt = clock.monotonic();
    const { look, pages } = await this.#see();
    const filters = await filtersOn(calls, aroundUnread(look, pages));
    const facts = { addresses, pages, filters };
    const onPurpose = this.#parts.onPurpose?.read() ?? [];
    const seen = findingsByGroup(look, facts).filter((each) => !isMeant(each, onPurpose));
    const by = seenBy(look, facts);
    const isSeen = by === 'program' || (by === 'source' && seen.length === 0);
    const sight = isSeen ? 'seen' : sightOf(seen, pages, onAirOf(look, pages));
    this.#noteLook({ sight, begunAt });
    const findings = joined(seen, sound?.findings ?? []);
    const at = clock.now();
    if (findings.length > 0) return { state: 'found', at, findings };
    return by ? { state: 'proved', at, scene: look.programScene, by } : { state: 'unclear', at };
  }

  #noteLook(looked: Looked): void {
    if (this.#owned.isDisposed || !this.#parts.isConnected()) return;
    this.#looked = looked;
    this.#looks.fire(looked);
  }

  async #see(): Promise<Seen> {
    const look = await this.#parts.look();
    const ours = oursIn(look, this.#parts.addresses()).map(({ name }) => name);
    const result = await this.#test(look, candidatesIn(look, ours));
    const entries = ours.map((name) => [name, factOf(name, result, ours.length)] as const);
    return { look, pages: new Map(entries) };
  }

  async #test(look: ObsLook, candidates: readonly Candidate[]): Promise<BeaconResult> {
    const { calls, clock, random } = this.#parts;
    const pages = this.#parts.pages();
    if (!pages) return { lives: new Map(), traces: new Map(), found: new Map() };
    const test = new BeaconTest({ calls, pages, clock, random });
    try {
      return await test.run(look.programScene, look.canvas, candidates);
    } finally {
      test.dispose();
    }
  }

  async #lives(mostMs?: number): Promise<Lives> {
    const { calls, clock, random } = this.#parts;
    const pages = this.#parts.pages();
    if (!pages) return new Map();
    const test = new BeaconTest({ calls, pages, clock, random });
    try {
      return await test.ask(mostMs);
    } finally {
      test.dispose();
    }
  }

  async #livingPages(): Promise<number> {
    return [...(await this.#lives()).values()].filter((life) => life !== 'silent').length;
  }

  #set(proof: ObsProof): void {
    if (this.#owned.isDisposed) return;
    if (proof.state === this.#proof.state && !('at' in proof)) return;
    this.#proof = proof;
    this.#changes.fire();
  }
}

/** Where the overlay was seen: in the program, or else in its source, which nothing hides. */
function seenBy(look: ObsLook, facts: ProofFacts): 'program' | 'source' | null {
  const { addresses, pages, filters } = facts;
  const isRead = (source: string) => pages.get(source) === 'read';
  if (isAllSeen(look, addresses, isRead)) return 'program';
  const isDrawn = (source: string) =>
    isRead(source) || (pages.get(source) === 'drawn' && isInFullView(source, look, filters));
  return isAllSeen(look, addresses, isDrawn) ? 'source' : null;
}

function onAirOf(look: ObsLook, facts: ReadonlyMap<string, PageFact>): ReadonlySet<string> {
  return new Set(showingsOf(look, [...facts.keys()]).map(({ source }) => source));
}

function isMeant({ code, source }: ObsFinding, onPurpose: readonly string[]): boolean {
  return ON_PURPOSE_CODES.has(code) && source !== null && onPurpose.includes(source);
}

/** A source that was just made has no page yet, or one that does not answer yet. */
function isLoading(proof: ObsProof): boolean {
  const codes = proof.state === 'found' ? proof.findings.map(({ code }) => code) : [];
  return codes.includes('not-connected') || codes.includes('frozen');
}

/** Where pages can be seen in the program, one place for each source. */
function candidatesIn(look: ObsLook, ours: readonly string[]): readonly Candidate[] {
  const seen = showingsOf(look, ours).filter((each) => !isHidden(each) && !isOutside(each, look));
  const bySource = new Map(seen.map((each) => [each.source, each]));
  return [...bySource.values()].map(({ source, map, placed }) => {
    return { source, map, size: placed.size };
  });
}

/** Whose filters may matter: of sources that the program was not seen to show, and what is around them. */
function aroundUnread(look: ObsLook, pages: ReadonlyMap<string, PageFact>): readonly string[] {
  const unread = [...pages].filter(([, page]) => UNREAD.includes(page)).map(([name]) => name);
  const scenes = showingsOf(look, unread).flatMap(({ path }) =>
    path.map(({ scene }) => scene.name),
  );
  return [...new Set([...unread, ...scenes])];
}

const UNREAD: readonly PageFact[] = ['drawn', 'lost', 'absent'];

/**
 * Pages don't know their source. One that was found in a picture belongs to it; for the others it is
 * clear if there is one source, or if none of the pages lives.
 */
function factOf(source: string, { lives, traces, found }: BeaconResult, sources: number): PageFact {
  const trace = traces.get(source) ?? 'not-tested';
  if (trace === 'read' || trace === 'drawn' || trace === 'lost') return trace;
  const others = [...lives].filter(([page]) => !found.has(page)).map(([, life]) => life);
  if (others.length === 0) return 'none';
  const silent = others.filter((life) => life === 'silent').length;
  if (silent === others.length) return 'frozen';
  return sources === 1 || silent === 0 ? trace : 'not-tested';
}
