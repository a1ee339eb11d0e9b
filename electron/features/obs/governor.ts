import type { ObsLoadReason } from '../../../shared/contract/obs.ts';
import { LOAD_STEPS, type LoadStep } from '../../../shared/overlay/load-step.ts';
import type { Frames, Pulse } from './obs-pulse.ts';

/** When the overlay steps down and up. Shares are of frames, 0 to 1; times are milliseconds. */
export interface GovernorTuning {
  /** A second in which OBS loses this share, or more, is a lagging one. */
  readonly lagShare: number;
  /** So many of the last `lagWindow` seconds must lag: a scene that loads is over sooner. */
  readonly lagSeconds: number;
  readonly lagWindow: number;
  /** Between two steps, in either direction. */
  readonly stepEveryMs: number;
  /** What a page has painted before the step may still be under way for this long. */
  readonly settleMs: number;
  /** Before a step up, OBS loses no more than `quietShare` for so long. Doubled after a relapse. */
  readonly quietMs: number;
  readonly quietMostMs: number;
  readonly quietShare: number;
  /** A step down so soon after a step up is a relapse. */
  readonly relapseMs: number;
  /** At the lowest step OBS must lose less than this part of what it lost before, else it was no help. */
  readonly helpedPart: number;
  /** For so long the overlay stays as it is after it was no help. Doubled each time. */
  readonly restMs: number;
  readonly restMostMs: number;
}

export const GOVERNOR_TUNING: GovernorTuning = {
  lagShare: 0.05,
  lagSeconds: 2,
  lagWindow: 3,
  stepEveryMs: 10_000,
  settleMs: 2_000,
  quietMs: 30_000,
  quietMostMs: 300_000,
  quietShare: 0.01,
  relapseMs: 120_000,
  helpedPart: 0.6,
  restMs: 600_000,
  restMostMs: 3_600_000,
};

/** What OBS lost between two readings. */
interface Second {
  readonly at: number;
  readonly frames: number;
  /** Shares: frames that OBS could not draw, or not encode in time, and that the network did not take. */
  readonly render: number;
  readonly encode: number;
  readonly network: number;
  /** The line to the platform is full or broken, whether or not frames are dropped already. */
  readonly stuck: boolean;
}

export interface GovernorState {
  readonly step: LoadStep;
  readonly reason: ObsLoadReason;
  /** Share of frames lost lately, by whatever the reason names. */
  readonly lost: number;
  readonly last: Pulse | null;
  /** Of the last stretch of readings, oldest first. */
  readonly seconds: readonly Second[];
  readonly steppedAt: number | null;
  readonly steppedUpAt: number | null;
  /** The share that OBS lost before the overlay began to step down. */
  readonly before: number;
  /** Since when no second lags, and what was lost all the same. */
  readonly quiet: {
    readonly since: number;
    readonly frames: number;
    readonly lost: number;
  } | null;
  readonly quietMs: number;
  /** Until then the overlay is known not to be the cause. */
  readonly restUntil: number | null;
  readonly restMs: number;
}

export function governorAtFirst(tuning: GovernorTuning): GovernorState {
  return {
    step: 0,
    reason: 'idle',
    lost: 0,
    last: null,
    seconds: [],
    steppedAt: null,
    steppedUpAt: null,
    before: 0,
    quiet: null,
    quietMs: tuning.quietMs,
    restUntil: null,
    restMs: tuning.restMs,
  };
}

export interface GovernorRules {
  readonly tuning: GovernorTuning;
  /** The step the streamer has set; null: by itself. */
  readonly fixed: LoadStep | null;
}

/** One reading of OBS's counters; null: OBS is gone for the moment, which says nothing about load. */
export function govern(
  state: GovernorState,
  pulse: Pulse | null,
  rules: GovernorRules,
): GovernorState {
  if (pulse === null) return { ...state, last: null, seconds: [], quiet: null };
  const { tuning, fixed } = rules;
  if (!isLive(pulse)) return whileIdle(state, pulse, rules);
  const seen = withPulse(state, pulse, tuning);
  if (fixed !== null) return { ...seen, step: fixed, reason: reasonOf(seen, tuning) };
  return decided(seen, pulse.at, tuning);
}

const isLive = ({ stream, record }: Pulse): boolean => stream !== null || record !== null;

/** Nobody watches: everything is drawn again. */
function whileIdle(
  state: GovernorState,
  pulse: Pulse,
  { tuning, fixed }: GovernorRules,
): GovernorState {
  const step = fixed ?? (mayStep(state, pulse.at, tuning) ? 0 : state.step);
  return {
    ...state,
    step,
    steppedAt: step === state.step ? state.steppedAt : pulse.at,
    reason: 'idle',
    lost: 0,
    last: pulse,
    seconds: [],
    quiet: null,
  };
}

/** Readings this close or far apart say nothing about a second. */
const APART_LEAST_MS = 100;
const APART_MOST_MS = 5_000;
/** More than any OBS draws: its counters jumped, as after a computer's sleep. */
const FRAMES_A_SECOND_MOST = 250;

function withPulse(state: GovernorState, pulse: Pulse, tuning: GovernorTuning): GovernorState {
  const second = secondBetween(state.last, pulse);
  if (second === null) return { ...state, last: pulse, seconds: [], quiet: null };
  const since = pulse.at - tuning.stepEveryMs;
  const seconds = [...state.seconds.filter(({ at }) => at > since), second];
  const quiet = isLagging(second, tuning)
    ? null
    : {
        since: state.quiet?.since ?? pulse.at,
        frames: (state.quiet?.frames ?? 0) + second.frames,
        lost: (state.quiet?.lost ?? 0) + second.frames * ownShare(second),
      };
  const seen = { ...state, last: pulse, seconds, quiet };
  return { ...seen, lost: lostLately(seen, tuning) };
}

/** A line that is this full drops frames soon. */
const CONGESTED = 0.5;

/** null: OBS was restarted, its counters jumped, or too much time lies between. */
function secondBetween(before: Pulse | null, now: Pulse): Second | null {
  if (!before) return null;
  const ms = now.at - before.at;
  if (ms < APART_LEAST_MS || ms > APART_MOST_MS || !isLive(before)) return null;
  const render = lostBetween(before.render, now.render, ms);
  const encode = lostBetween(before.encode, now.encode, ms);
  if (!render || !encode) return null;
  const { at, stream } = now;
  const isStuck = stream !== null && (stream.reconnecting || stream.congestion >= CONGESTED);
  return {
    at,
    frames: render.frames,
    render: render.share,
    encode: encode.share,
    network: networkShare(before, now, ms),
    stuck: isStuck,
  };
}

function lostBetween(before: Frames, now: Frames, ms: number) {
  const frames = now.total - before.total;
  const skipped = now.skipped - before.skipped;
  const most = (FRAMES_A_SECOND_MOST * ms) / 1_000 + FRAMES_A_SECOND_MOST;
  if (frames < 0 || skipped < 0 || frames > most || skipped > most) return null;
  return { frames, share: frames === 0 ? 0 : Math.min(1, skipped / frames) };
}

function networkShare({ stream: before }: Pulse, { stream: now }: Pulse, ms: number): number {
  if (!before || !now) return 0;
  return lostBetween(before.frames, now.frames, ms)?.share ?? 0;
}

/** What the overlay can be the cause of. */
const ownShare = ({ render, encode }: Second): number => Math.max(render, encode);

const isLagging = (second: Second, { lagShare }: GovernorTuning): boolean =>
  ownShare(second) >= lagShare;

function mayStep({ steppedAt }: GovernorState, at: number, { stepEveryMs }: GovernorTuning) {
  return steppedAt === null || at - steppedAt >= stepEveryMs;
}

type Trouble = Extract<ObsLoadReason, 'render' | 'encode' | 'network'>;

/** What OBS suffers from in the last seconds; null: nothing that lasts. */
function troubleOf({ seconds }: GovernorState, tuning: GovernorTuning): Trouble | null {
  const lately = seconds.slice(-tuning.lagWindow);
  const lagging = lately.filter((second) => isLagging(second, tuning));
  if (lagging.length >= tuning.lagSeconds) {
    const isRender = meanOf(lagging, ({ render }) => render) >= tuning.lagShare;
    return isRender ? 'render' : 'encode';
  }
  const dropping = lately.filter(({ network, stuck }) => stuck || network >= tuning.lagShare);
  return dropping.length >= tuning.lagSeconds ? 'network' : null;
}

function meanOf(seconds: readonly Second[], share: (second: Second) => number): number {
  const frames = seconds.reduce((sum, each) => sum + each.frames, 0);
  if (frames === 0) return 0;
  return seconds.reduce((sum, each) => sum + each.frames * share(each), 0) / frames;
}

function lostLately(state: GovernorState, tuning: GovernorTuning): number {
  const lately = state.seconds.slice(-tuning.lagWindow);
  const isNetwork = troubleOf(state, tuning) === 'network';
  return isNetwork ? meanOf(lately, ({ network }) => network) : meanOf(lately, ownShare);
}

function reasonOf(state: GovernorState, tuning: GovernorTuning): ObsLoadReason {
  const trouble = troubleOf(state, tuning);
  const isOwn = trouble === 'render' || trouble === 'encode';
  if (isResting(state, tuning)) return 'not-overlay';
  if (isOwn) return trouble;
  if (state.step > 0) return 'recovering';
  return trouble ?? 'calm';
}

/** Said for as long as OBS still lags now and then. */
function isResting({ restUntil, last, quiet }: GovernorState, tuning: GovernorTuning): boolean {
  if (restUntil === null || !last || last.at >= restUntil) return false;
  return quiet === null || last.at - quiet.since < tuning.quietMs;
}

function decided(state: GovernorState, at: number, tuning: GovernorTuning): GovernorState {
  const trouble = troubleOf(state, tuning);
  const isOwn = trouble === 'render' || trouble === 'encode';
  const next = isOwn ? underLoad(state, at, tuning) : withoutLoad(state, at, tuning);
  return { ...next, reason: reasonOf(next, tuning) };
}

function underLoad(state: GovernorState, at: number, tuning: GovernorTuning): GovernorState {
  if (!mayStep(state, at, tuning)) return state;
  if (state.restUntil !== null && at < state.restUntil) return state;
  const lower = LOAD_STEPS[state.step + 1];
  if (lower === undefined) return isOfHelp(state, tuning) ? state : rested(state, at, tuning);
  const isRelapse = state.steppedUpAt !== null && at - state.steppedUpAt < tuning.relapseMs;
  const isAnew = state.step === 0 || isRelapse;
  return {
    ...state,
    step: lower,
    steppedAt: at,
    before: isAnew ? lostLately(state, tuning) : state.before,
    quietMs: quietAfter(state, isRelapse, tuning),
  };
}

function quietAfter({ quietMs, step }: GovernorState, isRelapse: boolean, tuning: GovernorTuning) {
  if (isRelapse) return Math.min(tuning.quietMostMs, quietMs * 2);
  return step === 0 ? tuning.quietMs : quietMs;
}

function isOfHelp({ seconds, steppedAt, before }: GovernorState, tuning: GovernorTuning): boolean {
  const since = (steppedAt ?? 0) + tuning.settleMs;
  const now = meanOf(
    seconds.filter(({ at }) => at > since),
    ownShare,
  );
  return now < before * tuning.helpedPart;
}

/** Nothing was gained: everything is drawn again, and stays so for a while. */
function rested(state: GovernorState, at: number, tuning: GovernorTuning): GovernorState {
  return {
    ...state,
    step: 0,
    steppedAt: at,
    steppedUpAt: null,
    restUntil: at + state.restMs,
    restMs: Math.min(tuning.restMostMs, state.restMs * 2),
  };
}

function withoutLoad(state: GovernorState, at: number, tuning: GovernorTuning): GovernorState {
  const { quiet, step } = state;
  const higher = LOAD_STEPS[step - 1];
  if (higher === undefined || quiet === null) return state;
  if (at - quiet.since < state.quietMs || !mayStep(state, at, tuning)) return state;
  const again = { since: at, frames: 0, lost: 0 };
  if (quiet.lost > quiet.frames * tuning.quietShare) return { ...state, quiet: again };
  return { ...state, step: higher, steppedAt: at, steppedUpAt: at, quiet: again };
}
