import type { HealCode, HealStep, ObsAilment } from '../../../shared/contract/obs.ts';
import type { HealDecision } from './heal-decision.ts';

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
