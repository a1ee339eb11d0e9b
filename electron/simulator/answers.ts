import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Clock } from '../base/clock.ts';
import { respelled } from './world/manners.ts';
import type { World } from './world/world.ts';

const ERROR_NAMES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const;

export type FailStatus = keyof typeof ERROR_NAMES;

/** The success envelope `{code, message, content}` (specification, "What the service does"). */
export function ok(c: Context, content: object): Response {
  return c.json({ code: 200, message: null, content }, 200);
}

/** 200 without a body: revoke, subscribe, and the operations that document no output. */
export function okEmpty(c: Context): Response {
  return c.body(null, 200);
}

/** The error body `{statusCode, message, error}` (specification, "Error body"). */
export function errorBody(status: FailStatus, message: string): object {
  return { statusCode: status, message, error: ERROR_NAMES[status] };
}

export function fail(c: Context, status: FailStatus, message: string): Response {
  return c.json(errorBody(status, message), status);
}

/** Ends the handling of a request with an error body from any depth. */
export function refuse(status: FailStatus, message: string): never {
  throw new HTTPException(status, {
    message,
    res: new Response(JSON.stringify(errorBody(status, message)), {
      status,
      headers: { 'content-type': 'application/json' },
    }),
  });
}

/** Hono's error handler: refusals are sent unchanged, anything else as a plain 500. */
export function answerFailure(failure: Error, c: Context): Response {
  if (failure instanceof HTTPException) return failure.getResponse();
  return fail(c, 500, 'Internal server error');
}

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
