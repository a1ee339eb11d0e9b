import { Bell, BellRing, Check, CirclePause } from 'lucide-react';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { type AlertControl, useAlertControls } from './use-alert-controls.ts';

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
