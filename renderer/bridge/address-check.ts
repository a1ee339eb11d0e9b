import type { PageTimers } from './page-host.ts';

/** `gone`: the host answers but does not know the address. `unknown`: no usable answer. */
export type AddressState = 'valid' | 'gone' | 'unknown';

/** Checks once; never rejects. */
export type CheckAddress = () => Promise<AddressState>;

/** Retry interval once the address is gone, milliseconds: the streamer may restore an old key. */
export const GONE_RETRY_MS = 60_000;

const ANSWER_LIMIT_MS = 10_000;
const GONE_STATUS: ReadonlySet<number> = new Set([403, 404]);

/** Checks the page's address by HTTP, because a refused socket gives no reason. `ask`: `fetch`. */
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
