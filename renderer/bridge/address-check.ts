import type { PageTimers } from './page-host.ts';

/**
 * Whether a page would still be let in by its own address. `gone`: the host is there and does not know
 * the address (any more). `unknown`: nobody answered, or nothing that says it.
 */
export type AddressState = 'valid' | 'gone' | 'unknown';

/** Looks once; never rejects. */
export type CheckAddress = () => Promise<AddressState>;

/** Asked this seldom once it is gone: the streamer may have put an old key back. Milliseconds. */
export const GONE_RETRY_MS = 60_000;

const ANSWER_LIMIT_MS = 10_000;
const GONE_STATUS: ReadonlySet<number> = new Set([403, 404]);

/**
 * Looks at the page's own address by HTTP: a socket that is refused does not say why. `ask` is the
 * browser's `fetch`.
 */
export function createAddressCheck(
  page: string,
  ask: typeof fetch,
  timers: Pick<PageTimers, 'after'>,
): CheckAddress {
  const address = new URL('.', page).href;
  return async () => {
    const limit = new AbortController();
    const stopLimit = timers.after(ANSWER_LIMIT_MS, () => limit.abort());
    try {
      const { ok, status } = await ask(address, {
        method: 'HEAD',
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'manual',
        signal: limit.signal,
      });
      if (ok) return 'valid';
      return GONE_STATUS.has(status) ? 'gone' : 'unknown';
    } catch {
      return 'unknown';
    } finally {
      stopLimit();
    }
  };
}
