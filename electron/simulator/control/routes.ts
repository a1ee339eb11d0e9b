import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { toIsoTime } from '../../base/clock.ts';
import { completeEvent } from '../events/complete.ts';
import { SIM_EVENT_KINDS } from '../events/payloads.ts';
import { faultSchema } from '../faults/fault.ts';
import type { Platform } from '../platform.ts';
import type { Session } from '../sessions/session.ts';
import { mannersSchema } from '../world/manners.ts';

interface ControlOptions {
  /** Must come in the header `Simulator-Key`. */
  readonly controlKey: string;
  /** Where events go that name no channel. */
  readonly streamerChannelId: string;
}

/** A year: no lifetime of the specification is longer than half of it. */
const MAX_MOVE_MS = 366 * 24 * 60 * 60 * 1000;
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

const eventBody = z.strictObject({
  kind: z.enum(SIM_EVENT_KINDS),
  channelId: z.string().min(1).optional(),
  data: z.record(z.string(), z.unknown()).default({}),
});

const clockBody = z.union([
  z.strictObject({
    moveMs: z.number().min(0).max(MAX_MOVE_MS),
    keepAlive: z.boolean().default(false),
  }),
  z.strictObject({ scale: z.number().positive().max(100_000) }),
]);

const showBody = z.strictObject({ action: z.enum(['start', 'stop']) });

/** The hands of tests and people on the simulator, below `/control/v1` (docs/simulator.md). */
export function controlRoutes(platform: Platform, options: ControlOptions): Hono {
  const routes = new Hono().basePath('/control/v1');
  routes.use('*', guard(options.controlKey));
  routes.onError((failure, c) => {
    if (failure instanceof z.ZodError) return c.json({ error: z.prettifyError(failure) }, 400);
    if (failure instanceof SyntaxError) return c.json({ error: 'The body is not JSON' }, 400);
    return c.json({ error: failure.message }, 500);
  });

  routes.get('/state', (c) => c.json(describeState(platform)));

  routes.post('/events', async (c) => {
    const { kind, data, ...body } = eventBody.parse(await c.req.json());
    const channelId = body.channelId ?? options.streamerChannelId;
    const event = completeEvent({ kind, channelId, data }, platform.sample(channelId));
    return c.json(platform.events.publish(event), 200);
  });

  routes.post('/faults', async (c) => {
    return c.json(platform.faults.inject(faultSchema.parse(await c.req.json())));
  });

  routes.delete('/faults', (c) => c.json({ cleared: platform.faults.clear() }));

  routes.delete('/faults/:id', (c) => {
    const cleared = platform.faults.clear(Number(c.req.param('id')));
    return cleared ? c.json({ cleared }) : c.json({ error: 'No such fault is active' }, 404);
  });

  routes.post('/clock', async (c) => {
    const body = clockBody.parse(await c.req.json());
    if ('scale' in body) platform.clock.setScale(body.scale);
    else platform.moveTime(body.moveMs, body.keepAlive);
    return c.json({ now: platform.clock.now(), scale: platform.clock.scale });
  });

  routes.post('/manners', async (c) => {
    const { manners } = platform.context.world;
    const changes = z.record(z.string(), z.unknown()).parse(await c.req.json());
    return c.json(Object.assign(manners, mannersSchema.parse({ ...manners, ...changes })));
  });

  routes.post('/show', async (c) => {
    const { action } = showBody.parse(await c.req.json());
    if (action === 'start') platform.show.start();
    else platform.show.stop();
    return c.json({ running: platform.show.running });
  });

  routes.all('*', (c) => c.json({ error: 'There is no such control' }, 404));
  return routes;
}

function guard(controlKey: string): MiddlewareHandler {
  const expected = Buffer.from(controlKey);
  return async (c: Context, next) => {
    if (!LOOPBACK_HOST.test(c.req.header('host') ?? '')) {
      return c.json({ error: 'Only this computer may control the simulator' }, 403);
    }
    if (c.req.header('origin') !== undefined) {
      return c.json({ error: 'Web pages may not control the simulator' }, 403);
    }
    const given = Buffer.from(c.req.header('simulator-key') ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return c.json({ error: 'The header Simulator-Key is missing or wrong' }, 401);
    }
    return next();
  };
}

const SHOWN = 200;

/** Everything there is to see, as JSON. It holds session keys, so it is for key holders only. */
function describeState(platform: Platform): object {
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
