import { assertNever } from '../../shared/events.ts';

/**
 * Whether the platform still has a session, as pure transitions: what raises the suspicion that it
 * does not, when the list is asked, and what the answer decides. Times are monotonic milliseconds.
 */
export interface Doubt {
  /** Connections in a row that ended young. */
  readonly shortLives: number;
  /** Since when upgrades are refused without one that opened; null: they are not. */
  readonly refusedSince: number | null;
  /** Since when the list is asked for; null: nobody asks. */
  readonly askingSince: number | null;
  /** When the session was first not in the list; null: it was when that was last read. */
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
  /** A connection ended that had been open for so long. */
  | { readonly type: 'ended'; readonly livedMs: number }
  /** The platform refused an upgrade, without saying that it does not know the session. */
  | { readonly type: 'refused' }
  | { readonly type: 'listed' }
  | { readonly type: 'missing' }
  | { readonly type: 'no-list'; readonly isLive: boolean }
  | { readonly type: 'look-due' }
  /** The list has been asked for long enough, also by a call that nobody answers. */
  | { readonly type: 'overdue'; readonly isLive: boolean };

export type DoubtEffect =
  /** Ask for the list now. */
  | { readonly type: 'look' }
  | { readonly type: 'plan-look'; readonly inMs: number }
  | { readonly type: 'plan-overdue'; readonly inMs: number }
  | { readonly type: 'end-looks' }
  /** `unseen`: no list is to be had, and no connection. */
  | { readonly type: 'give-up'; readonly cause: 'session-gone' | 'unseen' };

export interface DoubtStep {
  readonly doubt: Doubt;
  readonly effects: readonly DoubtEffect[];
}

/** A connection that ends younger than this may have been closed because the session is gone. */
export const SHORT_LIFE_MS = 5_000;
const SHORT_LIVES = 3;
const REFUSED_MS = 30_000;
/** One list may be stale; the second one decides. */
const SECOND_LOOK_MS = 5_000;
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
  // Two lists a moment apart may both be stale.
  if (at - missedAt < SECOND_LOOK_MS) return step(doubt);
  return step(NO_DOUBT, { type: 'end-looks' }, { type: 'give-up', cause: 'session-gone' });
}

function withoutList(doubt: Doubt, isLive: boolean, at: number): DoubtStep {
  const { askingSince, missedAt } = doubt;
  if (askingSince === null) return step(doubt);
  if (isLive) {
    // Events may well flow: only a list can say that they do not.
    if (missedAt !== null) return step(doubt, { type: 'plan-look', inMs: SECOND_LOOK_MS });
    return step(NO_DOUBT, { type: 'end-looks' });
  }
  const leftMs = askingSince + NO_LIST_MS - at;
  if (leftMs > 0) {
    return step(doubt, { type: 'plan-look', inMs: Math.min(SECOND_LOOK_MS, leftMs) });
  }
  return unseen(doubt, at);
}

/** Whoever may not give up now goes on asking. */
function unseen(doubt: Doubt, at: number): DoubtStep {
  return step({ ...doubt, askingSince: at }, { type: 'plan-look', inMs: SECOND_LOOK_MS }, OVERDUE, {
    type: 'give-up',
    cause: 'unseen',
  });
}
