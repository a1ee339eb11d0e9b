import { CirclePause } from 'lucide-react';
import { actionOf } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useSelect, useWords } from '../context.ts';
import { ALERT_ACTIONS, type AlertControl, useAlertControls } from './use-alert-controls.ts';

/** The alerts' controls where they are never out of sight, and whether alerts are paused. */
export function AlertStrip() {
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
