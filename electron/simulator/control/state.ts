import { toIsoTime } from '../../base/clock.ts';
import type { Platform } from '../platform.ts';
import type { Session } from '../sessions/session.ts';

/** How many requests and publications a look at the state shows. */
const SHOWN = 200;

/** Everything there is to see, as JSON. It holds session keys, so it is for key holders only. */
export function describeState(platform: Platform): object {
  const { context, clock, events, faultBook, show, sockets, sessions } = platform;
  return {
    clock: { now: toIsoTime(clock.now()), scale: clock.scale },
    sessions: sessions.all.map((session) => describeSession(platform, session)),
    connections: sockets.all.map((connection) => connection.state()),
    published: events.published,
    publications: events.kept.slice(-SHOWN),
    quotas: context.world.applications().map((application) => ({
      clientId: application.clientId,
      READ_DROPS: context.world.quotas.read(application, 'READ_DROPS'),
      WRITE_DROPS: context.world.quotas.read(application, 'WRITE_DROPS'),
    })),
    faults: faultBook.active,
    show: { running: show.running },
    requests: { counts: context.log.counts(), latest: context.log.entries().slice(-SHOWN) },
    brokenRules: context.log.broken(),
  };
}

function describeSession(platform: Platform, session: Session): object {
  const { owner } = session;
  return {
    ...session.toListed(),
    kind: owner.kind,
    clientId: owner.clientId,
    channelId: owner.kind === 'USER' ? owner.channelId : null,
    createdAt: toIsoTime(session.createdAt),
    expiresAt: toIsoTime(session.expiresAt),
    connections: session.connections,
    delivered: session.delivered,
    missed: session.missed,
    deliveredIds: platform.events.deliveredTo(session.key).slice(-SHOWN),
  };
}
