import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../base/clock.ts';
import { respelled } from './world/manners.ts';
import type { World } from './world/world.ts';

const TIME_FIELD = /(Date|At)$/;

/** Gives every answer the platform's own time, and spells the times in it as the manners say. */
export function answerManners(world: World, clock: Clock): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { times } = world.manners;
    const isJson = c.res.headers.get('content-type')?.includes('json') ?? false;
    if (times !== 'utc' && isJson) {
      const respell = (key: string, value: unknown): unknown =>
        typeof value === 'string' && TIME_FIELD.test(key) ? respelled(value, times) : value;
      const text = JSON.stringify(JSON.parse(await c.res.text(), respell));
      c.res = new Response(text, { status: c.res.status, headers: c.res.headers });
    }
    c.res.headers.set('date', new Date(clock.now()).toUTCString());
  };
}
