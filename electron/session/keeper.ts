import { assertNever } from '../../shared/events.ts';
import type { Gap, Lifeline } from '../../shared/lifeline.ts';
import type { SessionStatus } from '../../shared/status.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { acquireSession } from './acquire.ts';
import { Coverage } from './coverage.ts';
import { LifeLog } from './life-log.ts';
import { Line, type LineOptions } from './line.ts';
import type { LineState } from './line-machine.ts';
import {
  type KeeperEffect,
  type KeeperInput,
  type KeeperState,
  linesOf,
  type Purpose,
  type RollOverTime,
  type SessionRef,
  transition,
} from './machine.ts';
import { NamedTimers } from './named-timers.ts';
import { OverlapGuard } from './overlap-guard.ts';
import type { ListedSession, SessionMemory } from './ports.ts';
import { SLOTS_MAX, slotsOf, slotsUsed } from './slots.ts';
import { type KeeperStatus, phaseOf } from './status.ts';
import { SteadyBackoff } from './steady-backoff.ts';
import { takeBack } from './take-back.ts';
import { isExpired } from './times.ts';

export interface KeeperOptions
  extends Omit<LineOptions, 'hooks' | 'onChange' | 'onRenewed' | 'onPong'> {
  readonly memory: SessionMemory;
  /** Whose stream this is; null until it is known. */
  readonly channelId: () => string | null;
}

const GAPS_MOST = 100;
/** Timers of a busy machine come late. */
const SLACK_MS = 5_000;

/**
 * Keeps one live stream going over all sessions and connections: carries out what `machine.ts`
 * decides, watches the coverage, and filters what two sessions deliver twice.
 */
export class SessionKeeper implements Disposable {
  readonly #options: KeeperOptions;
  readonly #timers: NamedTimers;
  readonly #backoff: SteadyBackoff;
  readonly #lines = new Map<number, Line>();
  readonly #statusChanges: Emitter<KeeperStatus>;
  readonly #lifelineChanges: Emitter<Lifeline>;
  readonly #gapChanges: Emitter<Gap>;
  readonly #heardMarks: Emitter<number>;
  readonly #coverage: Coverage;
  readonly #overlap: OverlapGuard;
  readonly #life: LifeLog;
  #state: KeeperState = { name: 'stopped' };
  #lastLine = 0;
  /** Every start and stop is a run of its own: an answer that an earlier one asked for is void. */
  #run = 0;
  #wasLive = false;
  #retryAfterMs = 0;
  #nextRollOverAt: number | null = null;
  /** Keys of the sessions that take a slot, as last listed; null: not looked yet. */
  #slots: readonly string[] | null = null;
  #gaps: readonly Gap[] = [];
  #lastStatus = '';

  constructor(options: KeeperOptions) {
    const { clock, random, log, times } = options;
    this.#options = options;
    this.#timers = new NamedTimers(clock);
    this.#backoff = new SteadyBackoff(clock, random);
    const onFailure = (failure: unknown) => log.error('a keeper listener failed', { failure });
    this.#statusChanges = new Emitter(onFailure);
    this.#lifelineChanges = new Emitter(onFailure);
    this.#gapChanges = new Emitter(onFailure);
    this.#heardMarks = new Emitter(onFailure);
    this.#overlap = new OverlapGuard(clock, times.copyMs);
    this.#life = new LifeLog(clock);
    const silenceMs = times.pingIntervalMs + times.pongDeadlineMs + SLACK_MS;
    this.#coverage = new Coverage(clock, silenceMs, (closed) => this.#coverageChanged(closed));
  }

  get onStatus(): Subscribe<KeeperStatus> {
    return this.#statusChanges.on;
  }

  /** Something to see on the timeline changed. */
  get onLifeline(): Subscribe<Lifeline> {
    return this.#lifelineChanges.on;
  }

  /** A gap that is over. */
  get onGap(): Subscribe<Gap> {
    return this.#gapChanges.on;
  }

  /** Says after every PONG when something was last heard, epoch milliseconds: for after a crash. */
  get onHeard(): Subscribe<number> {
    return this.#heardMarks.on;
  }

  get lifeline(): Lifeline {
    const { openGap } = this.#coverage;
    return { events: this.#life.events, gaps: this.#gaps, openGap };
  }

  get status(): KeeperStatus {
    const lines = this.#held();
    const states = lines.map((line) => line.state);
    const { phase, reason } = phaseOf(this.#state, states, this.#wasLive);
    return { phase, reason, session: this.#sessionStatus(lines) };
  }

  /** An earlier run ended without a word; it last heard something then (epoch milliseconds). */
  resumeAfterCrash(heardAt: number): void {
    this.#coverage.resumeAfterCrash(heardAt);
  }

  /** Gaps of earlier runs, oldest first, for the timeline. */
  rememberGaps(gaps: readonly Gap[]): void {
    this.#gaps = [...gaps, ...this.#gaps].slice(-GAPS_MOST);
  }

  /** Begins, or tries again at once when it is resting or blocked. Never rejects. */
  async start(): Promise<void> {
    if (this.#state.name === 'running' || this.#state.name === 'acquiring') return;
    const { memory, clock, times, log } = this.#options;
    this.#run += 1;
    const run = this.#run;
    const kept = await memory.load().catch((failure: unknown) => {
      log.warn('the last session could not be read', { failure });
      return null;
    });
    if (run !== this.#run) return;
    const session = kept && !isExpired(kept.createdAt, clock.now(), times) ? kept : null;
    this.#input({ type: 'start', session, next: this.#number() });
  }

  /** `wanted`: nobody expects events from here on. Else the time until the next start is a gap. */
  stop(wanted: boolean): void {
    this.#run += 1;
    if (wanted) this.#coverage.stop();
    if (this.#state.name === 'stopped') return;
    this.#input({ type: 'stop' });
    this.#note('stopped');
    this.#wasLive = false;
  }

  /** The machine woke up or changed networks: finds out now. */
  probe(): void {
    for (const line of this.#held()) line.probe();
    if (this.#state.name === 'resting') this.#input({ type: 'retry-due' });
  }

  /** More scopes may have been granted: looks at the subscriptions now. */
  recheck(): void {
    for (const line of this.#held()) line.check();
  }

  /** Takes the subscriptions off the sessions that are held now, see `takeBack`. Never rejects. */
  unsubscribe(): Promise<void> {
    const { sessions, log } = this.#options;
    return takeBack(sessions, this.#held(), log);
  }

  dispose(): void {
    this.stop(true);
    for (const line of this.#lines.values()) line.dispose();
    this.#timers.dispose();
    this.#overlap.dispose();
    for (const emitter of [this.#statusChanges, this.#lifelineChanges, this.#gapChanges]) {
      emitter.dispose();
    }
    this.#heardMarks.dispose();
  }

  #number(): number {
    this.#lastLine += 1;
    return this.#lastLine;
  }

  #held(): readonly Line[] {
    return linesOf(this.#state).flatMap((number) => this.#lines.get(number) ?? []);
  }

  #input(input: KeeperInput): void {
    const before = this.#state;
    const { state, effects } = transition(before, input);
    this.#state = state;
    if (state.name !== before.name) {
      this.#options.log.debug('keeper', { from: before.name, to: state.name, by: input.type });
    }
    for (const effect of effects) this.#carryOut(effect);
    if (state.name === 'blocked' && before.name !== 'blocked') this.#note('blocked', state.reason);
    this.#publish();
  }

  #carryOut(effect: KeeperEffect): void {
    switch (effect.type) {
      case 'acquire':
        void this.#acquire(effect.purpose);
        break;
      case 'open-line':
        this.#openLine(effect.line, effect.session, effect.fresh);
        break;
      case 'close-line':
        this.#lines.get(effect.line)?.dispose();
        break;
      case 'begin-overlap':
        this.#overlap.begin(effect.old, effect.next);
        break;
      case 'end-overlap':
        this.#timers.clear('overlap');
        this.#overlap.end();
        break;
      case 'plan-overlap-end':
        this.#timers.set('overlap', this.#options.times.overlapMs, () =>
          this.#input({ type: 'overlap-over' }),
        );
        break;
      case 'plan-roll-over':
        this.#planRollOver(effect.session, effect.when);
        break;
      case 'plan-retry':
        this.#planRetry(effect.reason);
        break;
      case 'remember':
        void this.#remember(effect.session);
        break;
      case 'rolled-over':
        this.#note('rolled-over');
        break;
      case 'end-timers':
        this.#timers.dispose();
        this.#nextRollOverAt = null;
        this.#overlap.dispose();
        break;
      default:
        assertNever(effect);
    }
  }

  async #acquire(purpose: Purpose): Promise<void> {
    const { classify, log } = this.#options;
    const run = this.#run;
    try {
      const result = await acquireSession(purpose, {
        ...this.#options,
        onListed: (listed) => this.#listed(listed),
      });
      if (run !== this.#run) return;
      if (result.type === 'no-slot') {
        this.#notAcquired('no-slot', 'no-free-slot');
        return;
      }
      this.#note('session-created');
      this.#input({ type: 'acquired', session: result.session, next: this.#number() });
    } catch (failure) {
      if (run !== this.#run) return;
      const { verdict, reason, retryAfterMs } = classify(failure);
      log.warn('no session could be had', { reason, failure });
      this.#retryAfterMs = retryAfterMs;
      const needsSignIn = verdict === 'sign-in' || verdict === 'grant-revoked';
      this.#notAcquired(needsSignIn ? 'sign-in' : 'unavailable', reason);
    }
  }

  #notAcquired(refusal: 'no-slot' | 'unavailable' | 'sign-in', reason: string): void {
    this.#note('session-refused', reason);
    this.#input({ type: 'not-acquired', refusal, reason, next: this.#number() });
  }

  #openLine(number: number, session: SessionRef, fresh: boolean): void {
    const line = new Line(session, fresh, {
      ...this.#options,
      receive: (text) => this.#receive(number, text),
      hooks: {
        onListed: (listed) => this.#listed(listed),
        onSubscribing: (kind) => this.#overlap.subscribing(number, kind),
        onProved: () => this.#coverage.proved(),
      },
      onChange: (state, before) => this.#lineChanged(number, state, before),
      onRenewed: () => this.#note('renewed'),
      onPong: () => {
        this.#heardMarks.fire(this.#coverage.heardAt);
        this.#publish();
      },
    });
    this.#lines.set(number, line);
  }

  #receive(line: number, text: string): { readonly isPong: boolean } {
    this.#coverage.heard(line);
    const isCopy = !this.#overlap.admits(line, text);
    const result = isCopy ? { isPong: false } : this.#options.receive(text);
    if (!result.isPong) this.#coverage.proved();
    return result;
  }

  #lineChanged(line: number, state: LineState, before: LineState): void {
    if (state.name === 'live' && before.name !== 'live') {
      this.#backoff.wentLive();
      this.#wasLive = true;
      this.#coverage.lineLive(line);
      this.#note('live');
      this.#input({ type: 'line-live', line });
    } else if (state.name !== 'live' && before.name === 'live') {
      const reason = this.#lossOf(state);
      // A live line is refused only when the platform has ended the grant.
      const grantEnded = state.name === 'over' && state.cause === 'refused';
      this.#coverage.lineLost(line, reason ?? 'signed-out', grantEnded);
      if (reason) this.#note('lost', reason);
      this.#input({ type: 'line-lost', line });
    }
    if (state.name === 'waiting') this.#wasLive = true;
    if (state.name === 'over') {
      this.#lines.delete(line);
      const { cause, reason } = state;
      if (cause !== 'closed') this.#input({ type: 'line-over', line, cause, reason });
    }
    this.#publish();
  }

  /** Why a line is not live any more; null: we closed it, and nothing is the matter with it. */
  #lossOf(state: LineState): string | null {
    if (state.name !== 'over' || state.cause !== 'closed') {
      return 'reason' in state ? state.reason : null;
    }
    if (this.#state.name === 'blocked') return this.#state.reason;
    return this.#state.name === 'acquiring' ? 'no-free-slot' : null;
  }

  #coverageChanged(closed: Gap | null): void {
    if (closed) {
      this.#gaps = [...this.#gaps, closed].slice(-GAPS_MOST);
      this.#options.log.warn('gap', { from: closed.from, to: closed.to, reason: closed.reason });
      this.#gapChanges.fire(closed);
    }
    this.#lifelineChanges.fire(this.lifeline);
  }

  #planRollOver(session: SessionRef, when: RollOverTime): void {
    const { clock, times } = this.#options;
    const age = when === 'at-expiry' ? times.sessionValidityMs : times.rollOverAfterMs;
    const soonest = clock.now() + (when === 'soon' ? times.rollOverAgainMs : 0);
    this.#nextRollOverAt = Math.max(session.createdAt + age, soonest);
    const delayMs = Math.max(0, this.#nextRollOverAt - clock.now());
    this.#timers.set('roll-over', delayMs, () => this.#input({ type: 'roll-over-due' }));
  }

  #planRetry(reason: string): void {
    const waitMs = Math.max(this.#backoff.next(), this.#retryAfterMs);
    this.#retryAfterMs = 0;
    this.#wasLive = true;
    this.#options.log.info('asking for a session again', { reason, waitMs: Math.round(waitMs) });
    this.#timers.set('retry', waitMs, () => this.#input({ type: 'retry-due' }));
  }

  async #remember(session: SessionRef | null): Promise<void> {
    const { memory, log } = this.#options;
    try {
      await (session ? memory.save(session) : memory.forget());
    } catch (failure) {
      log.warn('the session could not be kept for a restart', { failure });
    }
  }

  #listed(listed: readonly ListedSession[]): void {
    const taken = slotsOf(this.#options.channelId(), listed);
    this.#slots = taken.map(({ sessionKey }) => sessionKey);
  }

  #note(...event: Parameters<LifeLog['add']>): void {
    this.#life.add(...event);
    this.#lifelineChanges.fire(this.lifeline);
  }

  #sessionStatus(lines: readonly Line[]): SessionStatus | null {
    const line = lines.findLast(({ state }) => state.name === 'live');
    if (line?.state.name !== 'live') return null;
    return {
      createdAt: line.session.createdAt,
      ...line.details,
      nextRollOverAt: this.#nextRollOverAt,
      subscribed: line.state.subscribed,
      slotsUsed: slotsUsed(this.#slots, lines),
      slotsMax: SLOTS_MAX,
    };
  }

  #publish(): void {
    const { status } = this;
    const now = JSON.stringify(status);
    if (now === this.#lastStatus) return;
    this.#lastStatus = now;
    this.#statusChanges.fire(status);
  }
}
