import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { fail } from './answers.ts';
import type { SimContext } from './context.ts';
import type { AuthKind } from './request-log.ts';
import type { AccessToken, Application, Grant, Scope, User } from './world/model.ts';

/** Variables of every watched operation. */
export interface WatchedEnv {
  Variables: {
    /** Sentences for the request log; handlers may add to them. */
    brokenRules: string[];
  };
}

/** Variables behind `requireClient`. */
export interface ClientEnv {
  Variables: WatchedEnv['Variables'] & { application: Application };
}

/** Variables behind `requireBearer`. */
export interface BearerEnv {
  Variables: ClientEnv['Variables'] & { user: User; scopes: readonly Scope[]; grant: Grant };
}

/** What the specification documents of an operation's input. */
export interface OperationRules {
  /** Documented query parameters. Left out: not checked. */
  readonly query?: readonly string[];
  /** Whether a body is documented. Left out: none for GET, not checked for others. */
  readonly body?: 'none' | 'json';
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
  return async (c, next) => {
    return watch(ctx, c, rules, async () => {
      if (authKind(c) !== 'none') {
        noteBrokenRule(c, 'This operation takes no credentials in headers, but some were sent');
      }
      await next();
    });
  };
}

/** Operations of the Client ID/Secret method. 401 when the two headers do not fit together. */
export function requireClient(
  ctx: SimContext,
  rules: OperationRules = {},
): MiddlewareHandler<ClientEnv> {
  return async (c, next) => {
    return watch(ctx, c, rules, async () => {
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
      await next();
    });
  };
}

/** Operations of the Access token method; `scope` null when the operation needs none. */
export function requireBearer(
  ctx: SimContext,
  scope: Scope | null,
  rules: OperationRules = {},
): MiddlewareHandler<BearerEnv> {
  return async (c, next) => {
    return watch(ctx, c, rules, async () => {
      const kind = authKind(c);
      if (kind === 'both' || kind === 'client') {
        noteBrokenRule(c, 'This operation takes an access token, but client credentials were sent');
      }
      const text = bearerToken(c);
      if (text === null) {
        noteBrokenRule(c, 'This operation takes an access token, but none was sent');
        return fail(c, 401, 'Access token is required');
      }
      const token = checkToken(ctx, text);
      if (typeof token === 'string') return fail(c, 401, token);
      if (scope !== null && !token.scopes.includes(scope)) return failScope(c, scope);
      c.set('application', token.grant.application);
      c.set('user', token.grant.user);
      c.set('scopes', token.scopes);
      c.set('grant', token.grant);
      await next();
    });
  };
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

/** The token, or the message of the 401. */
function checkToken(ctx: SimContext, text: string): AccessToken | string {
  const check = ctx.world.authorizations.checkAccess(text);
  switch (check.kind) {
    case 'valid':
      return check.token;
    case 'unknown':
      return 'Invalid access token';
    case 'revoked':
      return 'Access token has been revoked';
    case 'expired':
      return 'Access token has expired';
  }
}

function bearerToken(c: Context): string | null {
  return /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? null;
}

/** Which credentials the headers of a request carry. */
export function authKind(c: Context): AuthKind {
  const bearer = c.req.header('authorization') !== undefined;
  const client =
    c.req.header('client-id') !== undefined || c.req.header('client-secret') !== undefined;
  if (bearer && client) return 'both';
  if (bearer) return 'bearer';
  return client ? 'client' : 'none';
}

/** Checks the input against the rules, runs the operation, and writes one line of the log. */
async function watch(
  ctx: SimContext,
  c: Context,
  rules: OperationRules,
  run: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  const brokenRules = [...brokenInputRules(c, rules)];
  c.set('brokenRules', brokenRules);
  const entry = {
    method: c.req.method,
    path: c.req.path,
    auth: authKind(c),
    operation: `${c.req.method} ${routePath(c)}`,
    brokenRules,
  };
  try {
    const response = await run();
    ctx.log.add({ ...entry, status: (response ?? c.res).status });
    return response;
  } catch (failure) {
    const status = failure instanceof HTTPException ? failure.status : 500;
    ctx.log.add({ ...entry, status });
    throw failure;
  }
}

function brokenInputRules(c: Context, rules: OperationRules): readonly string[] {
  const broken: string[] = [];
  for (const [name, values] of Object.entries(c.req.queries())) {
    const shown = name.slice(0, 40);
    if (rules.query && !rules.query.includes(name)) {
      broken.push(`Query parameter ${shown} is not documented`);
    }
    if (values.length > 1) broken.push(`Query parameter ${shown} was sent more than once`);
  }
  const body = rules.body ?? (c.req.method === 'GET' ? 'none' : 'json');
  if (body === 'none' && carriesBody(c)) {
    broken.push('This operation takes no body, but one was sent');
  } else if (body === 'none' && c.req.header('content-type') !== undefined) {
    broken.push('This operation takes no body, but a Content-Type was sent');
  }
  return broken;
}

function carriesBody(c: Context): boolean {
  const length = c.req.header('content-length');
  return (
    (length !== undefined && length !== '0') || c.req.header('transfer-encoding') !== undefined
  );
}
