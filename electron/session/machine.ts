import { assertNever } from '../../shared/events.ts';

/**
 * Decides which session carries the stream, as pure transitions: create one, roll over to the next
 * before its 12 hours end, or start over. `link-machine.ts` covers what happens on a session. Links
 * are numbered.
 */

export interface SessionRef {
  /** WebSocket address; holds the sessionKey and is a secret. */
  readonly url: string;
  readonly sessionKey: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export type RollOver =
  | { readonly phase: 'none' }
  /** Requesting the new session while the old one continues. */
  | { readonly phase: 'acquiring' }
  /** The new session connects and subscribes while the old one continues. */
  | { readonly phase: 'starting'; readonly link: number; readonly session: SessionRef }
  /** Both deliver; duplicates are filtered. */
  | { readonly phase: 'overlapping'; readonly link: number; readonly session: SessionRef };

/**
 * `first`: nothing is live. `roll-over`: only if a slot is free. `make-room`: no slot was free, so
 * the old connection was closed. `replace`: the present session is silent.
 */
export type Purpose = 'first' | 'roll-over' | 'make-room' | 'replace';

export interface Fallback {
  readonly session: SessionRef;
  /** When its roll-over is due after the fallback. */
  readonly rollOver: RollOverTime;
}

export type KeeperState =
  | { readonly name: 'stopped' }
  /** `fallback`: the session to return to if no new one can be created. */
  | { readonly name: 'acquiring'; readonly fallback: Fallback | null }
  | { readonly name: 'resting'; readonly reason: string }
  | {
      readonly name: 'running';
      readonly link: number;
      readonly session: SessionRef;
      readonly rollOver: RollOver;
    }
  /** The streamer must act: sign in again or grant a scope. */
  | { readonly name: 'blocked'; readonly reason: string };

/**
 * `planned`: at its usual age. `soon`: the last attempt failed. `at-expiry`: making room did not
 * help, so nothing is tried before the session ends.
 */
export type RollOverTime = 'planned' | 'soon' | 'at-expiry';

/** `still-there`: the session to be replaced is still alive. */
export type Refusal = 'no-slot' | 'unavailable' | 'sign-in' | 'still-there';

export type KeeperInput =
  /** `session`: kept from an earlier run, or null. `next`: number of the link to open. */
  | { readonly type: 'start'; readonly session: SessionRef | null; readonly next: number }
  | { readonly type: 'stop' }
  | { readonly type: 'acquired'; readonly session: SessionRef; readonly next: number }
  | {
      readonly type: 'not-acquired';
      readonly refusal: Refusal;
      readonly reason: string;
      readonly next: number;
    }
  /** The next session brings all that the present one does; said more than once. */
  | { readonly type: 'line-live'; readonly link: number }
  /** It does not, or not any more, but may again. */
  | { readonly type: 'line-lost'; readonly link: number }
  | {
      readonly type: 'line-over';
      readonly link: number;
      readonly cause: 'session-gone' | 'unseen' | 'refused';
      readonly reason: string;
    }
  | { readonly type: 'roll-over-due' }
  | { readonly type: 'overlap-over' }
  | { readonly type: 'retry-due' };

export type KeeperEffect =
  /** `suspect`: the silent session. */
  | {
      readonly type: 'acquire';
      readonly purpose: Purpose;
      readonly suspect: SessionRef | null;
    }
  | {
      readonly type: 'open-line';
      readonly link: number;
      readonly session: SessionRef;
      readonly fresh: boolean;
    }
  | { readonly type: 'close-line'; readonly link: number }
  /** From here on two links may deliver the same events. */
  | { readonly type: 'begin-overlap'; readonly old: number; readonly next: number }
  | { readonly type: 'end-overlap' }
  | { readonly type: 'plan-overlap-end' }
  | { readonly type: 'plan-roll-over'; readonly session: SessionRef; readonly when: RollOverTime }
  | { readonly type: 'plan-retry'; readonly reason: string }
  | { readonly type: 'remember'; readonly session: SessionRef | null }
  | { readonly type: 'rolled-over' }
  | { readonly type: 'end-timers' };

export interface KeeperStep {
  readonly state: KeeperState;
  readonly effects: readonly KeeperEffect[];
}

const step = (state: KeeperState, ...effects: KeeperEffect[]): KeeperStep => ({ state, effects });
const NONE: RollOver = { phase: 'none' };
const acquire = (purpose: Purpose, suspect: SessionRef | null = null): KeeperEffect => ({
  type: 'acquire',
  purpose,
  suspect,
});

/** The state after `input`. Inputs irrelevant to the present state change nothing. */
export function transition(state: KeeperState, input: KeeperInput): KeeperStep {
  if (input.type === 'stop') return closeAll(state, { name: 'stopped' });
  switch (state.name) {
    case 'stopped':
    case 'blocked':
      return input.type === 'start' ? begin(input.session, input.next) : step(state);
    case 'acquiring':
      return whileAcquiring(state, input);
    case 'resting':
      if (input.type === 'start') return begin(input.session, input.next);
      return input.type === 'retry-due' ? acquireFirst() : step(state);
    case 'running':
      return whileRunning(state, input);
    default:
      return assertNever(state);
  }
}

type In<N extends KeeperState['name']> = Extract<KeeperState, { name: N }>;

/** The links that a state holds open. */
export function linksOf(state: KeeperState): readonly number[] {
  if (state.name !== 'running') return [];
  return 'link' in state.rollOver ? [state.link, state.rollOver.link] : [state.link];
}

function acquireFirst(): KeeperStep {
  return step({ name: 'acquiring', fallback: null }, acquire('first'));
}

function begin(session: SessionRef | null, link: number): KeeperStep {
  return session ? run(session, link, false) : acquireFirst();
}

function run(
  session: SessionRef,
  link: number,
  fresh: boolean,
  when: RollOverTime = 'planned',
): KeeperStep {
  return step(
    { name: 'running', link, session, rollOver: NONE },
    { type: 'open-line', link, session, fresh },
    { type: 'remember', session },
    { type: 'plan-roll-over', session, when },
  );
}

function rest(reason: string, ...effects: KeeperEffect[]): KeeperStep {
  return step({ name: 'resting', reason }, { type: 'end-timers' }, ...effects, {
    type: 'plan-retry',
    reason,
  });
}

function closeAll(state: KeeperState, next: KeeperState): KeeperStep {
  const closing = linksOf(state).map((link) => ({ type: 'close-line', link }) as const);
  return step(next, { type: 'end-timers' }, ...closing, { type: 'end-overlap' });
}

function whileAcquiring(state: In<'acquiring'>, input: KeeperInput): KeeperStep {
  if (input.type === 'acquired') return run(input.session, input.next, true);
  if (input.type !== 'not-acquired') return step(state);
  if (input.refusal === 'sign-in')
    return closeAll(state, { name: 'blocked', reason: input.reason });
  // Closing the old connection did not free a slot: its session still lives, so return to it.
  if (state.fallback) {
    return run(state.fallback.session, input.next, false, state.fallback.rollOver);
  }
  return rest(input.reason);
}

function whileRunning(state: In<'running'>, input: KeeperInput): KeeperStep {
  const { rollOver } = state;
  if (input.type === 'line-over' && input.link === state.link) return currentOver(state, input);
  switch (rollOver.phase) {
    case 'none':
      if (input.type !== 'roll-over-due') return step(state);
      return step({ ...state, rollOver: { phase: 'acquiring' } }, acquire('roll-over'));
    case 'acquiring':
      return whileNextIsAcquired(state, input);
    case 'starting':
      return whileNextStarts(state, rollOver, input);
    case 'overlapping':
      return whileLinesOverlap(state, rollOver, input);
    default:
      return assertNever(rollOver);
  }
}

function whileNextIsAcquired(state: In<'running'>, input: KeeperInput): KeeperStep {
  if (input.type === 'acquired') {
    const rollOver: RollOver = { phase: 'starting', link: input.next, session: input.session };
    return step(
      { ...state, rollOver },
      { type: 'begin-overlap', old: state.link, next: input.next },
      { type: 'open-line', link: input.next, session: input.session, fresh: true },
    );
  }
  if (input.type !== 'not-acquired') return step(state);
  if (input.refusal === 'no-slot') {
    return step(
      { name: 'acquiring', fallback: { session: state.session, rollOver: 'at-expiry' } },
      { type: 'end-timers' },
      { type: 'close-line', link: state.link },
      acquire('make-room'),
    );
  }
  return giveUpNext(state);
}

function whileNextStarts(
  state: In<'running'>,
  rollOver: Extract<RollOver, { phase: 'starting' }>,
  input: KeeperInput,
): KeeperStep {
  if (input.type === 'line-over' && input.link === rollOver.link) return giveUpNext(state);
  if (input.type !== 'line-live' || input.link !== rollOver.link) return step(state);
  return step(
    { ...state, rollOver: { ...rollOver, phase: 'overlapping' } },
    { type: 'plan-overlap-end' },
  );
}

function whileLinesOverlap(
  state: In<'running'>,
  rollOver: Extract<RollOver, { phase: 'overlapping' }>,
  input: KeeperInput,
): KeeperStep {
  if (input.type === 'line-over' && input.link === rollOver.link) return giveUpNext(state);
  // The old link must stay until the new one is back.
  if (input.type === 'line-lost' && input.link === rollOver.link) {
    return step({ ...state, rollOver: { ...rollOver, phase: 'starting' } });
  }
  if (input.type !== 'overlap-over') return step(state);
  return promote(rollOver, { type: 'close-line', link: state.link });
}

/** Keeps the old session; the roll-over is retried soon. */
function giveUpNext(state: In<'running'>): KeeperStep {
  const { link, session } = state;
  return step(
    { name: 'running', link, session, rollOver: NONE },
    { type: 'end-overlap' },
    { type: 'plan-roll-over', session, when: 'soon' },
  );
}

function promote(
  { link, session }: Extract<RollOver, { phase: 'starting' | 'overlapping' }>,
  ...effects: KeeperEffect[]
): KeeperStep {
  return step(
    { name: 'running', link, session, rollOver: NONE },
    ...effects,
    { type: 'end-overlap' },
    { type: 'remember', session },
    { type: 'plan-roll-over', session, when: 'planned' },
    { type: 'rolled-over' },
  );
}

function currentOver(
  state: In<'running'>,
  { cause, reason }: Extract<KeeperInput, { type: 'line-over' }>,
): KeeperStep {
  const { rollOver, session } = state;
  // It may still live, so it is forgotten only once another one has replaced it.
  const fallback: Fallback | null = cause === 'unseen' ? { session, rollOver: 'planned' } : null;
  switch (rollOver.phase) {
    case 'starting':
    case 'overlapping':
      return promote(rollOver);
    case 'acquiring':
      // The session being requested becomes the first one.
      if (fallback) return step({ name: 'acquiring', fallback });
      return step({ name: 'acquiring', fallback: null }, { type: 'remember', session: null });
    case 'none':
      if (cause === 'refused') return closeAll(state, { name: 'blocked', reason });
      if (fallback) {
        return step(
          { name: 'acquiring', fallback },
          { type: 'end-timers' },
          acquire('replace', session),
        );
      }
      return rest(reason, { type: 'remember', session: null });
    default:
      return assertNever(rollOver);
  }
}
