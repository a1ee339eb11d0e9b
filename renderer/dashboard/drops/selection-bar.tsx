import { AlarmClockOff, Check, ListChecks, OctagonX, Undo2, X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type DropsClaim,
  PAYOUT_IDS_MAX,
  type PayoutState,
} from '../../../shared/contract/drops.ts';
import { actionOf, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import type { ClaimFilterState } from './claim-filters.tsx';
import { JobStartedNote, PayDialog, type PayoutWish } from './pay-dialog.tsx';

interface SelectionBarProps {
  readonly selection: Selection;
  readonly query: ClaimFilterState['query'];
  /** Where "select all matching" reads claims. */
  readonly source: 'platform' | 'kept';
}

/** Matching claims that were left out. */
const NONE_OUT = { late: 0, refused: 0 };

/** The number of selected claims and their actions. */
export function SelectionBar({ selection, query, source }: SelectionBarProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const matching = useSelect(actionOf('drops.match')).phase === 'pending';
  const [wish, setWish] = useState<PayoutWish | null>(null);
  const [out, setOut] = useState(NONE_OUT);
  const [taken, setTaken] = useState<number | null>(null);
  const { chosen, unpaid, paid, isCut, pick } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it was said of what fitted before
  useEffect(() => setOut(NONE_OUT), [query]);
  const isChosen = chosen.size > 0;
  useEffect(() => {
    // The next selection begins.
    if (isChosen) setTaken(null);
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
      <div className="drops-bar" data-chosen={isChosen}>
        <span className="drops-bar-count" role="status">
          <strong>{t('drops.selected', { count: chosen.size })}</strong>
          {unpaid.length > 0 && paid.length > 0 ? (
            <span className="drops-sub">
              {t('drops.selected-mixed', { unpaid: unpaid.length, paid: paid.length })}
            </span>
          ) : null}
        </span>
        <Button
          icon={ListChecks}
          busy={matching}
          disabled={!reachable || query === null}
          onPress={() => void pickMatching()}
        >
          {t('drops.select-matching')}
        </Button>
        {isChosen ? (
          <Button icon={X} variant="ghost" onPress={clear}>
            {t('drops.select-none')}
          </Button>
        ) : null}
        {paid.length > 0 ? (
          <Button
            icon={Undo2}
            disabled={!reachable}
            onPress={() => setWish({ claimIds: paid, state: 'CLAIMED' })}
          >
            {t('drops.unpay', { count: paid.length })}
          </Button>
        ) : null}
        {unpaid.length > 0 ? (
          <Button
            icon={Check}
            variant="primary"
            disabled={!reachable}
            onPress={() => setWish({ claimIds: unpaid, state: 'FULFILLED' })}
          >
            {t('drops.pay', { count: unpaid.length })}
          </Button>
        ) : null}
      </div>
      {isCut ? (
        <p className="card-note" role="status">
          {t('drops.selected-cut', { most: PAYOUT_IDS_MAX })}
        </p>
      ) : null}
      {out.late > 0 ? (
        <Callout
          tone="warn"
          icon={AlarmClockOff}
          role="status"
          title={t('drops.late-out', { count: out.late })}
          text={t('drops.late-out-why')}
        />
      ) : null}
      {out.refused > 0 ? (
        <Callout
          tone="warn"
          icon={OctagonX}
          role="status"
          title={t('drops.refused-out', { count: out.refused })}
          text={t('drops.refused-out-why')}
        />
      ) : null}
      <ActionProblem action="drops.match" />
      {taken === null || isChosen ? null : (
        <JobStartedNote count={taken} onFollowed={() => setTaken(null)} />
      )}
      {wish ? (
        <PayDialog
          wish={wish}
          onTaken={() => {
            clear();
            setTaken(wish.claimIds.length);
          }}
          onClose={() => setWish(null)}
        />
      ) : null}
    </>
  );
}

type Chosen = ReadonlyMap<string, string>;

export interface Selection {
  /** From id to state. */
  readonly chosen: Chosen;
  readonly unpaid: readonly string[];
  readonly paid: readonly string[];
  /** Whether claims were left out because of the limit. */
  readonly isCut: boolean;
  toggle(claim: DropsClaim, on: boolean): void;
  /** Adds claims to the selection. */
  pick(claims: readonly Pick<DropsClaim, 'claimId' | 'fulfillmentState'>[], cut?: boolean): void;
  drop(claims: readonly Pick<DropsClaim, 'claimId'>[]): void;
  clear(): void;
}

/** The selected claims of all pages, up to the limit of one job. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [isCut, setCut] = useState(false);
  const pick: Selection['pick'] = useCallback(
    (claims, cut = false) => {
      const next = new Map(chosen);
      for (const { claimId, fulfillmentState } of claims) {
        if (next.size < PAYOUT_IDS_MAX || next.has(claimId)) next.set(claimId, fulfillmentState);
        else cut = true;
      }
      setChosen(next);
      setCut(cut);
    },
    [chosen],
  );
  const drop: Selection['drop'] = useCallback((claims) => {
    const gone = new Set(claims.map(({ claimId }) => claimId));
    setChosen((now) => new Map([...now].filter(([claimId]) => !gone.has(claimId))));
    setCut(false);
  }, []);
  const clear = useCallback(() => {
    setChosen(new Map());
    setCut(false);
  }, []);
  const toggle: Selection['toggle'] = (claim, on) => (on ? pick([claim]) : drop([claim]));
  const of = (state: string) => [...chosen].flatMap(([id, known]) => (known === state ? [id] : []));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` reads what is chosen only
  const unpaid = useMemo(() => of('CLAIMED'), [chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` reads what is chosen only
  const paid = useMemo(() => of('FULFILLED'), [chosen]);
  return { chosen, unpaid, paid, isCut, toggle, pick, drop, clear };
}
