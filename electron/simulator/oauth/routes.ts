import { Hono } from 'hono';
import type { SimContext } from '../context.ts';
import { authorizationRoutes } from './authorization-routes.ts';
import { tokenRoutes } from './token-routes.ts';

/** Everything of OAuth: the authorization page, token issue and refresh, revocation. */
export function oauthRoutes(ctx: SimContext): Hono {
  const routes = new Hono();
  routes.route('/', authorizationRoutes(ctx));
  routes.route('/', tokenRoutes(ctx));
  return routes;
}
