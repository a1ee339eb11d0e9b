/** What can be undone and done again, of any value that is kept whole. */
export interface History<T> {
  /** Oldest first. */
  readonly past: readonly T[];
  /** Next to be done again first. */
  readonly future: readonly T[];
  /** What the latest step belongs to, and when it last grew (epoch milliseconds). */
  readonly step: { readonly tag: string; readonly at: number } | null;
}

export const NO_HISTORY: History<never> = { past: [], future: [], step: null };

/** Steps kept at most. */
export const STEPS_MAX = 100;

/** A change of the same thing this soon after the last one is the same step, milliseconds. */
export const SAME_STEP_MS = 1_000;

interface Step {
  /** Names what is changed; null: a step of its own. */
  readonly tag: string | null;
  readonly at: number;
  /** A gesture is one step however long it takes. */
  readonly gesture?: boolean;
}

/** Before a change: keeps what was, unless the change goes on with the latest step. */
export function withStep<T>(history: History<T>, before: T, step: Step): History<T> {
  const { tag, at, gesture = false } = step;
  const last = history.step;
  const goesOn =
    tag !== null &&
    last?.tag === tag &&
    history.past.length > 0 &&
    (gesture || at - last.at < SAME_STEP_MS);
  return {
    past: goesOn ? history.past : [...history.past, before].slice(-STEPS_MAX),
    future: [],
    step: tag === null ? null : { tag, at },
  };
}

export interface Moved<T> {
  readonly history: History<T>;
  readonly value: T;
}

/** One step back from `present`; null: there is none. */
export function undone<T>(history: History<T>, present: T): Moved<T> | null {
  const value = history.past.at(-1);
  if (value === undefined) return null;
  const past = history.past.slice(0, -1);
  return { value, history: { past, future: [present, ...history.future], step: null } };
}

/** One step forward from `present`; null: there is none. */
export function redone<T>(history: History<T>, present: T): Moved<T> | null {
  const [value, ...future] = history.future;
  if (value === undefined) return null;
  return { value, history: { past: [...history.past, present], future, step: null } };
}
