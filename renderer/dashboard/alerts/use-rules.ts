import { useEffect, useState, useSyncExternalStore } from 'react';
import { selectOverlay } from '../../stores/dashboard-store.ts';
import { usePage, useSelect } from '../context.ts';
import { PacedSetting } from '../desktop/paced-setting.ts';
import type { Rules } from './rule-edits.ts';

export interface RulesInHand {
  /** As they are shown: what was changed here stands before it is confirmed. */
  readonly rules: Rules;
  /** Changes what is there at that moment, which may be later than what was drawn. */
  change(make: (rules: Rules) => Rules): void;
}

/** The rules, to be changed at once and sent at a pace; null until the core has spoken of them. */
export function useRules(): RulesInHand | null {
  const { dashboard, host } = usePage();
  const overlay = useSelect(selectOverlay);
  const [paced] = useState(
    () =>
      new PacedSetting<Rules>({
        clock: host.clock,
        send: (rules) => dashboard.setOverlay({ rules: [...rules] }, 'rules'),
      }),
  );
  const wanted = useSyncExternalStore(paced.subscribe, paced.wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every word of the feed counts
  useEffect(() => paced.heard(), [paced, overlay]);
  if (!overlay) return null;
  return {
    rules: wanted ? wanted.value : overlay.rules,
    change(make) {
      const known = dashboard.store.getState().overlay?.rules ?? [];
      const now = paced.wanted()?.value ?? known;
      const next = make(now);
      if (next !== now) paced.want(next);
    },
  };
}
