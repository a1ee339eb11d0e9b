import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AlertDesk } from '../../../shared/contract/alerts.ts';
import { usePage } from '../context.ts';
import { Dismissals, type DismissalsState } from './dismissals.ts';

export interface DismissalsInUse extends DismissalsState {
  readonly dismiss: (seq: number) => void;
  readonly dismissAll: (desk: AlertDesk) => void;
  readonly undo: () => void;
}

export function useDismissals(desk: AlertDesk): DismissalsInUse {
  const { dashboard, host } = usePage();
  const [dismissals] = useState(
    () => new Dismissals({ clock: host.clock, send: (seq) => dashboard.dismissAlert(seq) }),
  );
  const state = useSyncExternalStore(dismissals.subscribe, dismissals.state);
  useEffect(() => dismissals.heard(seqsOf(desk)), [dismissals, desk]);
  return {
    ...state,
    dismiss: dismissals.dismiss,
    dismissAll: (now) => dismissals.dismissAll(seqsOf(now), now.neverAppearedCount),
    undo: dismissals.undo,
  };
}

function seqsOf({ neverAppeared }: AlertDesk): readonly number[] {
  return neverAppeared.map(({ event }) => event.seq);
}
