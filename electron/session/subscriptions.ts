import type { Text } from '../../shared/locales/text.ts';
import {
  SCOPE_OF_EVENT,
  type Scope,
  SUBSCRIBABLE_EVENTS,
  type SubscribableEvent,
} from '../platform/scopes.ts';

/** The three things that can be subscribed to (specification, "Subscription kinds"). */
export type SubscriptionKind = SubscribableEvent;

export interface SubscriptionRule {
  readonly kind: SubscriptionKind;
  /** Name in the session list. */
  readonly eventType: string;
  /** The scope without which the platform refuses it. */
  readonly scope: Scope;
  /** What the streamer does not get without it. */
  readonly disables: Text;
}

export const SUBSCRIPTIONS: readonly SubscriptionRule[] = SUBSCRIBABLE_EVENTS.map((kind) => ({
  kind,
  eventType: kind.toUpperCase(),
  scope: SCOPE_OF_EVENT[kind],
  disables: { key: `problem.events-${kind}` },
}));

export function subscriptionsAllowedBy(scopes: readonly string[]): {
  readonly allowed: readonly SubscriptionRule[];
  readonly missing: readonly SubscriptionRule[];
} {
  return {
    allowed: SUBSCRIPTIONS.filter(({ scope }) => scopes.includes(scope)),
    missing: SUBSCRIPTIONS.filter(({ scope }) => !scopes.includes(scope)),
  };
}

/** Which subscription brings the events of a name; chat brings all that have none of their own. */
export function subscriptionBringing(event: string): SubscriptionKind {
  return SUBSCRIPTIONS.find(({ eventType }) => eventType === event)?.kind ?? 'chat';
}
