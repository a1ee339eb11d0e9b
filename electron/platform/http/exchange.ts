import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Clock } from '../../base/clock.ts';
import { readHttpDate } from '../../base/read-time.ts';
import type { Method } from '../operations.ts';

export interface Outgoing {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type ExchangeEnd = 'network' | 'timeout' | 'stopped';

/** No complete answer came. Carries only a code: raw network errors can quote headers. */
export class ExchangeFailure extends Error {
  readonly end: ExchangeEnd;
  readonly detail: string | null;

  constructor(end: ExchangeEnd, detail: string | null = null) {
    super(detail === null ? end : `${end}: ${detail}`);
    this.name = 'ExchangeFailure';
    this.end = end;
    this.detail = detail;
  }
}

/** The system's error code, from anywhere in the chain of causes. */
function codeOf(failure: unknown): string | null {
  let current: unknown = failure;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const code: unknown = 'code' in current ? current.code : undefined;
    if (typeof code === 'string') return code;
    current = current.cause;
  }
  return failure instanceof Error ? failure.name : null;
}

async function perform(
  fetch: typeof globalThis.fetch,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Answer> {
  const { method, url, headers, body } = outgoing;
  const response = await fetch(url, {
    method,
    headers,
    signal,
    // Following redirects would send the client secret to their target.
    redirect: 'manual',
    ...(body === null ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/**
 * Sends one request and reads the whole answer. Throws `ExchangeFailure` if none comes within
 * `timeoutMs` (null: however long it takes), the connection fails, or `stop` is aborted; returns
 * then even if `fetch` ignores its signal.
 */
export async function exchange(
  fetch: typeof globalThis.fetch,
  clock: Clock,
  outgoing: Outgoing,
  timeoutMs: number | null,
  stop: AbortSignal | null,
): Promise<Answer> {
  if (stop?.aborted) throw new ExchangeFailure('stopped');
  const controller = new AbortController();
  const cut = Promise.withResolvers<never>();
  const end = (reason: ExchangeEnd): void => {
    cut.reject(new ExchangeFailure(reason));
    controller.abort();
  };
  const timer = timeoutMs === null ? null : clock.setTimeout(() => end('timeout'), timeoutMs);
  const onStop = (): void => end('stopped');
  stop?.addEventListener('abort', onStop);
  try {
    return await Promise.race([perform(fetch, outgoing, controller.signal), cut.promise]);
  } catch (failure) {
    if (failure instanceof ExchangeFailure) throw failure;
    throw new ExchangeFailure('network', codeOf(failure));
  } finally {
    timer?.dispose();
    stop?.removeEventListener('abort', onStop);
  }
}

/** Query parameters in sending order; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * `base` + `path` + query. Values are percent-encoded, spaces as %20, so that every server reads
 * them alike; `{name}` in the path is replaced from `parts`.
 */
export function buildAddress(
  base: string,
  path: string,
  query: Query = {},
  parts: Readonly<Record<string, string>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent((parts[name] ?? '').toWellFormed());
  });
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value).toWellFormed())}`],
  );
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return `${base.replace(/\/+$/, '')}${filled}${search}`;
}

const MESSAGE_MAX = 300;

/** `message` of an error body (an array is joined), else its `error`; null if there is none. */
export function errorMessageOf(text: string): string | null {
  const body = parseJson(text);
  if (!isJsonObject(body)) return null;
  const { message, error } = body;
  const parts: unknown[] = Array.isArray(message) ? message : [message ?? error];
  const joined = parts.filter((part) => typeof part === 'string' && part.trim() !== '').join('; ');
  return joined === '' ? null : [...joined].slice(0, MESSAGE_MAX).join('');
}

/**
 * The content of an answer: `content` of `{code, message, content}`, or the value itself without
 * the envelope (the specification leaves it open for sessions). Undefined if unreadable.
 */
export function contentOf(text: string): unknown {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || !('content' in value)) return value;
  return value.content;
}

const SECONDS = /^\d+$/;

/**
 * The wait in a `Retry-After` header, milliseconds; null if unreadable or missing. A date is
 * compared with the answer's own `Date` header if present, so that a wrong local clock does not
 * matter, else with `now`.
 */
export function parseRetryAfter(
  header: string | null,
  dateHeader: string | null,
  now: number,
): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1000;
  const at = readHttpDate(text);
  if (at === null) return null;
  return Math.max(0, at - (readHttpDate(dateHeader) ?? now));
}
