import type { SessionOperations } from './ports.ts';
import type { SubscriptionKind, SubscriptionRule } from './subscriptions.ts';

/** The session list's largest page (specification, "Limits"). */
const PAGE_SIZE = 50;
/** More pages than any application with three sessions a user needs to find its own. */
const MAX_PAGES = 20;

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

export interface ConfirmJudgement {
  /** About a refused subscription: true leaves that kind out, false lets the failure through. */
  skip(rule: SubscriptionRule, failure: unknown): boolean;
  /** The list could not be read: true trusts the session, whose subscriptions survive. */
  trust(failure: unknown): boolean;
}

/**
 * Makes sure that the session holds every wanted subscription: looks at the list, then subscribes
 * to what is missing.
 */
export async function confirmSubscriptions(
  sessions: SessionOperations,
  request: ConfirmRequest,
  judge: ConfirmJudgement,
): Promise<Confirmation> {
  const all = request.wanted.map((rule) => rule.eventType);
  const held: readonly string[] | null = request.fresh
    ? []
    : await heldSubscriptions(sessions, request.sessionKey).catch((failure: unknown) => {
        if (judge.trust(failure)) return all;
        throw failure;
      });
  if (held === null) return { type: 'session-gone' };
  const subscribed: SubscriptionKind[] = [];
  for (const rule of request.wanted) {
    try {
      if (!held.includes(rule.eventType)) await sessions.subscribe(rule.kind, request.sessionKey);
      subscribed.push(rule.kind);
    } catch (failure) {
      if (!judge.skip(rule, failure)) throw failure;
    }
  }
  return { type: 'confirmed', subscribed };
}

async function heldSubscriptions(
  sessions: SessionOperations,
  sessionKey: string,
): Promise<readonly string[] | null> {
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await sessions.listUser({ page, size: PAGE_SIZE });
    const own = listed.find((session) => session.sessionKey === sessionKey);
    if (own) return own.subscribedEvents.map((item) => item.eventType.toUpperCase());
    if (listed.length < PAGE_SIZE) return null;
  }
  return null;
}
