import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';

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

/**
 * Ends the handling of a request with an error body from any depth. Hono's default error handler
 * and `answerFailure` both answer it.
 */
export function refuse(status: FailStatus, message: string): never {
  throw new HTTPException(status, {
    message,
    res: new Response(JSON.stringify(errorBody(status, message)), {
      status,
      headers: { 'content-type': 'application/json' },
    }),
  });
}

/** Error handler for Hono apps: a refusal as it is, anything else as a plain 500. */
export function answerFailure(failure: Error, c: Context): Response {
  if (failure instanceof HTTPException) return failure.getResponse();
  return fail(c, 500, 'Internal server error');
}
