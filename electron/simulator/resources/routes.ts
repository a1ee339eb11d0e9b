import { Hono } from 'hono';
import type { SimContext } from '../context.ts';
import { addBlocks, addChannels } from './channels.ts';
import { addChat } from './chat.ts';
import { addDrops } from './drops.ts';
import { addLives } from './lives.ts';

/** Everything below `/api/openapi/open/v1` but sessions, and the public live status. */
export function resourceRoutes(ctx: SimContext): Hono {
  const routes = new Hono();
  for (const add of [addChannels, addLives, addChat, addBlocks, addDrops]) add(routes, ctx);
  return routes;
}
