import type { KV } from '@nats-io/kv';
import type { Clock } from '../base/clock.ts';

/** A list takes milliseconds. That a server is gone the client notices only after half a minute. */
const MOST_MS = 3_000;

/** The bucket did not list its keys in time. */
export class KeysLateError extends Error {
  constructor() {
    super('the bucket did not list its keys in time');
  }
}

/** Keys of the entries that are there. Throws `KeysLateError`, and what NATS throws. */
export function keysIn(
  bucket: Pick<KV, 'keys'>,
  filter: string,
  clock: Clock,
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    let stop: (() => void) | null = null;
    let isLate = false;
    const limit = clock.setTimeout(() => {
      isLate = true;
      stop?.();
      reject(new KeysLateError());
    }, MOST_MS);
    const list = async (): Promise<readonly string[]> => {
      const keys = await bucket.keys(filter);
      stop = () => keys.stop();
      if (isLate) stop();
      const found: string[] = [];
      for await (const key of keys) found.push(key);
      return found;
    };
    list()
      .finally(() => limit.dispose())
      .then(resolve, reject);
  });
}
