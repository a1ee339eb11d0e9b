import { ChevronRight, FilterX } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type ClaimQuery,
  DROPS_LIMITS,
  type DropsCampaign,
  PAYOUT_STATES,
  type PayoutState,
} from '../../../shared/contract/drops.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choices.tsx';
import { CodeField, LineField } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { claimState } from './drops-words.ts';

const ID_MAX = 100;
/** A hundred ids of a hundred characters, with separators. */
const IDS_MAX = 12_000;

interface ClaimFiltersProps {
  readonly campaigns: readonly DropsCampaign[];
  readonly inUse: ClaimFilterState;
  readonly size: number;
  readonly onSize: (size: number) => void;
}

/** All filters of the platform's list, and the reward. */
export function ClaimFilterFields({ campaigns, inUse, size, onSize }: ClaimFiltersProps) {
  const words = useWords();
  const { t, number } = words;
  const { filters, ids, change } = inUse;
  const all = { value: '', label: t('drops.all') };
  const campaign = campaigns.find(({ campaignId }) => campaignId === filters.campaignId);
  const rewards = campaign?.rewards ?? [];
  const isTooMany = ids.length > DROPS_LIMITS.idsInFilterMax;
  const most = DROPS_LIMITS.idsInFilterMax;
  const isMore = filters.channelId + filters.categoryId + filters.ids !== '';
  const [isOpen, setOpen] = useState(isMore);
  useEffect(() => {
    // Opens for filters set elsewhere and stays open when a field is emptied.
    if (isMore) setOpen(true);
  }, [isMore]);
  return (
    <div className="drops-filters">
      <div className="drops-filter-row">
        <SelectField
          label={t('drops.by-campaign')}
          choices={[
            all,
            ...campaigns.map(({ campaignId, title }) => ({ value: campaignId, label: title })),
          ]}
          chosen={filters.campaignId}
          onChoose={(campaignId) => change({ campaignId, rewardId: '' })}
        />
        <SelectField
          label={t('drops.by-reward')}
          choices={[
            all,
            ...rewards.map(({ rewardId, title }) => ({ value: rewardId, label: title })),
          ]}
          chosen={filters.rewardId}
          onChoose={(rewardId) => change({ rewardId })}
        />
        <SelectField
          label={t('drops.by-state')}
          choices={[
            { value: '' as const, label: t('drops.all') },
            ...PAYOUT_STATES.map((value) => ({ value, label: claimState(value, words) })),
          ]}
          chosen={filters.state}
          onChoose={(state) => change({ state })}
        />
        <SelectField
          label={t('drops.page-size')}
          choices={['20', '100', '1000'].map((value) => ({ value, label: number(Number(value)) }))}
          chosen={String(size)}
          onChoose={(value) => onSize(Number(value))}
        />
      </div>
      <details
        className="how"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <ChevronRight size={14} aria-hidden />
          {t('drops.more-filters')}
        </summary>
        <div className="drops-filter-row">
          <LineField
            label={t('drops.by-viewer')}
            value={filters.channelId}
            max={ID_MAX}
            onChange={(channelId) => change({ channelId })}
          />
          <LineField
            label={t('drops.by-category')}
            value={filters.categoryId}
            max={ID_MAX}
            onChange={(categoryId) => change({ categoryId })}
          />
        </div>
        <CodeField
          label={t('drops.by-ids')}
          value={filters.ids}
          rows={2}
          max={IDS_MAX}
          faulty={isTooMany}
          note={
            isTooMany
              ? t('drops.by-ids-many', { count: ids.length, most })
              : t('drops.by-ids-note', { most })
          }
          onChange={(text) => change({ ids: text })}
        />
      </details>
      {inUse.isFiltered ? (
        <div className="card-row">
          <Button icon={FilterX} variant="ghost" onPress={inUse.clear}>
            {t('drops.clear-filters')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The filter fields as typed. Empty text matches everything. */
interface ClaimFilters {
  readonly campaignId: string;
  readonly rewardId: string;
  readonly state: PayoutState | '';
  readonly channelId: string;
  readonly categoryId: string;
  /** As typed: separated by commas, spaces or line breaks. */
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

export interface ClaimFilterState {
  readonly filters: ClaimFilters;
  /** The parsed ids. */
  readonly ids: readonly string[];
  /** null if the input is not a valid query. */
  readonly query: Omit<ClaimQuery, 'source'> | null;
  readonly isFiltered: boolean;
  /** Counts how often the filters were set from elsewhere on the page. */
  readonly jumps: number;
  change(change: Partial<ClaimFilters>): void;
  /** Sets these filters and clears all others. */
  only(filters: Partial<ClaimFilters>): void;
  clear(): void;
}

export function useClaimFilters(): ClaimFilterState {
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

/** The unique ids of a text. */
export function idsOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];
}

/** Returns null if there are more ids than the platform accepts; no ids mean no filter. */
export function queryOf(filters: ClaimFilters, ids: readonly string[]): ClaimFilterState['query'] {
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
