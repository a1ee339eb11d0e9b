import type { Context, MiddlewareHandler, Next } from 'hono';
import { routePath } from 'hono/route';
import { fail } from './answers.ts';
import type { SimContext } from './context.ts';
import type { AuthKind } from './request-log.ts';
import type { Application, Scope, User } from './world/model.ts';

/** Variables of every watched operation: `brokenRules` are sentences for the request log. */
export type WatchedEnv = { Variables: { brokenRules: string[] } };

export type ClientEnv = { Variables: WatchedEnv['Variables'] & { application: Application } };

export type BearerEnv = {
  Variables: ClientEnv['Variables'] & { user: User; scopes: readonly Scope[] };
};

/** What the specification documents of an operation's input. */
interface OperationRules {
  /** Documented query parameters; none by default. */
  readonly query?: readonly string[];
  /** The operation takes no body, as no GET does. */
  readonly body?: 'none';
}

/** Anything that has the list of broken rules: a Hono context behind one of the guards. */
export interface RuleNotes {
  readonly var: { readonly brokenRules: string[] };
}

/** Writes down a broken rule without refusing the request. Name things, never quote values. */
export function noteBrokenRule(c: RuleNotes, rule: string): void {
  c.var.brokenRules.push(rule);
}

/** Operations without credentials: only watches and logs. */
export function requireNothing(
  ctx: SimContext,
  rules: OperationRules = {},
): MiddlewareHandler<WatchedEnv> {
  return (c, next) =>
    watch(ctx, c, rules, next, () => {
      if (authKind(c) === 'none') return;
      noteBrokenRule(c, 'This operation takes no credentials in headers, but some were sent');
    });
}

/** Operations of the Client ID/Secret method. 401 when the two headers do not fit together. */
export function requireClient(
  ctx: SimContext,
  rules: OperationRules = {},
): MiddlewareHandler<ClientEnv> {
  return (c, next) =>
    watch(ctx, c, rules, next, () => {
      if (c.req.header('authorization') !== undefined) {
        noteBrokenRule(c, 'This operation takes client credentials, but Authorization was sent');
      }
      const clientId = c.req.header('client-id');
      const clientSecret = c.req.header('client-secret');
      if (clientId === undefined || clientSecret === undefined) {
        noteBrokenRule(c, 'This operation takes client credentials, but none were sent');
      }
      const application = ctx.world.authenticate(clientId ?? '', clientSecret ?? '');
      if (!application) return fail(c, 401, 'Invalid client credentials');
      c.set('application', application);
    });
}

/** Operations of the Access token method; `scope` null when the operation needs none. */
export function requireBearer(
  ctx: SimContext,
  scope: Scope | null,
  rules: OperationRules = {},
): MiddlewareHandler<BearerEnv> {
  return (c, next) =>
    watch(ctx, c, rules, next, () => {
      const kind = authKind(c);
      if (kind === 'both' || kind === 'client') {
        noteBrokenRule(c, 'This operation takes an access token, but client credentials were sent');
      }
      const text = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
      if (text === undefined) {
        noteBrokenRule(c, 'This operation takes an access token, but none was sent');
        return fail(c, 401, 'Access token is required');
      }
      const token = ctx.world.authorizations.checkAccess(text);
      if (typeof token === 'string') return fail(c, 401, token);
      if (scope !== null && !token.scopes.includes(scope)) return failScope(c, scope);
      c.set('application', token.grant.application);
      c.set('user', token.grant.user);
      c.set('scopes', token.scopes);
    });
}

/** 401 with the message the specification gives for a token without the needed scope. */
export function failScope(c: Context, scope: Scope): Response {
  return fail(c, 401, `Insufficient scope: ${scope} required`);
}

/** For addresses that no operation has: a broken rule of its own, answered 404. */
export function unknownPath(ctx: SimContext): (c: Context) => Response {
  return (c) => {
    ctx.log.add({
      method: c.req.method,
      path: c.req.path,
      auth: authKind(c),
      status: 404,
      operation: 'unknown',
      brokenRules: ['There is no operation with this method and path'],
    });
    return fail(c, 404, `Cannot ${c.req.method} ${c.req.path}`);
  };
}

function authKind(c: Context): AuthKind {
  const bearer = c.req.header('authorization') !== undefined;
  const client =
    c.req.header('client-id') !== undefined || c.req.header('client-secret') !== undefined;
  if (bearer && client) return 'both';
  if (bearer) return 'bearer';
  return client ? 'client' : 'none';
}

/** Checks input and credentials, runs the operation, and writes one line of the log. */
async function watch(
  ctx: SimContext,
  c: Context,
  rules: OperationRules,
  next: Next,
  check: () => Response | undefined,
): Promise<Response | undefined> {
  const brokenRules = brokenInputRules(c, rules);
  c.set('brokenRules', brokenRules);
  const entry = {
    method: c.req.method,
    path: c.req.path,
    auth: authKind(c),
    operation: `${c.req.method} ${routePath(c)}`,
    brokenRules,
  };
  const refusal = check();
  if (!refusal) await next();
  ctx.log.add({ ...entry, status: (refusal ?? c.res).status });
  return refusal;
}

function brokenInputRules(c: Context, { query = [], body }: OperationRules): string[] {
  const broken: string[] = [];
  for (const [name, values] of Object.entries(c.req.queries())) {
    const shown = name.slice(0, 40);
    if (!query.includes(name)) broken.push(`Query parameter ${shown} is not documented`);
    if (values.length > 1) broken.push(`Query parameter ${shown} was sent more than once`);
  }
  if (body !== 'none' && c.req.method !== 'GET') return broken;
  if (carriesBody(c)) broken.push('This operation takes no body, but one was sent');
  else if (c.req.header('content-type') !== undefined) {
    broken.push('This operation takes no body, but a Content-Type was sent');
  }
  return broken;
}

function carriesBody(c: Context): boolean {
  const isEmpty = ['0', undefined].includes(c.req.header('content-length'));
  return !isEmpty || c.req.header('transfer-encoding') !== undefined;
}
