import type { AuthorizationRequest } from '../world/sign-ins.ts';

export interface ConsentSituation {
  readonly prompt: AuthorizationRequest['prompt'];
  readonly signedIn: boolean;
  /** Not linked to the application, or the application widened its scopes since. */
  readonly needsConsent: boolean;
}

export type ConsentStep = 'sign-in' | 'consent-screen' | 'code' | 'consent-required';

/** The table of the specification's section "Consent behavior". */
export function nextStep(situation: ConsentSituation): ConsentStep {
  if (!situation.signedIn) return 'sign-in';
  switch (situation.prompt) {
    case 'consent':
      return 'consent-screen';
    case 'none':
      return situation.needsConsent ? 'consent-required' : 'code';
    case null:
      return situation.needsConsent ? 'consent-screen' : 'code';
  }
}
