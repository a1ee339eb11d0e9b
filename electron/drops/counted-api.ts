import { QuotaExceededError, RateLimitedError } from '../platform/errors/overload.ts';
import type { DropsApi } from '../platform/resources/drops.ts';
import type { QuotaBook } from './quota-book.ts';

/** The drops operations, with the day's book told of every answer and every refusal. */
export type CountedDrops = Omit<DropsApi, 'quota'>;

export function countedDrops(api: DropsApi, quota: QuotaBook): CountedDrops {
  const counted =
    <A extends unknown[], R>(
      category: 'READ_DROPS' | 'WRITE_DROPS',
      run: (...args: A) => Promise<R>,
    ) =>
    async (...args: A): Promise<R> => {
      try {
        const result = await run(...args);
        quota.answered(category);
        return result;
      } catch (failure) {
        if (failure instanceof QuotaExceededError) quota.refused(category);
        else if (failure instanceof RateLimitedError) {
          quota.limited(category, failure.retryAfterMs);
        } else quota.keep(category);
        throw failure;
      }
    };
  return {
    campaigns: counted('READ_DROPS', api.campaigns.bind(api)),
    claims: counted('READ_DROPS', api.claims.bind(api)),
    setFulfillment: counted('WRITE_DROPS', api.setFulfillment.bind(api)),
  };
}
