import type { HealCode, HealStep, ObsAilment } from '../../../shared/contract/obs.ts';

/** What is done about it, from the mildest on. A frozen page hears no button. */
const STEPS = {
  'not-connected': ['refresh', 'fresh-address', 'recreate'],
  frozen: ['fresh-address', 'recreate', 'recreate'],
  'old-address': ['renew', 'fresh-address', 'recreate'],
} as const satisfies Readonly<Record<HealCode, readonly HealStep[]>>;

/** Tries for one trouble. */
export const MOST_TRIES = 3;
/** Before the second and the third try. */
const PAUSES_MS = [2_000, 10_000] as const;

/** Looks without an answer in a row until a page counts as frozen: one may just be busy. */
const SILENT_LOOKS = 3;
/** A page whose connection broke is back sooner, if it comes back. */
const GONE_MS = 3_000;
/** The page of a source that was just made may still be loading. */
const LOADING_MS = 6_000;
const OLD_MS = 1_000;

export interface HealCase {
  readonly code: HealCode;
  /** How long it has been so, and in how many looks in a row. */
  readonly forMs: number;
  readonly looks: number;
  /** Whether its page was ever seen. */
  readonly wasWell: boolean;
  /** Tries that did not help. */
  readonly tries: number;
  /** Since the last of them, milliseconds. */
  readonly sinceTryMs: number;
  readonly isOn: boolean;
  /** The streamer pressed: it is healed even if it is not on. */
  readonly isAsked: boolean;
  /** An alert shows in the page. */
  readonly isAlertShowing: boolean;
  /** OBS has no request for what stands in a group. */
  readonly canRecreate: boolean;
}

export type HealDecision =
  /** Not sure yet, or it is not to be healed. */
  | { readonly type: 'leave' }
  | { readonly type: 'alert' }
  | { readonly type: 'pause'; readonly ms: number }
  | { readonly type: 'heal'; readonly step: HealStep }
  | { readonly type: 'give-up' };

/** What to do about a source that shows nothing new. */
export function decideHealing(now: HealCase): HealDecision {
  if (!(now.isOn || now.isAsked) || !isSure(now)) return { type: 'leave' };
  const step = STEPS[now.code][now.tries];
  if (!step) return { type: 'give-up' };
  const restMs = (PAUSES_MS[now.tries - 1] ?? 0) - now.sinceTryMs;
  if (restMs > 0) return { type: 'pause', ms: restMs };
  if (now.isAlertShowing) return { type: 'alert' };
  return { type: 'heal', step: step === 'recreate' && !now.canRecreate ? 'fresh-address' : step };
}

function isSure({ code, forMs, looks, wasWell }: HealCase): boolean {
  switch (code) {
    case 'frozen':
      return looks >= SILENT_LOOKS;
    case 'not-connected':
      return forMs >= (wasWell ? GONE_MS : LOADING_MS);
    case 'old-address':
      return forMs >= OLD_MS;
  }
}

/** A source that is ill, or was lately. Times are monotonic. */
export interface Patient {
  code: HealCode;
  /** Monotonic; null: it is well. */
  illSince: number | null;
  wellSince: number;
  looks: number;
  tries: number;
  triedAt: number;
  /** What was done last since it is ill; null: nothing yet. */
  step: HealStep | null;
  isAsked: boolean;
  isGivenUp: boolean;
}

export function newPatient(code: HealCode): Patient {
  return {
    code,
    illSince: null,
    wellSince: 0,
    looks: 0,
    tries: 0,
    triedAt: 0,
    step: null,
    isAsked: false,
    isGivenUp: false,
  };
}

/** What the page says about a decision. `now`: epoch milliseconds. */
export function stageOf(
  decision: Exclude<HealDecision, { type: 'leave' }>,
  now: number,
): ObsAilment['stage'] {
  switch (decision.type) {
    case 'alert':
      return { state: 'alert' };
    case 'pause':
      return { state: 'pause', until: now + decision.ms };
    case 'heal':
      return { state: 'healing', step: decision.step };
    case 'give-up':
      return { state: 'given-up' };
  }
}
