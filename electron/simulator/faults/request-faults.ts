import type { MiddlewareHandler } from 'hono';
import { assertNever } from '../../../shared/events.ts';
import { type Clock, delay } from '../../base/clock.ts';
import { errorBody, fail } from '../answers.ts';
import type { RequestLog } from '../request-log.ts';
import type { RequestFault } from './fault.ts';
import type { FaultBook } from './fault-book.ts';

/** What the way on which a request came lets the platform do. */
export interface Way {
  /** The answer never arrives: the line breaks before. */
  readonly loseAnswer: () => void;
}

type AnswerFault = Extract<RequestFault, { kind: 'answer' }>;

/** The messages of an answer that a fault invents, when it brings none of its own. */
const MESSAGES: Readonly<Record<AnswerFault['status'], string>> = {
  400: 'Invalid request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  410: 'Gone',
  429: 'Too many requests',
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
};

/** Booked faults strike operations. `realClock` paces slow answers until `stopping`. */
export function requestFaults(
  book: FaultBook,
  log: RequestLog,
  realClock: Clock,
  stopping: AbortSignal,
): MiddlewareHandler<{ Bindings: Way }> {
  return async (c, next) => {
    const operation = `${c.req.method} ${c.req.path}`;
    const faults = book.takeForRequest(operation);
    const { method, path } = c.req;
    const noted = { method, path, operation: `${operation} (fault)`, brokenRules: [] };
    const note = (status: number) => log.add({ ...noted, auth: 'none', status });
    for (const fault of faults) {
      if (fault.kind === 'slow') await delay(realClock, fault.delayMs, stopping);
    }
    if (stopping.aborted) return fail(c, 503, 'The simulator stops');
    const fault = faults.find(({ kind }) => kind !== 'slow');
    switch (fault?.kind) {
      case undefined:
      case 'slow':
        return next();
      case 'answer':
        note(fault.status);
        return inventedAnswer(fault);
      case 'garbage-answer':
        note(200);
        return new Response('<<<{"code":200,"content":{"unfinished', { headers: JSON_TYPE });
      case 'late-answer':
        // The work is done at once; only the answer is delayed.
        await next();
        await delay(realClock, fault.afterMs, AbortSignal.any([stopping, book.released]));
        return undefined;
      case 'no-answer':
        await next();
        await aborted(AbortSignal.any([stopping, book.released]));
        return undefined;
      case 'strange-answer': {
        const { status, answer } = STRANGE[fault.form];
        note(fault.status ?? status);
        return answer(fault.status ?? status);
      }
      case 'lost-answer':
        // The work is done; only the answer is lost.
        await next();
        note(0);
        c.env.loseAnswer();
        return undefined;
      default:
        return assertNever(fault);
    }
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}

function inventedAnswer(fault: AnswerFault): Response {
  const { status, message = MESSAGES[status], retryAfterSec } = fault;
  const answer = json(status, errorBody(status, message));
  if (retryAfterSec !== undefined) answer.headers.set('retry-after', String(retryAfterSec));
  return answer;
}

type StrangeAnswer = Extract<RequestFault, { kind: 'strange-answer' }>;

const PAGE = '<!doctype html><html><body><h1>Something went wrong</h1></body></html>';
const JSON_TYPE = { 'content-type': 'application/json' };

interface StrangeForm {
  /** The status where the fault names none. */
  readonly status: number;
  readonly answer: (status: number) => Response;
}

/** Answers as gateways, load balancers and newer servers give them: not the documented body. */
const STRANGE: Readonly<Record<StrangeAnswer['form'], StrangeForm>> = {
  html: {
    status: 502,
    answer: (status) => new Response(PAGE, { status, headers: { 'content-type': 'text/html' } }),
  },
  messages: {
    status: 400,
    answer: (status) =>
      json(status, { message: ['first reason', 'second reason'], error: 'Bad Request' }),
  },
  list: { status: 500, answer: (status) => json(status, ['something', 'went wrong']) },
  empty: { status: 500, answer: (status) => new Response('', { status, headers: JSON_TYPE }) },
  'no-content': { status: 204, answer: (status) => new Response(null, { status }) },
  redirect: {
    status: 302,
    answer: (status) => new Response(null, { status, headers: { location: '/elsewhere' } }),
  },
  timeout: { status: 408, answer: (status) => new Response('Request Timeout', { status }) },
  'rate-limit': {
    status: 429,
    answer: (statusCode) => json(statusCode, { statusCode, message: 'Too many requests' }),
  },
};

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: JSON_TYPE });
}
