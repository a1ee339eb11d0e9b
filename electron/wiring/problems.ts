import type { Problem } from '../../shared/problem.ts';
import { SUBSCRIPTIONS, type SubscriptionKind } from '../session/subscriptions.ts';

/** A damaged ledger was put aside and a new one begun. */
export function ledgerSetAside(fileName: string): Problem {
  return { code: 'ledger-set-aside', values: { file: fileName } };
}

/** Not one of the event kinds can be received. */
export const NO_EVENT_SCOPE: Problem = { code: 'no-event-scope' };

/** Signing in waits for a browser, but none could be started. */
export const BROWSER_NOT_OPENED: Problem = { code: 'browser-not-opened' };

export const SUBSCRIPTION_REFUSED = 'subscription-refused';

/** The platform refuses some of what a session is to deliver, and delivers the rest. */
export function subscriptionRefused(kinds: readonly SubscriptionKind[]): Problem {
  const refused = SUBSCRIPTIONS.filter(({ kind }) => kinds.includes(kind));
  const events = refused.map(({ disables }) => disables);
  return { code: SUBSCRIPTION_REFUSED, values: { events } };
}
