import type { Logger } from '../base/log.ts';
import type { Line } from './line.ts';
import type { SessionOperations } from './ports.ts';

/**
 * Takes every subscription off the sessions of these lines, so that the platform delivers nothing
 * more to them: they live on for hours, for whoever has their keys. Resolves when it has answered;
 * what it refuses is noted and left. Never rejects.
 */
export async function takeBack(
  sessions: Pick<SessionOperations, 'unsubscribe'>,
  lines: readonly Pick<Line, 'session' | 'state'>[],
  log: Logger,
): Promise<void> {
  const held = lines.flatMap(({ session, state }) =>
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
