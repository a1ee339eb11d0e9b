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

/** The alerts' controls where they are never out of sight, and whether alerts are paused. */
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

/** Why one of them failed; above every view, for the controls are there as well. */
export function AlertProblems() {
  return (
    <>
      {ALERT_ACTIONS.map((action) => (
        <ActionProblem key={action} action={action} />
      ))}
    </>
  );
}

/** The alerts that wait, and what can be done to them in the middle of a show. */
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

/** One of the controls with its word. */
export function ControlButton({ control, variant }: ControlButtonProps) {
  const { t } = useWords();
  const { phase } = useSelect(actionOf(control.action));
  // Pausing shows by what the button says next; the others leave no trace but this.
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
