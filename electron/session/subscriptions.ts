import type { Text } from '../../shared/locales/text.ts';

/** The three things that can be subscribed to (specification, "Subscription kinds"). */
export type SubscriptionKind = 'chat' | 'donation' | 'subscription';

export interface SubscriptionRule {
  readonly kind: SubscriptionKind;
  /** Name in the session list. */
  readonly eventType: 'CHAT' | 'DONATION' | 'SUBSCRIPTION';
  /** The scope without which the platform refuses it. */
  readonly scope: string;
  /** What the streamer does not get without it. */
  readonly disables: Text;
}

export const SUBSCRIPTIONS: readonly SubscriptionRule[] = [
  {
    kind: 'chat',
    eventType: 'CHAT',
    scope: 'READ:LIVE_CHAT',
    disables: { key: 'problem.events-chat' },
  },
  {
    kind: 'donation',
    eventType: 'DONATION',
    scope: 'READ:DONATION',
    disables: { key: 'problem.events-donation' },
  },
  {
    kind: 'subscription',
    eventType: 'SUBSCRIPTION',
    scope: 'READ:SUBSCRIPTION',
    disables: { key: 'problem.events-subscription' },
  },
];

/** Splits the three by what the granted scopes allow. */
export function subscriptionsAllowedBy(scopes: readonly string[]): {
  readonly allowed: readonly SubscriptionRule[];
  readonly missing: readonly SubscriptionRule[];
} {
  const held = new Set(scopes);
  return {
    allowed: SUBSCRIPTIONS.filter((rule) => held.has(rule.scope)),
    missing: SUBSCRIPTIONS.filter((rule) => !held.has(rule.scope)),
  };
}

/** Which subscription brings the events of a name; chat brings all that have none of their own. */
export function subscriptionBringing(event: string): SubscriptionKind {
  return SUBSCRIPTIONS.find(({ eventType }) => eventType === event)?.kind ?? 'chat';
}
