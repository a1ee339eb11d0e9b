import type { Clock } from '../../base/clock.ts';
import type { Method } from '../operation.ts';

/** One request, ready to be sent. */
export interface Outgoing {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** null: the request has no body. */
  readonly body: string | null;
}

/** One answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type ExchangeEnd = 'network' | 'timeout' | 'stopped';

/** No whole answer came. Carries a code only: raw network failures can quote headers. */
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

export interface ExchangeLimits {
  readonly timeoutMs: number;
  /** Aborted when the exchange is to be given up; null: nothing but the timeout ends it. */
  readonly stop: AbortSignal | null;
}

/** The system's code for a failure, wherever in the chain of causes it stands. */
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
    // Followed redirects would carry the client secret to wherever they point.
    redirect: 'manual',
    ...(body === null ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/**
 * Sends one request and reads the whole answer. Throws `ExchangeFailure` when none comes within
 * `timeoutMs` (by the clock), when the connection fails, or when `stop` is aborted; returns then
 * even if `fetch` does not listen to its signal.
 */
export async function exchange(
  fetch: typeof globalThis.fetch,
  clock: Clock,
  outgoing: Outgoing,
  { timeoutMs, stop }: ExchangeLimits,
): Promise<Answer> {
  if (stop?.aborted) throw new ExchangeFailure('stopped');
  const controller = new AbortController();
  const cut = Promise.withResolvers<never>();
  const end = (reason: ExchangeEnd): void => {
    cut.reject(new ExchangeFailure(reason));
    controller.abort();
  };
  const timer = clock.setTimeout(() => end('timeout'), timeoutMs);
  const onStop = (): void => end('stopped');
  stop?.addEventListener('abort', onStop);
  try {
    return await Promise.race([perform(fetch, outgoing, controller.signal), cut.promise]);
  } catch (failure) {
    if (failure instanceof ExchangeFailure) throw failure;
    throw new ExchangeFailure('network', codeOf(failure));
  } finally {
    timer.dispose();
    stop?.removeEventListener('abort', onStop);
  }
}
