import { z } from 'zod';
import { isLoopbackAddress, isSafeAddress } from '../../base/loopback.ts';
import { Checks, type PageQuery } from '../checks.ts';
import type { Caller } from '../http/caller.ts';
import { SPEC_LIMITS } from '../limits.ts';
import {
  type Operation,
  SPEC_OPERATIONS,
  SUBSCRIBABLE_EVENTS,
  type SubscribableEvent,
  subscriptionOperation,
} from '../operations.ts';
import { SESSION_KEY_PARAMETER } from '../platform-notes.ts';
import { dataOf, id, listOf, textOrNull, timeOrNull } from './fields.ts';

/** A newly created session. Both fields are secrets. */
export interface CreatedSession {
  /** The address to connect to while the session lives. */
  readonly url: string;
  readonly sessionKey: string;
}

const UNREADABLE = {
  sessionKey: '',
  connectedDate: null,
  disconnectedDate: null,
  subscribedEvents: [],
};

/**
 * Other people's entries stand in the list, too: none of them may cost us our own. The key is empty
 * where the entry could not be read.
 */
const listedSession = z
  .looseObject({
    sessionKey: id,
    connectedDate: timeOrNull,
    disconnectedDate: timeOrNull,
    subscribedEvents: listOf(
      z.looseObject({
        /** CHAT, DONATION, SUBSCRIPTION, or a newer type of the platform; empty if it is none. */
        eventType: z.string().catch(''),
        channelId: textOrNull.catch(null),
      }),
    ),
  })
  .catch(UNREADABLE);

export type ListedSession = z.output<typeof listedSession>;

const createdSession = (mayBePlain: boolean) =>
  z.looseObject({ url: z.string() }).transform(({ url }, context): CreatedSession => {
    const sessionKey = isSafeAddress(url, 'wss:', mayBePlain) ? sessionKeyIn(new URL(url)) : null;
    if (sessionKey) return { url, sessionKey };
    context.addIssue({ code: 'custom', path: ['url'], message: 'no safe address with a key' });
    return z.NEVER;
  });

/** Read from the raw text, because `URLSearchParams` turns a plus into a space. Null if missing. */
function sessionKeyIn({ search }: URL): string | null {
  const start = `${SESSION_KEY_PARAMETER}=`;
  const written = search
    .slice(1)
    .split('&')
    .find((part) => part.startsWith(start))
    ?.slice(start.length);
  if (!written) return null;
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

export type SessionsApi = ReturnType<typeof createSessions>;

/**
 * Live sessions ("Session authentication"): at most 3 a user and 10 an application.
 * @param baseUrl only a platform on this machine may use an unencrypted socket there.
 */
export function createSessions(caller: Caller, baseUrl: string) {
  const created = createdSession(isLoopbackAddress(baseUrl));
  const { createUserSession, createClientSession, listUserSessions, listClientSessions } =
    SPEC_OPERATIONS;

  async function list(
    operation: Operation,
    { page, size }: PageQuery = {},
  ): Promise<readonly ListedSession[]> {
    const checks = new Checks(operation.name);
    checks.page(page);
    checks.size(size, SPEC_LIMITS.sessionsSizeMax);
    return caller.ask(operation, dataOf(listedSession), { query: { page, size } });
  }

  async function change(
    kind: 'subscribe' | 'unsubscribe',
    event: SubscribableEvent,
    sessionKey: string,
  ): Promise<void> {
    const operation = subscriptionOperation(kind, event);
    const checks = new Checks(operation.name);
    checks.oneOf('event', event, SUBSCRIBABLE_EVENTS);
    checks.id('sessionKey', sessionKey);
    return caller.tell(operation, { query: { sessionKey } });
  }

  return {
    /** Each call creates another session. */
    createUser: (): Promise<CreatedSession> => caller.ask(createUserSession, created),
    createClient: (): Promise<CreatedSession> => caller.ask(createClientSession, created),
    /** The application's user sessions; size 1-50 (20 when left out). */
    listUser: (query?: PageQuery) => list(listUserSessions, query),
    listClient: (query?: PageQuery) => list(listClientSessions, query),
    subscribe: (event: SubscribableEvent, key: string) => change('subscribe', event, key),
    unsubscribe: (event: SubscribableEvent, key: string) => change('unsubscribe', event, key),
  };
}
