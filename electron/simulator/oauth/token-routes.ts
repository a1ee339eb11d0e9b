import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { answerFailure, fail, ok, okEmpty, refuse } from '../answers.ts';
import type { SimContext } from '../context.ts';
import { noteBrokenRule, type RuleNotes, requireNothing, type WatchedEnv } from '../guards.ts';
import { jsonBody } from '../resources/input.ts';
import type { IssuedPair, IssueOutcome } from '../world/authorizations.ts';
import type { Application } from '../world/model.ts';
import { authorizationRoutes } from './authorization-routes.ts';

const TokenBody = z.strictObject({
  grantType: z.enum(['authorization_code', 'refresh_token']),
  clientId: z.string().optional(),
  clientSecret: z.string().optional(),
  code: z.string().optional(),
  refreshToken: z.string().optional(),
});

const RevokeBody = z.strictObject({
  clientId: z.string().optional(),
  clientSecret: z.string().optional(),
  token: z.string().min(1),
  tokenTypeHint: z.enum(['access_token', 'refresh_token']),
});

/** Token issue, refresh and revocation (specification, "Issue or refresh tokens" and after). */
export function tokenRoutes(ctx: SimContext): Hono {
  const routes = new Hono();
  routes.onError(answerFailure);
  const rules = { query: [] } as const;
  routes.post('/api/openapi/auth/v1/token', requireNothing(ctx, rules), (c) => issue(ctx, c));
  routes.post('/api/openapi/auth/v1/token/revoke', requireNothing(ctx, rules), (c) =>
    revoke(ctx, c),
  );
  return routes;
}

async function issue(ctx: SimContext, c: Context<WatchedEnv>): Promise<Response> {
  const body = await jsonBody(c, TokenBody);
  const application = authenticate(ctx, c, body);
  const byCode = body.grantType === 'authorization_code';
  if ((byCode ? body.refreshToken : body.code) !== undefined) {
    noteBrokenRule(c, `A field of the other grant was sent with grantType ${body.grantType}`);
  }
  const given = byCode ? body.code : body.refreshToken;
  if (!given) {
    return fail(c, 401, byCode ? 'Authorization code is required' : 'Refresh token is required');
  }
  const { authorizations } = ctx.world;
  const outcome: IssueOutcome = byCode
    ? authorizations.exchange(application, given)
    : authorizations.refresh(application, given);
  if (outcome.kind === 'refused') return fail(c, 401, outcome.message);
  c.header('cache-control', 'no-store');
  return ok(c, tokenContent(outcome.pair));
}

async function revoke(ctx: SimContext, c: Context<WatchedEnv>): Promise<Response> {
  const body = await jsonBody(c, RevokeBody);
  const application = authenticate(ctx, c, body);
  const kind = ctx.world.authorizations.kindOf(body.token);
  if (kind !== null && kind !== body.tokenTypeHint) {
    noteBrokenRule(c, 'tokenTypeHint names the other kind of token');
  }
  switch (ctx.world.authorizations.revoke(application, body.token)) {
    case 'revoked':
      return okEmpty(c);
    case 'not-found':
      return fail(c, 401, 'Invalid token');
    case 'already-revoked':
      return fail(c, 401, 'Token has already been revoked');
    case 'other-application':
      return fail(c, 401, 'Token does not belong to this application');
  }
}

interface Credentials {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}

/** The application of a body's credentials, or the 401 of the table's first row. */
function authenticate(ctx: SimContext, c: RuleNotes, body: Credentials): Application {
  const { clientId, clientSecret } = body;
  if (clientId === undefined || clientSecret === undefined) {
    noteBrokenRule(c, 'clientId and clientSecret are required');
  }
  const found = ctx.world.authenticate(clientId ?? '', clientSecret ?? '');
  return found ?? refuse(401, 'Invalid client credentials');
}

/** The token response; `expiresIn` is text (specification, "Token response"). */
function tokenContent(pair: IssuedPair): object {
  return {
    accessToken: pair.access.token,
    refreshToken: pair.refresh.token,
    tokenType: 'Bearer',
    expiresIn: String(pair.access.seconds),
    scope: pair.access.scopes.join(' '),
  };
}

/** Everything of OAuth: the authorization page, token issue and refresh, revocation. */
export function oauthRoutes(ctx: SimContext): Hono {
  const routes = new Hono();
  routes.route('/', authorizationRoutes(ctx));
  routes.route('/', tokenRoutes(ctx));
  return routes;
}
