import { useMemo, useState } from 'react';
import {
  type ClaimQuery,
  DROPS_LIMITS,
  type DropsCampaign,
  PAYOUT_STATES,
  type PayoutState,
} from '../../../shared/contract/drops.ts';
import { SelectField } from '../../ui/choices.tsx';
import { CodeField, LineField } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { MoreFilters } from '../more-filters.tsx';
import { stateName } from './drops-words.ts';

const ID_MAX = 100;
/** A hundred ids of a hundred characters, with separators. */
const IDS_MAX = 12_000;

const LINES = [
  { name: 'channelId', label: 'drops.by-viewer' },
  { name: 'categoryId', label: 'drops.by-category' },
] as const;

interface ClaimFiltersProps {
  readonly campaigns: readonly DropsCampaign[];
  readonly inUse: ClaimFilterState;
  readonly size: number;
  readonly onSize: (size: number) => void;
}

export function ClaimFilterFields({ campaigns, inUse, size, onSize }: ClaimFiltersProps) {
  const { t, number } = useWords();
  const { filters, ids, change } = inUse;
  const all = { value: '' as const, label: t('drops.all') };
  const campaign = campaigns.find(({ campaignId }) => campaignId === filters.campaignId);
  const rewards = campaign?.rewards ?? [];
  const isTooMany = ids.length > DROPS_LIMITS.idsInFilterMax;
  const most = DROPS_LIMITS.idsInFilterMax;
  const isMore = filters.channelId + filters.categoryId + filters.ids !== '';
  return (
    <div className="stack roomy">
      <div className="fit">
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
            all,
            ...PAYOUT_STATES.map((value) => ({ value, label: stateName('claim', value, t) })),
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
      <MoreFilters isUsed={isMore} isFiltered={inUse.isFiltered} onClear={inUse.clear}>
        <div className="fit">
          {LINES.map(({ name, label }) => (
            <LineField
              key={name}
              label={t(label)}
              value={filters[name]}
              max={ID_MAX}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
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
      </MoreFilters>
    </div>
  );
}

interface ClaimFilters {
  readonly campaignId: string;
  readonly rewardId: string;
  readonly state: PayoutState | '';
  readonly channelId: string;
  readonly categoryId: string;
  /** Whether those put away are listed as well. */
  readonly putAway: boolean;
  /** As typed: separated by commas, spaces or line breaks. */
  readonly ids: string;
}

const NONE: ClaimFilters = {
  campaignId: '',
  rewardId: '',
  state: '',
  channelId: '',
  categoryId: '',
  putAway: false,
  ids: '',
};
const START: ClaimFilters = { ...NONE, state: 'CLAIMED' };

export type ClaimFilterState = ReturnType<typeof useClaimFilters>;

export function useClaimFilters() {
  const [filters, setFilters] = useState(START);
  const [jumps, setJumps] = useState(0);
  const ids = useMemo(() => idsOf(filters.ids), [filters.ids]);
  return {
    filters,
    ids,
    /** null if the input is not a valid query. */
    query: useMemo(() => queryOf(filters, ids), [filters, ids]),
    isFiltered: Object.values(filters).some(
      (value) => typeof value === 'string' && value.trim() !== '',
    ),
    /** Counts how often the filters were set from elsewhere on the page. */
    jumps,
    change: (next: Partial<ClaimFilters>) => setFilters((now) => ({ ...now, ...next })),
    /** Sets these filters and clears all others. */
    only(next: Partial<ClaimFilters>) {
      setFilters({ ...NONE, ...next });
      setJumps((now) => now + 1);
    },
    clear: () => setFilters(NONE),
  };
}

export function idsOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];
}

/** Returns null if there are more ids than the platform accepts; no ids mean no filter. */
export function queryOf(
  filters: ClaimFilters,
  ids: readonly string[],
): Omit<ClaimQuery, 'source'> | null {
  if (ids.length > DROPS_LIMITS.idsInFilterMax) return null;
  const { campaignId, rewardId, state, channelId, categoryId } = filters;
  const texts = Object.entries({ campaignId, rewardId, channelId, categoryId })
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(texts),
    ...(state === '' ? {} : { fulfillmentState: state }),
    ...(ids.length === 0 ? {} : { claimIds: [...ids] }),
    ...(filters.putAway ? { putAway: true } : {}),
  };
}
