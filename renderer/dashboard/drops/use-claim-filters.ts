import { useCallback, useMemo, useState } from 'react';
import { type ClaimQuery, DROPS_LIMITS, type PayoutState } from '../../../shared/contract/drops.ts';

/** What is written into the filters. Empty text lets everything through. */
export interface ClaimFilters {
  readonly campaignId: string;
  readonly rewardId: string;
  readonly state: PayoutState | '';
  readonly channelId: string;
  readonly categoryId: string;
  /** As typed: parted by commas, spaces or line breaks. */
  readonly ids: string;
}

const NONE: ClaimFilters = {
  campaignId: '',
  rewardId: '',
  state: '',
  channelId: '',
  categoryId: '',
  ids: '',
};
const START: ClaimFilters = { ...NONE, state: 'CLAIMED' };

export interface ClaimFiltersInUse {
  readonly filters: ClaimFilters;
  /** Ids as they are understood. */
  readonly ids: readonly string[];
  /** null: what is written cannot be asked for. */
  readonly query: Omit<ClaimQuery, 'source'> | null;
  readonly isFiltered: boolean;
  /** How often the filters were set from elsewhere on the page. */
  readonly jumps: number;
  change(change: Partial<ClaimFilters>): void;
  /** These and no others. */
  only(filters: Partial<ClaimFilters>): void;
  clear(): void;
}

export function useClaimFilters(): ClaimFiltersInUse {
  const [filters, setFilters] = useState(START);
  const change = useCallback(
    (next: Partial<ClaimFilters>) => setFilters((now) => ({ ...now, ...next })),
    [],
  );
  const [jumps, setJumps] = useState(0);
  const only = useCallback((next: Partial<ClaimFilters>) => {
    setFilters({ ...NONE, ...next });
    setJumps((now) => now + 1);
  }, []);
  const clear = useCallback(() => setFilters(NONE), []);
  const ids = useMemo(() => idsOf(filters.ids), [filters.ids]);
  const query = useMemo(() => queryOf(filters, ids), [filters, ids]);
  const isFiltered = Object.values(filters).some((value) => value.trim() !== '');
  return { filters, ids, query, isFiltered, jumps, change, only, clear };
}

/** The ids of a text, each once. */
export function idsOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];
}

/** The platform takes so many ids and no more; none at all is no filter. */
export function queryOf(filters: ClaimFilters, ids: readonly string[]): ClaimFiltersInUse['query'] {
  if (ids.length > DROPS_LIMITS.idsInFilterMax) return null;
  const { campaignId, rewardId, state, channelId, categoryId } = filters;
  const texts = Object.entries({ campaignId, rewardId, channelId, categoryId })
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(texts),
    ...(state === '' ? {} : { fulfillmentState: state }),
    ...(ids.length === 0 ? {} : { claimIds: [...ids] }),
  };
}
