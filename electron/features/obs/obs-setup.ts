import type { ObsChange, ObsState, ObsWish } from '../../../shared/contract/obs.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { ObsCalls } from './obs-calls.ts';
import { ObsGoneError, ObsRefusedError, ObsSlowError } from './obs-errors.ts';
import { lookAt, type ObsLookWithNames } from './obs-look.ts';
import type { OurAddresses } from './our-address.ts';
import {
  ObsChangedSinceError,
  ObsNothingToUndoError,
  ObsNotReachedError,
  ObsOtherCollectionError,
} from './setup-errors.ts';
import type { SetupEntry, SetupJournal } from './setup-journal.ts';
import { planFor, type SetupPlan } from './setup-plan.ts';
import { ObsHands } from './setup-steps.ts';
import { recordOf, takeBack } from './setup-undo.ts';

export interface SetupParts {
  readonly calls: ObsCalls;
  readonly clock: Clock;
  readonly log: Logger;
  /** The overlay's address of now, and former ones. */
  readonly addresses: () => OurAddresses;
  readonly journal: SetupJournal;
}

/** What is done at one time may undo another (a source that grew, an order that shifted). */
const MOST_ROUNDS = 3;
const SETTLE_AGAIN_MS = 10_000;
/** How long OBS may take to write its scenes to disk. */
const KEPT_AFTER_MS = 5_000;

/**
 * Sets OBS up, and takes it back. Each change is in the journal before OBS hears of it: what a crash of
 * OBS or of Stagelight leaves half made is taken back at the next connection (`settle`). What OBS did and
 * then lost, because it was killed before it wrote that to its disk, is done again there.
 */
export class ObsSetup implements Disposable {
  readonly onChange: Subscribe<void>;

  readonly #parts: SetupParts;
  readonly #hands: ObsHands;
  readonly #queue = new SerialQueue();
  readonly #owned = new DisposableStore();
  readonly #timers: NamedTimers;
  readonly #changed: Emitter<void>;

  constructor(parts: SetupParts) {
    this.#parts = parts;
    this.#hands = new ObsHands(parts.calls, parts.clock);
    this.#timers = this.#owned.add(new NamedTimers(parts.clock));
    this.#changed = this.#owned.add(
      new Emitter<void>((failure) => parts.log.error('A listener failed', { failure })),
    );
    this.onChange = this.#changed.on;
    // OBS that ends in order writes everything to its disk.
    this.#owned.add(toDisposable(parts.calls.on('ExitStarted', () => this.#keepIn(0))));
  }

  /** The set-up that `undo` takes back; null: none. */
  get undoable(): ObsState['undoable'] {
    const { entry } = this.#parts.journal;
    return entry?.state === 'done' ? { at: entry.at, scenes: entry.scenes } : null;
  }

  /** What `setUp` would change now. Nothing is changed. */
  async plan(wish: ObsWish): Promise<readonly ObsChange[]> {
    return (await this.#planNow(wish)).changes;
  }

  /**
   * Changes what is not as wished, and answers what that was. When it resolves OBS shows all of it;
   * when it rejects, what was changed has been taken back, or will be once OBS answers again.
   */
  setUp(wish: ObsWish): Promise<readonly ObsChange[]> {
    return this.#queue.run(async () => {
      await this.#settle();
      const look = await lookAt(this.#parts.calls);
      const plan = planFor(look, wish, this.#parts.addresses());
      if (plan.steps.length > 0) await this.#carryOut(plan, look, wish);
      return plan.changes;
    });
  }

  /** Takes the last set-up back, except for what the streamer changed since: an error names it. */
  undo(): Promise<void> {
    return this.#queue.run(async () => {
      await this.#settle();
      const { entry } = this.#parts.journal;
      if (entry?.state !== 'done') throw new ObsNothingToUndoError();
      if (!this.#isSame(entry, await this.#collection())) {
        throw new ObsOtherCollectionError(entry.collection ?? '');
      }
      const kept = await this.#takeBack(entry);
      if (kept.length > 0) throw new ObsChangedSinceError(kept);
    });
  }

  /** To be called at each connection: takes back what was left half made, does again what OBS lost. */
  settle(): Promise<void> {
    return this.#queue.run(async () => {
      const { entry } = this.#parts.journal;
      if (entry?.state === 'undone') await this.#settleBack(entry);
      else if (entry?.state === 'done' && !entry.isKept) await this.#doAgain(entry);
      else await this.#settle();
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #planNow(wish: ObsWish): Promise<SetupPlan> {
    return planFor(await lookAt(this.#parts.calls), wish, this.#parts.addresses());
  }

  /** `former`: of the same set-up, if it was done before. */
  async #carryOut(
    first: SetupPlan,
    seen: ObsLookWithNames,
    wish: ObsWish,
    former: SetupEntry | null = null,
  ): Promise<void> {
    const { journal, clock } = this.#parts;
    let entry: SetupEntry = {
      state: 'doing',
      at: former?.at ?? clock.now(),
      collection: await this.#collection(),
      scenes: [...first.scenes],
      wish: { ...wish, scenes: [...first.scenes] },
      isKept: false,
      records: former?.records ?? [],
    };
    let [plan, look] = [first, seen];
    try {
      for (let round = 1; plan.steps.length > 0 && round <= MOST_ROUNDS; round += 1) {
        entry = await this.#carryOutOnce(plan, look, entry);
        look = await lookAt(this.#parts.calls);
        plan = planFor(look, wish, this.#parts.addresses());
      }
    } catch (failure) {
      await this.#giveUp(failure);
      throw failure;
    }
    await journal.write({ ...entry, state: 'done' });
    this.#changed.fire();
    await this.#keepSoon();
    const [missing] = plan.steps;
    if (missing) throw new ObsNotReachedError(missing.input);
  }

  async #carryOutOnce(
    plan: SetupPlan,
    look: ObsLookWithNames,
    former: SetupEntry,
  ): Promise<SetupEntry> {
    const addresses = this.#parts.addresses();
    const records = plan.steps.flatMap((step) => recordOf(step, look, addresses));
    const entry = { ...former, records: [...former.records, ...records] };
    await this.#parts.journal.write(entry);
    for (const step of plan.steps) await this.#hands.apply(step);
    return entry;
  }

  /** What was done is taken back now, if OBS still answers. */
  async #giveUp(failure: unknown): Promise<void> {
    this.#parts.log.warn('The OBS set-up failed', { failure });
    if (failure instanceof ObsGoneError) return;
    if (failure instanceof ObsSlowError) return this.#settleLater();
    await this.#settle().catch((failure: unknown) => {
      this.#parts.log.warn('The OBS set-up could not be taken back yet', { failure });
      this.#settleLater();
    });
  }

  #settleLater(): void {
    if (this.#owned.isDisposed) return;
    this.#timers.set('settle', SETTLE_AGAIN_MS, () => {
      this.settle().catch((failure: unknown) => {
        // The next connection settles.
        if (!(failure instanceof ObsGoneError)) this.#settleLater();
      });
    });
  }

  async #settle(): Promise<void> {
    const { entry } = this.#parts.journal;
    if (entry?.state === 'doing' || entry?.state === 'undoing') await this.#settleBack(entry);
  }

  async #settleBack(entry: SetupEntry): Promise<void> {
    if (!this.#isSame(entry, await this.#collection())) return;
    const kept = await this.#takeBack(entry);
    this.#parts.log.info('A set-up of OBS that was interrupted has been taken back', {
      kept: kept.length,
    });
  }

  /** What is still there of a set-up that was done shortly before OBS went is left as it is. */
  async #doAgain(entry: SetupEntry): Promise<void> {
    const { calls, addresses, log } = this.#parts;
    const { wish } = entry;
    if (!this.#isSame(entry, await this.#collection())) return;
    const look = await lookAt(calls);
    const isThere = entry.scenes.every((scene) => look.scenes.has(scene));
    const plan = wish && isThere ? planFor(look, wish, addresses()) : null;
    if (!wish || !plan || plan.steps.length === 0) return this.#keepSoon();
    log.info('OBS had not kept a set-up, which is done again', { steps: plan.steps.length });
    await this.#carryOut(plan, look, wish, entry);
  }

  async #takeBack(entry: SetupEntry): Promise<readonly string[]> {
    const { journal, calls, addresses } = this.#parts;
    await journal.write({ ...entry, state: 'undoing' });
    const kept = await takeBack(entry.records, {
      hands: this.#hands,
      addresses: addresses(),
      look: () => lookAt(calls),
    });
    await journal.write({ ...entry, state: 'undone' });
    this.#changed.fire();
    await this.#keepSoon();
    return kept;
  }

  /** Lets OBS save now, and forgets later what it has had the time to save. */
  async #keepSoon(): Promise<void> {
    this.#keepIn(KEPT_AFTER_MS);
    await this.#hands.save();
  }

  #keepIn(ms: number): void {
    if (this.#owned.isDisposed) return;
    this.#timers.set('keep', ms, () => {
      this.#queue
        .run(() => this.#keep(ms > 0))
        .catch((failure: unknown) => {
          // The next connection looks what OBS has kept.
          this.#parts.log.debug('what OBS has kept is not known yet', { failure });
        });
    });
  }

  async #keep(isAsked: boolean): Promise<void> {
    const { journal } = this.#parts;
    // Rejects if OBS is gone.
    if (isAsked) await this.#collection();
    const { entry } = journal;
    if (entry?.state === 'undone') await journal.clear();
    if (entry?.state === 'done' && !entry.isKept) await journal.write({ ...entry, isKept: true });
  }

  async #collection(): Promise<string | null> {
    try {
      const { currentSceneCollectionName: name } =
        await this.#parts.calls.call('GetSceneCollectionList');
      return typeof name === 'string' ? name : null;
    } catch (failure) {
      if (failure instanceof ObsRefusedError) return null;
      throw failure;
    }
  }

  #isSame({ collection }: SetupEntry, present: string | null): boolean {
    return collection === null || present === null || collection === present;
  }
}
