import { assertNever } from '../../shared/events.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { CallPace } from './call-pace.ts';
import { carryOutAll, type EffectHandlers } from './effects.ts';

/**
 * Decides whether the platform still has a session, as pure transitions: what raises doubt, when
 * the list is read, and what it decides. Times are monotonic milliseconds.
 */
export interface Doubt {
  readonly shortLives: number;
  /** Since when upgrades are refused without a success; null: they are not. */
  readonly refusedSince: number | null;
  /** Since when the list is being requested; null: it is not. */
  readonly askingSince: number | null;
  /** When the session was first missing from the list; null: the last list had it. */
  readonly missedAt: number | null;
}

export const NO_DOUBT: Doubt = {
  shortLives: 0,
  refusedSince: null,
  askingSince: null,
  missedAt: null,
};

export type DoubtInput =
  | { readonly type: 'opened' }
  | { readonly type: 'ended'; readonly livedMs: number }
  /** The platform refused an upgrade without saying that the session is unknown. */
  | { readonly type: 'refused' }
  | { readonly type: 'listed' }
  | { readonly type: 'missing' }
  | { readonly type: 'no-list'; readonly isLive: boolean }
  | { readonly type: 'look-due' }
  /** The list has been requested for long enough, including calls without an answer. */
  | { readonly type: 'overdue'; readonly isLive: boolean };

export type DoubtEffect =
  | { readonly type: 'look' }
  | { readonly type: 'plan-look'; readonly inMs: number }
  | { readonly type: 'plan-overdue'; readonly inMs: number }
  | { readonly type: 'end-looks' }
  /** `unseen`: neither a list nor a connection can be had. */
  | { readonly type: 'give-up'; readonly cause: 'session-gone' | 'unseen' };

export interface DoubtStep {
  readonly doubt: Doubt;
  readonly effects: readonly DoubtEffect[];
}

/** A connection that ends earlier may have been closed because its session is gone. */
export const SHORT_LIFE_MS = 5_000;
const SHORT_LIVES = 3;
const REFUSED_MS = 30_000;
/** One list may be stale; the second one decides. */
export const SECOND_LOOK_MS = 5_000;
const NO_LIST_MS = 20_000;

const OVERDUE: DoubtEffect = { type: 'plan-overdue', inMs: NO_LIST_MS };

const step = (doubt: Doubt, ...effects: DoubtEffect[]): DoubtStep => ({ doubt, effects });

/** The doubt after `input`, which happened `at`. */
export function doubtTransition(doubt: Doubt, input: DoubtInput, at: number): DoubtStep {
  switch (input.type) {
    case 'opened':
      return step({ ...doubt, refusedSince: null });
    case 'ended':
      return ended(doubt, input.livedMs, at);
    case 'refused':
      if (doubt.refusedSince !== null) return step(doubt);
      if (doubt.askingSince !== null) return step({ ...doubt, refusedSince: at });
      return step({ ...doubt, refusedSince: at }, { type: 'plan-look', inMs: REFUSED_MS });
    case 'listed':
      return step(NO_DOUBT, { type: 'end-looks' });
    case 'missing':
      return missing(doubt, at);
    case 'no-list':
      return withoutList(doubt, input.isLive, at);
    case 'look-due':
      if (doubt.askingSince !== null) return step(doubt, { type: 'look' });
      if (doubt.refusedSince === null) return step(doubt);
      return step({ ...doubt, askingSince: at }, { type: 'look' }, OVERDUE);
    case 'overdue':
      return doubt.askingSince === null || input.isLive ? step(doubt) : unseen(doubt, at);
    default:
      return assertNever(input);
  }
}

function ended(doubt: Doubt, livedMs: number, at: number): DoubtStep {
  if (livedMs >= SHORT_LIFE_MS) return step({ ...doubt, shortLives: 0 });
  const shortLives = doubt.shortLives + 1;
  if (shortLives < SHORT_LIVES || doubt.askingSince !== null) return step({ ...doubt, shortLives });
  return step({ ...doubt, shortLives, askingSince: at }, { type: 'look' }, OVERDUE);
}

function missing(doubt: Doubt, at: number): DoubtStep {
  const { missedAt, askingSince } = doubt;
  if (missedAt === null) {
    return step(
      { ...doubt, missedAt: at, askingSince: askingSince ?? at },
      { type: 'plan-look', inMs: SECOND_LOOK_MS },
      ...(askingSince === null ? [OVERDUE] : []),
    );
  }
  // Two lists read shortly after each other may both be stale.
  if (at - missedAt < SECOND_LOOK_MS) return step(doubt);
  return step(NO_DOUBT, { type: 'end-looks' }, { type: 'give-up', cause: 'session-gone' });
}

function withoutList(doubt: Doubt, isLive: boolean, at: number): DoubtStep {
  const { askingSince, missedAt } = doubt;
  if (askingSince === null) return step(doubt);
  if (isLive) {
    // Events may still be arriving: only a list can prove otherwise.
    if (missedAt !== null) return step(doubt, { type: 'plan-look', inMs: SECOND_LOOK_MS });
    return step(NO_DOUBT, { type: 'end-looks' });
  }
  const leftMs = askingSince + NO_LIST_MS - at;
  if (leftMs > 0) {
    return step(doubt, { type: 'plan-look', inMs: Math.min(SECOND_LOOK_MS, leftMs) });
  }
  return unseen(doubt, at);
}

/** Keeps asking when giving up is not allowed yet. */
function unseen(doubt: Doubt, at: number): DoubtStep {
  return step({ ...doubt, askingSince: at }, { type: 'plan-look', inMs: SECOND_LOOK_MS }, OVERDUE, {
    type: 'give-up',
    cause: 'unseen',
  });
}

interface SessionWatchOptions {
  readonly clock: Clock;
  readonly pace: CallPace;
  readonly isLive: () => boolean;
  /** Asks for the list; what comes of it is told to `input`. */
  readonly look: () => void;
  /** The platform has the session no more, or is not heard of (`unseen`). */
  readonly onGone: (cause: 'session-gone' | 'unseen') => void;
}

/** Carries out what `doubt` decides about one session. */
export class SessionWatch implements Disposable {
  readonly #effects: EffectHandlers<DoubtEffect> = {
    look: () => this.#look(),
    'plan-look': ({ inMs }) => {
      this.#timers.set('look', inMs, () => this.input({ type: 'look-due' }));
    },
    'plan-overdue': ({ inMs }) => {
      const { isLive } = this.#options;
      this.#timers.set('overdue', inMs, () => this.input({ type: 'overdue', isLive: isLive() }));
    },
    'end-looks': () => this.#timers.dispose(),
    'give-up': ({ cause }) => this.#options.onGone(cause),
  };
  readonly #options: SessionWatchOptions;
  readonly #timers: NamedTimers;
  #doubt: Doubt = NO_DOUBT;
  #isOver = false;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  input(input: DoubtInput): void {
    if (this.#isOver) return;
    const { doubt, effects } = doubtTransition(this.#doubt, input, this.#options.clock.monotonic());
    this.#doubt = doubt;
    carryOutAll(this.#effects, effects);
  }

  dispose(): void {
    this.#isOver = true;
    this.#timers.dispose();
  }

  #look(): void {
    const { pace, look } = this.#options;
    const { restMs } = pace;
    if (restMs > 0) this.#timers.set('look', restMs, () => this.#look());
    else look();
  }
}
