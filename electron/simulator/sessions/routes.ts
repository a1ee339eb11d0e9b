import { type Context, Hono } from 'hono';
import { fail, ok, okEmpty, refuse } from '../answers.ts';
import type { SimContext } from '../context.ts';
import type { FaultBook } from '../faults/fault-book.ts';
import { type BearerEnv, failScope, requireBearer, requireClient } from '../guards.ts';
import { type Input, refuseInput } from '../resources/input.ts';
import type { Scope } from '../world/model.ts';
import { SESSION_LIMITS, type SessionRegistry } from './registry.ts';
import type { Session, SubscriptionKind } from './session.ts';

interface SessionRouteOptions {
  /** Answers in `{code, message, content}`; off: the bare object. Which of the two is not shown. */
  readonly sessionEnvelope: boolean;
  /** The address of the real-time service, e.g. `ws://127.0.0.1:4000/`. Asked for at every creation. */
  readonly socketBase: () => string;
}

const BASE = '/api/openapi/open/v1/sessions';

const EVENTS: ReadonlyMap<string, { eventType: SubscriptionKind; scope: Scope }> = new Map([
  ['chat', { eventType: 'CHAT', scope: 'READ:LIVE_CHAT' }],
  ['donation', { eventType: 'DONATION', scope: 'READ:DONATION' }],
  ['subscription', { eventType: 'SUBSCRIPTION', scope: 'READ:SUBSCRIPTION' }],
]);

/** Creation, lists and subscriptions of sessions (specification, "Endpoints"). */
export function sessionRoutes(
  ctx: SimContext,
  sessions: SessionRegistry,
  faultBook: FaultBook,
  options: SessionRouteOptions,
): Hono {
  const routes = new Hono();
  const answer = (c: Context, content: object) =>
    options.sessionEnvelope ? ok(c, content) : c.json(content);

  const answerUrl = (c: Context, session: Session | null) => {
    if (!session) return fail(c, 400, 'Session limit exceeded');
    const url = new URL(options.socketBase());
    url.searchParams.set('type', 'OPENAPI_SESSION');
    url.searchParams.set('sessionKey', session.key);
    return answer(c, { url: url.href });
  };

  routes.get(`${BASE}/auth`, requireBearer(ctx, null), (c) => {
    const { clientId } = c.var.application;
    const { channelId } = c.var.user;
    return answerUrl(c, sessions.create({ kind: 'USER', clientId, channelId }));
  });

  routes.get(`${BASE}/auth/client`, requireClient(ctx), (c) => {
    const { clientId } = c.var.application;
    return answerUrl(c, sessions.create({ kind: 'CLIENT', clientId }));
  });

  for (const kind of ['USER', 'CLIENT'] as const) {
    const path = kind === 'USER' ? BASE : `${BASE}/client`;
    routes.get(path, requireClient(ctx, { query: ['page', 'size'] }), (c) => {
      const page = readNumber(c, 'page', 0, { min: 0, max: Number.MAX_SAFE_INTEGER });
      const size = readNumber(c, 'size', SESSION_LIMITS.listSizeDefault, {
        min: SESSION_LIMITS.listSizeMin,
        max: SESSION_LIMITS.listSizeMax,
      });
      const hidden = faultBook.takeForList();
      const listed = sessions
        .list(kind, c.var.application.clientId)
        .filter(({ key }) => hidden !== 'all' && hidden !== key)
        .slice(page * size, (page + 1) * size);
      return answer(c, { data: listed.map((session) => session.toListed()) });
    });
  }

  const rules = { query: ['sessionKey'], body: 'none' } as const;
  routes.post(`${BASE}/events/subscribe/:event`, requireBearer(ctx, null, rules), (c) => {
    const { scope, ...event } = readEvent(c);
    if (!c.var.scopes.includes(scope)) return failScope(c, scope);
    const session = readSession(c, sessions);
    const subscription = { ...event, channelId: c.var.user.channelId };
    const delayMs = faultBook.takeForSubscription();
    if (delayMs > 0) {
      const ends = session.endsOf(subscription);
      // What was there and is lost meanwhile does not come back by itself.
      const takeEffect = () => {
        if (session.endsOf(subscription) === ends) sessions.subscribe(session, subscription);
      };
      ctx.clock.setTimeout(takeEffect, delayMs);
      return okEmpty(c);
    }
    if (sessions.subscribe(session, subscription)) return okEmpty(c);
    const most = SESSION_LIMITS.subscriptionsPerSession;
    return fail(c, 400, `A session holds at most ${most} subscriptions`);
  });

  routes.post(`${BASE}/events/unsubscribe/:event`, requireBearer(ctx, null, rules), (c) => {
    const { scope, eventType } = readEvent(c);
    if (!c.var.scopes.includes(scope)) return failScope(c, scope);
    readSession(c, sessions).drop({ eventType, channelId: c.var.user.channelId });
    return okEmpty(c);
  });
  return routes;
}

type BearerContext = Context<BearerEnv>;

function readEvent(c: BearerContext) {
  const event = EVENTS.get(c.req.param('event') ?? '');
  return event ?? refuseInput(c, 'event must be chat, donation or subscription');
}

/** A user's own, or the application's, for any of its users (how it authenticates is not shown). */
function readSession(c: BearerContext, sessions: SessionRegistry): Session {
  const sessionKey = c.req.query('sessionKey');
  if (!sessionKey) return refuseInput(c, 'sessionKey is required');
  const session = sessions.find(sessionKey);
  if (!session) return refuse(404, 'Session not found');
  const { owner } = session;
  const isOwn =
    owner.clientId === c.var.application.clientId &&
    (owner.kind === 'CLIENT' || owner.channelId === c.var.user.channelId);
  if (!isOwn) return refuse(401, 'Session does not belong to this user');
  return session;
}

function readNumber(
  c: Input,
  name: string,
  byDefault: number,
  range: { readonly min: number; readonly max: number },
): number {
  const text = c.req.query(name);
  if (text === undefined) return byDefault;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  const limit = range.max > 1_000_000 ? `${range.min} or greater` : `${range.min} to ${range.max}`;
  return refuseInput(c, `${name} must be a number, ${limit}`);
}
