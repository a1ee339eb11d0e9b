import type { Logger } from '../base/log.ts';
import type { SessionOperations } from './ports.ts';
import type { SessionLink } from './session-link.ts';

/**
 * Unsubscribes the sessions of these links, so that the platform stops delivering: sessions live on
 * for hours, for anyone with their keys. Resolves once it has answered; refusals are logged. Never
 * rejects.
 */
export async function unsubscribeAll(
  sessions: Pick<SessionOperations, 'unsubscribe'>,
  links: readonly Pick<SessionLink, 'session' | 'state'>[],
  log: Logger,
): Promise<void> {
  const held = links.flatMap(({ session, state }) =>
    state.name === 'live' ? state.subscribed.map((kind) => ({ kind, session })) : [],
  );
  await Promise.all(
    held.map(({ kind, session }) =>
      sessions.unsubscribe(kind, session.sessionKey).catch((failure: unknown) => {
        log.warn('a subscription could not be taken back', { kind, failure });
      }),
    ),
  );
}
