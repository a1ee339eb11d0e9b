import {
  Bell,
  BellRing,
  Check,
  CirclePause,
  EyeOff,
  type LucideIcon,
  Pause,
  Play,
  SkipForward,
} from 'lucide-react';
import type { PageKey } from '../../../shared/locales/index.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import { actionOf, selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

const ALERT_ACTIONS = ['alerts.pause', 'alerts.skip', 'alerts.panic'] as const;

interface AlertControl {
  readonly action: ActionName;
  readonly icon: LucideIcon;
  /** The button's label. */
  readonly word: PageKey;
  /** The label where the button stands alone. */
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

/** The alert controls available now; null before the core's first state. */
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

/** Alert controls in the status bar, and whether alerts are paused. */
export function StatusBarAlerts() {
  const { t } = useWords();
  const controls = useAlertControls();
  if (!controls) return null;
  const { paused, pause, skip, hide } = controls;
  return (
    <fieldset className="alert-strip" data-paused={paused} aria-label={t('alerts.title')}>
      {/* It stands here empty, so that its filling is read out. */}
      <span className="alert-paused tone-warn" role="status">
        {paused ? (
          <>
            <CirclePause size={16} aria-hidden />
            {t('alerts.paused')}
          </>
        ) : null}
      </span>
      <ControlIcon control={pause} />
      <ControlIcon control={skip} />
      <ControlIcon control={hide} />
    </fieldset>
  );
}

function ControlIcon({ control }: { readonly control: AlertControl }) {
  const { t } = useWords();
  const { phase } = useSelect(actionOf(control.action));
  return (
    <IconButton
      icon={control.icon}
      label={t(control.longWord)}
      busy={phase === 'pending'}
      onPress={() => void control.press()}
    />
  );
}

/** Why a control failed; shown above every view because the controls are on every view. */
export function AlertProblems() {
  return (
    <>
      {ALERT_ACTIONS.map((action) => (
        <ActionProblem key={action} action={action} />
      ))}
    </>
  );
}

/** Waiting alerts and the controls needed during a show. */
export function AlertsCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const controls = useAlertControls();
  if (!controls) return null;
  const { waiting, paused, pause, skip, hide } = controls;
  return (
    <Card
      icon={Bell}
      title={t('alerts.title')}
      aside={
        <Badge tone={paused && waiting > 0 ? 'warn' : 'neutral'}>
          {waiting === 0 ? t('alerts.none-waiting') : t('alerts.waiting', { count: waiting })}
        </Badge>
      }
    >
      {paused ? (
        <Callout
          tone="warn"
          icon={CirclePause}
          title={t('alerts.paused-title')}
          text={
            waiting === 0 ? t('alerts.paused-none') : t('alerts.paused-text', { count: waiting })
          }
        />
      ) : null}
      <div className="alert-buttons">
        <ControlButton control={pause} variant={paused ? 'primary' : 'plain'} />
        <ControlButton control={skip} variant="plain" />
        <ControlButton control={hide} variant="danger" />
      </div>
      <p className="card-note">{t('alerts.text')}</p>
      <div className="card-row">
        <Button icon={BellRing} onPress={() => dashboard.show('alerts')}>
          {t('desk.open')}
        </Button>
      </div>
    </Card>
  );
}

interface ControlButtonProps {
  readonly control: AlertControl;
  readonly variant: 'primary' | 'plain' | 'danger';
}

export function ControlButton({ control, variant }: ControlButtonProps) {
  const { t } = useWords();
  const { phase } = useSelect(actionOf(control.action));
  // Pausing shows in the button's next label; the other controls show only this.
  const done = phase === 'done' && control.action !== 'alerts.pause';
  return (
    <Button
      variant={variant}
      icon={done ? Check : control.icon}
      busy={phase === 'pending'}
      title={t(control.longWord)}
      onPress={() => void control.press()}
    >
      {t(control.word)}
    </Button>
  );
}
