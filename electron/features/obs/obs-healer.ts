import type { HealCode, HealStep, ObsHeal } from '../../../shared/contract/obs.ts';
import type { Clock } from '../../base/clock.ts';
import { delay } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { PageServer } from '../../server/ports.ts';
import {
  decideHealing,
  type HealDecision,
  MOST_TRIES,
  newPatient,
  type Patient,
  stageOf,
} from './heal-decision.ts';
import { type HealSource, type SeenPage, type Sign, signsOf, sourcesIn } from './heal-signs.ts';
import type { ObsCalls } from './obs-calls.ts';
import { ObsGoneError } from './obs-errors.ts';
import { type FixHands, refreshOf } from './obs-fixes.ts';
import type { ObsLook } from './obs-look.ts';
import type { AskPages, Lives, ObsWatch } from './obs-watch.ts';
import { freshAddress, type OurAddresses, renewedAddress } from './our-address.ts';

export interface HealerParts {
  readonly calls: ObsCalls;
  readonly look: () => Promise<ObsLook>;
  readonly hands: Pick<FixHands, 'setSettings' | 'save'>;
  /** Makes a source anew in place, with this address. */
  readonly recreate: (source: string, url: string) => Promise<void>;
  readonly addresses: () => OurAddresses;
  readonly watch: Pick<ObsWatch, 'alone'>;
  /** Whether a page is there. */
  readonly isServed: (url: string) => Promise<boolean>;
  /** null until pages are served. */
  readonly pages: () => Pick<PageServer['beacons'], 'searchOf' | 'showingIn'> | null;
  /** The alert on screen; null: none. */
  readonly alertNow: () => number | null;
  readonly onPages: Subscribe<unknown>;
  readonly isConnected: () => boolean;
  readonly onConnection: Subscribe<unknown>;
  readonly settings: () => { readonly heals: boolean | null; readonly replaysMissed: boolean };
  /** Plays again what nobody saw since then, and answers how many. */
  readonly replayMissed: (since: number) => number;
  readonly note: (name: `overlay-${HealStep | 'healed' | 'given-up'}`, code: HealCode) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** While every page answers: a page that goes tells so by itself, one that freezes does not. */
const CALM_MS = 2_000;
/** While one does not, and where it may be decided otherwise at once. */
const BEAT_MS = 1_500;
const URGENT_MS = 250;
/** For an answer, once a page has been silent for longer. */
const SHORT_MS = 700;
/** Time for a page to come back, and how often that is looked for. */
const RELOAD_MS = 8_000;
const AWAIT_MS = 200;
/** A trouble that comes again within this time is the same one: its tries count on. */
const QUIET_MS = 120_000;

/** After these, other sources may be there. */
const RELEVANT = [
  'CurrentProgramSceneChanged',
  'CurrentSceneCollectionChanged',
  'InputCreated',
  'InputNameChanged',
  'InputRemoved',
  'SceneItemCreated',
  'SceneItemEnableStateChanged',
  'SceneItemRemoved',
] as const;

/** Watches over the pages in OBS and brings back those that show nothing new. */
export class ObsHealer implements Disposable {
  readonly onChange: Subscribe<void>;
  readonly #parts: HealerParts;
  readonly #owned = new DisposableStore();
  readonly #timers: NamedTimers;
  readonly #changes: Emitter<void>;
  readonly #patients = new Map<string, Patient>();
  #sources: readonly HealSource[] = [];
  /** OBS may have other sources by now. */
  #isStale = true;
  /** The sources whose page answered before. */
  #seenWell: ReadonlySet<string> = new Set();
  #ailments: ObsHeal['ailments'] = [];
  #last: ObsHeal['last'] = null;
  /** When every page answered last, epoch milliseconds. */
  #wellAt: number;

  constructor(parts: HealerParts) {
    this.#parts = parts;
    const { clock, log, calls } = parts;
    this.#wellAt = clock.now();
    this.#timers = this.#owned.add(new NamedTimers(clock));
    this.#changes = this.#owned.add(
      new Emitter<void>((failure) => log.error('a listener of healing failed', { failure })),
    );
    this.onChange = this.#changes.on;
    const lookAgain = (): void => {
      this.#isStale = true;
    };
    for (const event of RELEVANT) this.#owned.add(toDisposable(calls.on(event, lookAgain)));
    const forget = ({ inputName }: { readonly inputName: string }): void => {
      this.#patients.delete(inputName);
      this.#seenWell = new Set([...this.#seenWell].filter((name) => name !== inputName));
    };
    this.#owned.add(toDisposable(calls.on('InputRemoved', forget)));
    this.#owned.add(
      parts.onPages(() => {
        lookAgain();
        if (this.#timers.has('beat')) this.#next(URGENT_MS);
      }),
    );
    this.#owned.add(parts.onConnection(() => this.#begin()));
    this.#begin();
  }

  get state(): ObsHeal {
    const { heals, replaysMissed } = this.#parts.settings();
    const on = heals === true;
    return { on, replays: replaysMissed, ailments: this.#ailments, last: this.#last };
  }

  /** Begins again with what was given up, whether it is on or not. */
  heal(): void {
    for (const patient of this.#patients.values()) {
      Object.assign(patient, { tries: 0, isGivenUp: false, isAsked: true });
    }
    this.#next(0);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Another OBS, or the same with other pages. */
  #begin(): void {
    this.#isStale = true;
    this.#wellAt = this.#parts.clock.now();
    this.#patients.clear();
    this.#seenWell = new Set();
    this.#show([]);
    if (this.#parts.isConnected()) this.#next(0);
    else this.#timers.clear('beat');
  }

  #next(ms: number): void {
    if (!this.#owned.isDisposed) this.#timers.set('beat', ms, () => void this.#beat());
  }

  get #isNeeded(): boolean {
    const isAsked = [...this.#patients.values()].some((patient) => patient.isAsked);
    return this.#parts.isConnected() && (this.#parts.settings().heals === true || isAsked);
  }

  get #isUneasy(): boolean {
    return [...this.#patients.values()].some(({ illSince }) => illSince !== null);
  }

  async #beat(): Promise<void> {
    if (!this.#isNeeded) {
      this.#show([]);
      if (this.#parts.isConnected()) this.#next(CALM_MS);
      return;
    }
    let nextMs = BEAT_MS;
    try {
      nextMs = await this.#parts.watch.alone((ask) => this.#round(ask));
    } catch (failure) {
      // The next connection begins anew.
      if (!(failure instanceof ObsGoneError)) {
        this.#parts.log.warn('OBS could not be looked at for healing', { failure });
      }
    }
    if (this.#parts.isConnected()) this.#next(nextMs);
  }

  /** Looks once, and does at most one thing. Answers when to look again. */
  async #round(ask: AskPages): Promise<number> {
    const pages = this.#seen(await ask(this.#isUneasy ? SHORT_MS : undefined));
    if (this.#isStale) await this.#readSources();
    const signs = signsOf(this.#sources, pages);
    const ill = new Set(signs.map(({ source }) => source.name));
    for (const [name, patient] of this.#patients) if (!ill.has(name)) this.#well(name, patient);
    const healthy = this.#sources.map(({ name }) => name).filter((name) => !ill.has(name));
    const known = this.#sources.filter(({ name }) => this.#seenWell.has(name));
    this.#seenWell = new Set([...healthy, ...known.map(({ name }) => name)]);
    if (signs.length === 0) this.#wellAt = this.#parts.clock.now();
    for (const sign of signs) this.#count(sign);
    const decided = signs.map((sign) => ({ sign, decision: this.#decide(sign) }));
    this.#show(decided.flatMap(({ sign, decision }) => this.#ailment(sign, decision)));
    for (const { sign, decision } of decided) {
      if (decision.type !== 'heal') continue;
      await this.#treat(sign, decision.step, ask);
      break;
    }
    if (signs.length === 0) return CALM_MS;
    return decided.some(({ decision }) => isSoon(decision)) ? URGENT_MS : BEAT_MS;
  }

  async #readSources(): Promise<void> {
    this.#isStale = false;
    const { look, addresses, isServed } = this.#parts;
    const sources = sourcesIn(await look(), addresses());
    // An old address that still has a page is that of another Stagelight on this computer.
    const isOurs = await Promise.all(
      sources.map(async ({ address, url }) => address === 'current' || !(await isServed(url))),
    );
    this.#sources = sources.filter((_, index) => isOurs[index]);
  }

  #seen(lives: Lives): readonly SeenPage[] {
    const pages = this.#parts.pages();
    return [...lives].flatMap(([page, life]) => {
      const search = pages?.searchOf(page) ?? null;
      return search === null ? [] : [{ page, search, life }];
    });
  }

  #count({ source: { name }, code }: Sign): void {
    const now = this.#parts.clock.monotonic();
    const former = this.#patients.get(name);
    const patient = former ?? newPatient(code);
    if (patient.illSince === null) Object.assign(patient, { illSince: now, looks: 0 });
    if (patient.code !== code) patient.looks = 0;
    patient.code = code;
    patient.looks += 1;
    this.#patients.set(name, patient);
  }

  /** What is well for a while is forgotten. */
  #well(name: string, patient: Patient): void {
    const now = this.#parts.clock.monotonic();
    if (patient.illSince !== null) {
      if (patient.step !== null) this.#tell(name, patient, patient.step, true);
      const healthy = {
        illSince: null,
        wellSince: now,
        isAsked: false,
        isGivenUp: false,
        step: null,
      };
      Object.assign(patient, healthy);
    }
    if (now - patient.wellSince >= QUIET_MS) this.#patients.delete(name);
  }

  #decide({ source, code, pages }: Sign): HealDecision {
    const { clock, settings, alertNow } = this.#parts;
    const patient = this.#patients.get(source.name) ?? newPatient(code);
    const now = clock.monotonic();
    const alert = alertNow();
    const beacons = this.#parts.pages();
    return decideHealing({
      code,
      forMs: now - (patient.illSince ?? now),
      looks: patient.looks,
      wasWell: this.#seenWell.has(source.name),
      tries: patient.tries,
      sinceTryMs: now - patient.triedAt,
      isOn: settings().heals === true,
      isAsked: patient.isAsked,
      isAlertShowing: alert !== null && pages.some((page) => beacons?.showingIn(page) === alert),
      canRecreate: !source.isInGroup,
    });
  }

  #ailment({ source, code }: Sign, decision: HealDecision): ObsHeal['ailments'] {
    const patient = this.#patients.get(source.name);
    if (!patient || decision.type === 'leave') return [];
    if (decision.type === 'give-up') this.#giveUp(source.name, patient);
    const triesLeft = MOST_TRIES - patient.tries;
    return [
      { source: source.name, code, stage: stageOf(decision, this.#parts.clock.now()), triesLeft },
    ];
  }

  #giveUp(source: string, patient: Patient): void {
    if (patient.isGivenUp) return;
    Object.assign(patient, { isGivenUp: true, isAsked: false });
    this.#parts.log.warn('the overlay in OBS could not be healed', { source, code: patient.code });
    this.#parts.note('overlay-given-up', patient.code);
  }

  async #treat(sign: Sign, step: HealStep, ask: AskPages): Promise<void> {
    const { clock, log, note } = this.#parts;
    const { source, code } = sign;
    const patient = this.#patients.get(source.name);
    if (!patient) return;
    log.info('the overlay in OBS shows nothing new', { source: source.name, code, step });
    note(`overlay-${step}`, code);
    patient.step = step;
    let isWell = false;
    try {
      await this.#take(source, step);
      // The button changes nothing that OBS keeps.
      if (step !== 'refresh') await this.#parts.hands.save();
      // The old source's end is not this one's.
      this.#patients.set(source.name, patient);
      isWell = await this.#isBack(source.name, ask);
    } catch (failure) {
      if (failure instanceof ObsGoneError) throw failure;
      log.warn('healing the overlay in OBS failed', { failure, step });
    }
    patient.tries += 1;
    patient.triedAt = clock.monotonic();
    if (isWell) {
      this.#ailments = this.#ailments.filter((each) => each.source !== source.name);
      this.#well(source.name, patient);
    } else {
      this.#tell(source.name, patient, step, false);
    }
  }

  /** What came of a step. `illSince` tells how long it took. */
  #tell(source: string, patient: Patient, step: HealStep, healed: boolean): void {
    const { clock, log, note, settings, replayMissed } = this.#parts;
    const { code, illSince } = patient;
    const now = clock.monotonic();
    const tookMs = Math.round(now - (illSince ?? now));
    if (healed) note('overlay-healed', code);
    const replayed = healed && settings().replaysMissed ? replayMissed(this.#wellAt) : 0;
    log.info('the overlay in OBS was healed', { source, step, healed, tookMs, replayed });
    this.#last = { at: clock.now(), source, code, step, healed, tookMs, replayed };
    this.#changed();
  }

  async #take(source: HealSource, step: HealStep): Promise<void> {
    const { calls, hands, addresses, clock } = this.#parts;
    const url = this.#currentUrl(source);
    switch (step) {
      case 'refresh':
        await calls.call('PressInputPropertiesButton', refreshOf(source.name));
        return;
      case 'renew':
        return hands.setSettings(source.name, { url: renewedAddress({ url }, addresses()) });
      case 'fresh-address':
        return hands.setSettings(source.name, { url: freshAddress(url, clock.now()) });
      case 'recreate':
        return this.#parts.recreate(source.name, freshAddress(url, clock.now()));
    }
  }

  #currentUrl({ url, address }: HealSource): string {
    return address === 'old' ? renewedAddress({ url }, this.#parts.addresses()) : url;
  }

  /** Whether a page of the source, at the address that it has now, answers in time. */
  async #isBack(name: string, ask: AskPages): Promise<boolean> {
    const { clock } = this.#parts;
    const until = clock.monotonic() + RELOAD_MS;
    await this.#readSources();
    while (clock.monotonic() < until) {
      await delay(clock, AWAIT_MS);
      const signs = signsOf(this.#sources, this.#seen(await ask(SHORT_MS)));
      if (!signs.some(({ source }) => source.name === name)) return true;
    }
    return false;
  }

  #show(ailments: ObsHeal['ailments']): void {
    if (ailments.length === 0 && this.#ailments.length === 0) return;
    this.#ailments = ailments;
    this.#changed();
  }

  #changed(): void {
    if (!this.#owned.isDisposed) this.#changes.fire();
  }
}

/** Whether it may be decided otherwise at once. */
function isSoon({ type }: HealDecision): boolean {
  return type === 'leave' || type === 'heal' || type === 'alert';
}
