import { AlarmClockOff, Check, ListChecks, OctagonX, Undo2, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import {
  type DropsClaim,
  PAYOUT_IDS_MAX,
  type PayoutState,
} from '../../../shared/contract/drops.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import type { ClaimFilterState } from './claim-filters.tsx';
import { JobNote } from './job-note.tsx';
import { PayDialog, type PayoutWish } from './pay-dialog.tsx';

export interface SelectionBarProps {
  readonly selection: Selection;
  readonly query: ClaimFilterState['query'];
  readonly source: 'platform' | 'kept';
}

/** Matching claims that were left out. */
const NONE_OUT = { late: 0, refused: 0 };

export function SelectionBar({ selection, query, source }: SelectionBarProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [wish, setWish] = useState<PayoutWish | null>(null);
  const [out, setOut] = useState(NONE_OUT);
  /** The job that was started last. */
  const [jobId, setJobId] = useState<number | null>(null);
  const { chosen, unpaid, paid, isCut, pick } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it was said of what fitted before
  useEffect(() => setOut(NONE_OUT), [query]);
  const isChosen = chosen.size > 0;
  useEffect(() => {
    // The next selection begins.
    if (isChosen) setJobId(null);
  }, [isChosen]);
  const clear = () => {
    selection.clear();
    setOut(NONE_OUT);
  };
  const pickMatching = async () => {
    if (query === null) return;
    setOut(NONE_OUT);
    const found = await dashboard.ask('drops.match', { ...query, source });
    if (!found) return;
    setOut({ late: found.late, refused: found.refused });
    const as = (ids: readonly string[], fulfillmentState: PayoutState) =>
      ids.map((claimId) => ({ claimId, fulfillmentState }));
    pick([...as(found.unpaid, 'CLAIMED'), ...as(found.paid, 'FULFILLED')], !found.complete);
  };
  return (
    <>
      <div className="drops-bar card-row" data-chosen={isChosen}>
        <span className="drops-bar-count" role="status">
          <strong>{t('drops.selected', { count: chosen.size })}</strong>
          {unpaid.length > 0 && paid.length > 0 ? (
            <span className="card-note">
              {t('drops.selected-mixed', { unpaid: unpaid.length, paid: paid.length })}
            </span>
          ) : null}
        </span>
        <CoreButton
          action="drops.match"
          icon={ListChecks}
          disabled={query === null}
          onPress={() => void pickMatching()}
        >
          {t('drops.select-matching')}
        </CoreButton>
        {isChosen ? (
          <Button icon={X} variant="ghost" onPress={clear}>
            {t('drops.select-none')}
          </Button>
        ) : null}
        {paid.length > 0 ? (
          <CoreButton icon={Undo2} onPress={() => setWish({ claimIds: paid, state: 'CLAIMED' })}>
            {t('drops.unpay', { count: paid.length })}
          </CoreButton>
        ) : null}
        {unpaid.length > 0 ? (
          <CoreButton
            icon={Check}
            variant="primary"
            onPress={() => setWish({ claimIds: unpaid, state: 'FULFILLED' })}
          >
            {t('drops.pay', { count: unpaid.length })}
          </CoreButton>
        ) : null}
      </div>
      {isCut ? (
        <p className="card-note" role="status">
          {t('drops.selected-cut', { most: PAYOUT_IDS_MAX })}
        </p>
      ) : null}
      {(['late', 'refused'] as const).map((why) =>
        out[why] > 0 ? (
          <Callout
            key={why}
            tone="warn"
            icon={why === 'late' ? AlarmClockOff : OctagonX}
            role="status"
            title={t(`drops.${why}-out`, { count: out[why] })}
            text={t(`drops.${why}-out-why`)}
          />
        ) : null,
      )}
      <ActionProblem action="drops.match" />
      {jobId === null || isChosen ? null : (
        <JobNote key={jobId} jobId={jobId} onFollowed={() => setJobId(null)} />
      )}
      {wish ? (
        <PayDialog
          wish={wish}
          onTaken={(begun) => {
            clear();
            setJobId(begun);
          }}
          onClose={() => setWish(null)}
        />
      ) : null}
    </>
  );
}

export type Selection = ReturnType<typeof useSelection>;

/** The selected claims of all pages, up to the limit of one job. */
export function useSelection() {
  /** From id to state. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [isCut, setCut] = useState(false);
  const pick = (
    claims: readonly Pick<DropsClaim, 'claimId' | 'fulfillmentState'>[],
    cut = false,
  ) => {
    const next = new Map(chosen);
    for (const { claimId, fulfillmentState } of claims) {
      if (next.size < PAYOUT_IDS_MAX || next.has(claimId)) next.set(claimId, fulfillmentState);
      else cut = true;
    }
    setChosen(next);
    setCut(cut);
  };
  const drop = (claims: readonly DropsClaim[]) => {
    const gone = new Set(claims.map(({ claimId }) => claimId));
    setChosen((now) => new Map([...now].filter(([claimId]) => !gone.has(claimId))));
    setCut(false);
  };
  const clear = () => {
    setChosen(new Map());
    setCut(false);
  };
  const toggle = (claim: DropsClaim, on: boolean) => (on ? pick([claim]) : drop([claim]));
  const { unpaid, paid } = useMemo(() => {
    const of = (state: string) =>
      [...chosen].flatMap(([id, known]) => (known === state ? [id] : []));
    return { unpaid: of('CLAIMED'), paid: of('FULFILLED') };
  }, [chosen]);
  return { chosen, unpaid, paid, isCut, toggle, pick, drop, clear };
}
