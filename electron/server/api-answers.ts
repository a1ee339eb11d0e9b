import type { IncomingMessage } from 'node:http';
import { API_MESSAGE_MOST_BYTES, API_PATH } from '../../shared/api/v1.ts';
import { bearerOf } from './access.ts';
import { COMMON_HEADERS } from './page-policy.ts';
import type { ApiSource, RunCommand } from './ports.ts';

export function isApiPath(path: string): boolean {
  return path === API_PATH || path.startsWith(`${API_PATH}/`);
}

/** A request to the API; a browser is told whether the page that asks may read the answer. */
export async function answerApi(
  { api, run }: { readonly api: ApiSource; readonly run: RunCommand },
  request: Request,
  incoming: IncomingMessage,
): Promise<Response> {
  const { origin = null, authorization } = incoming.headers;
  const isNamed = origin === null || api.names(origin);
  const allowed = origin !== null && isNamed ? { 'Access-Control-Allow-Origin': origin } : {};
  if (request.method === 'OPTIONS') return preflight(allowed);
  const url = new URL(request.url);
  const { status, body } = await api.answer({
    method: request.method,
    path: url.pathname.slice(API_PATH.length) || '/',
    search: url.searchParams,
    key: bearerOf(authorization),
    origin,
    body: () => textOf(request),
    run,
  });
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...COMMON_HEADERS,
      ...allowed,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: 'Origin',
    },
  });
}

/** A browser asks first whether the page may. */
function preflight(allowed: Record<string, string>): Response {
  const headers = {
    ...COMMON_HEADERS,
    ...allowed,
    Vary: 'Origin',
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Max-Age': '600',
  };
  const isAllowed = 'Access-Control-Allow-Origin' in allowed;
  return new Response(null, { status: isAllowed ? 204 : 403, headers: isAllowed ? headers : {} });
}

/** Throws a RangeError for more than a message may have. */
async function textOf(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: false });
  let [text, bytes] = ['', 0];
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > API_MESSAGE_MOST_BYTES) throw new RangeError('A request is too large');
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
