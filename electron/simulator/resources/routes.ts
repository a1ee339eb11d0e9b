import { Hono } from 'hono';
import type { SimContext } from '../context.ts';
import { blockRoutes, channelRoutes } from './channels.ts';
import { chatRoutes } from './chat.ts';
import { dropsRoutes } from './drops.ts';
import { liveRoutes } from './lives.ts';

/** Everything below `/api/openapi/open/v1` but sessions, and the public live status. */
export function resourceRoutes(ctx: SimContext): Hono {
  const routes = new Hono();
  for (const group of [channelRoutes, liveRoutes, chatRoutes, blockRoutes, dropsRoutes]) {
    routes.route('/', group(ctx));
  }
  return routes;
}
