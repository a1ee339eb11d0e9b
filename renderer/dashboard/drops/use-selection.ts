import { useCallback, useMemo, useState } from 'react';
import { type DropsClaim, PAYOUT_IDS_MAX } from '../../../shared/contract/drops.ts';

type Chosen = ReadonlyMap<string, string>;

export interface Selection {
  /** From id to state. */
  readonly chosen: Chosen;
  readonly unpaid: readonly string[];
  readonly paid: readonly string[];
  /** Whether something was left out because too much was chosen. */
  readonly isCut: boolean;
  toggle(claim: DropsClaim, on: boolean): void;
  /** Adds claims to what is chosen. */
  pick(claims: readonly Pick<DropsClaim, 'claimId' | 'fulfillmentState'>[], cut?: boolean): void;
  drop(claims: readonly Pick<DropsClaim, 'claimId'>[]): void;
  clear(): void;
}

/** Claims that are chosen, over all pages; at most as many as are marked at once. */
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
