import { assertNever } from '../../../shared/events.ts';
import type { RequestFault } from './fault.ts';

type StrangeAnswer = Extract<RequestFault, { kind: 'strange-answer' }>;

const PAGE = '<!doctype html><html><body><h1>Something went wrong</h1></body></html>';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The status of an answer of this form where the fault names none. */
const STATUS: Readonly<Record<StrangeAnswer['form'], number>> = {
  html: 502,
  messages: 400,
  list: 500,
  empty: 500,
  'no-content': 204,
  redirect: 302,
  timeout: 408,
  'rate-limit': 429,
};

/** An answer as gateways, load balancers and newer servers give it: not the documented body. */
export function strangeAnswer({ form, status = STATUS[form] }: StrangeAnswer): Response {
  switch (form) {
    case 'html':
      return new Response(PAGE, { status, headers: { 'content-type': 'text/html' } });
    case 'messages':
      return json(status, { message: ['first reason', 'second reason'], error: 'Bad Request' });
    case 'list':
      return json(status, ['something', 'went wrong']);
    case 'empty':
      return new Response('', { status, headers: JSON_TYPE });
    case 'no-content':
      return new Response(null, { status });
    case 'redirect':
      return new Response(null, { status, headers: { location: '/elsewhere' } });
    case 'timeout':
      return new Response('Request Timeout', { status });
    case 'rate-limit':
      return json(status, { statusCode: status, message: 'Too many requests' });
    default:
      return assertNever(form);
  }
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: JSON_TYPE });
}
