import { EyeOff, type LucideIcon, Pause, Play, SkipForward } from 'lucide-react';
import type { PageKey } from '../../../shared/locales/index.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect } from '../context.ts';

export const ALERT_ACTIONS = ['alerts.pause', 'alerts.skip', 'alerts.panic'] as const;

export interface AlertControl {
  readonly action: ActionName;
  readonly icon: LucideIcon;
  /** A word for a button. */
  readonly word: PageKey;
  /** What it does where the word does not stand beside the others. */
  readonly longWord: PageKey;
  readonly press: () => Promise<void>;
}

interface AlertControls {
  readonly waiting: number;
  readonly paused: boolean;
  readonly pause: AlertControl;
  readonly skip: AlertControl;
  readonly hide: AlertControl;
}

/** What can be done to the alerts now; null before the core has spoken. */
export function useAlertControls(): AlertControls | null {
  const dashboard = useDashboard();
  const alerts = useSelect(selectStatus)?.alerts;
  if (!alerts) return null;
  const { waiting, paused } = alerts;
  return {
    waiting,
    paused,
    pause: {
      action: 'alerts.pause',
      icon: paused ? Play : Pause,
      word: paused ? 'alerts.resume' : 'alerts.pause',
      longWord: paused ? 'alerts.resume-long' : 'alerts.pause-long',
      press: () => dashboard.setAlertsPaused(!paused),
    },
    skip: {
      action: 'alerts.skip',
      icon: SkipForward,
      word: 'alerts.skip',
      longWord: 'alerts.skip-long',
      press: () => dashboard.skipAlert(),
    },
    hide: {
      action: 'alerts.panic',
      icon: EyeOff,
      word: 'alerts.hide',
      longWord: 'alerts.hide-long',
      press: () => dashboard.hideAlerts(),
    },
  };
}
