import { listSessions } from './list.ts';
import type { ListedSession, SessionOperations } from './ports.ts';
import type { SubscriptionKind, SubscriptionRule } from './subscriptions.ts';

export type Confirmation =
  | { readonly type: 'confirmed'; readonly subscribed: readonly SubscriptionKind[] }
  /** The platform does not know the session any more. */
  | { readonly type: 'session-gone' };

export interface ConfirmRequest {
  readonly sessionKey: string;
  /** True when the session was made a moment ago: nothing can be subscribed yet. */
  readonly fresh: boolean;
  readonly wanted: readonly SubscriptionRule[];
}

export interface ConfirmHooks {
  /** About a refused subscription: true leaves that kind out, false lets the failure through. */
  skip(rule: SubscriptionRule, failure: unknown): boolean;
  /** The list could not be read: true trusts the session, whose subscriptions survive. */
  trust(failure: unknown): boolean;
  onListed(listed: readonly ListedSession[]): void;
  /** Events of this kind may come from now on. */
  onSubscribing(kind: SubscriptionKind): void;
}

/**
 * Makes sure that the session holds every wanted subscription: looks at the list, then subscribes
 * to what is missing.
 */
export async function confirmSubscriptions(
  sessions: SessionOperations,
  request: ConfirmRequest,
  hooks: ConfirmHooks,
): Promise<Confirmation> {
  const held = request.fresh ? [] : await heldSubscriptions(sessions, request, hooks);
  if (held === null) return { type: 'session-gone' };
  const subscribed: SubscriptionKind[] = [];
  const skipped: unknown[] = [];
  for (const rule of request.wanted) {
    try {
      hooks.onSubscribing(rule.kind);
      if (!held.includes(rule.eventType)) await sessions.subscribe(rule.kind, request.sessionKey);
      subscribed.push(rule.kind);
    } catch (failure) {
      if (!hooks.skip(rule, failure)) throw failure;
      skipped.push(failure);
    }
  }
  // Nothing at all would come: that is a failure, not a missing kind.
  if (subscribed.length === 0 && skipped.length > 0) throw skipped[0];
  return { type: 'confirmed', subscribed };
}

async function heldSubscriptions(
  sessions: SessionOperations,
  { sessionKey, wanted }: ConfirmRequest,
  hooks: ConfirmHooks,
): Promise<readonly string[] | null> {
  try {
    const listed = await listSessions(sessions);
    hooks.onListed(listed);
    const own = listed.find((session) => session.sessionKey === sessionKey);
    return own ? own.subscribedEvents.map((item) => item.eventType.toUpperCase()) : null;
  } catch (failure) {
    if (hooks.trust(failure)) return wanted.map((rule) => rule.eventType);
    throw failure;
  }
}
