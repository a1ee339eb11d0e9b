import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { fail, ok, okEmpty, refuse } from '../answers.ts';
import type { SimContext } from '../context.ts';
import { noteBrokenRule, type RuleNotes, requireNothing, type WatchedEnv } from '../guards.ts';
import { jsonBody } from '../resources/input.ts';
import type { Application } from '../world/model.ts';
import { addAuthorizationPage } from './authorization-routes.ts';

const credentials = { clientId: z.string().optional(), clientSecret: z.string().optional() };

const TokenBody = z.strictObject({
  grantType: z.enum(['authorization_code', 'refresh_token']),
  ...credentials,
  code: z.string().optional(),
  refreshToken: z.string().optional(),
});

const RevokeBody = z.strictObject({
  ...credentials,
  token: z.string().min(1),
  tokenTypeHint: z.enum(['access_token', 'refresh_token']),
});

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
  const issued = byCode
    ? authorizations.exchange(application, given)
    : authorizations.refresh(application, given);
  if (typeof issued === 'string') return fail(c, 401, issued);
  c.header('cache-control', 'no-store');
  // `expiresIn` is text (specification, "Token response").
  return ok(c, {
    accessToken: issued.access.token,
    refreshToken: issued.refresh.token,
    tokenType: 'Bearer',
    expiresIn: String(issued.access.seconds),
    scope: issued.access.scopes.join(' '),
  });
}

async function revoke(ctx: SimContext, c: Context<WatchedEnv>): Promise<Response> {
  const body = await jsonBody(c, RevokeBody);
  const application = authenticate(ctx, c, body);
  const { authorizations } = ctx.world;
  const kind = authorizations.kindOf(body.token);
  if (kind !== null && kind !== body.tokenTypeHint) {
    noteBrokenRule(c, 'tokenTypeHint names the other kind of token');
  }
  const refusal = authorizations.revoke(application, body.token);
  return refusal === null ? okEmpty(c) : fail(c, 401, refusal);
}

/** The application of a body's credentials, or the 401 of the table's first row. */
function authenticate(
  ctx: SimContext,
  c: RuleNotes,
  { clientId, clientSecret }: Pick<z.output<typeof RevokeBody>, keyof typeof credentials>,
): Application {
  if (clientId === undefined || clientSecret === undefined) {
    noteBrokenRule(c, 'clientId and clientSecret are required');
  }
  const found = ctx.world.authenticate(clientId ?? '', clientSecret ?? '');
  return found ?? refuse(401, 'Invalid client credentials');
}

/** Everything of OAuth (specification, "Authorization page" and after). */
export function oauthRoutes(ctx: SimContext): Hono {
  const routes = new Hono();
  addAuthorizationPage(routes, ctx);
  routes.post('/api/openapi/auth/v1/token', requireNothing(ctx), (c) => issue(ctx, c));
  routes.post('/api/openapi/auth/v1/token/revoke', requireNothing(ctx), (c) => revoke(ctx, c));
  return routes;
}
