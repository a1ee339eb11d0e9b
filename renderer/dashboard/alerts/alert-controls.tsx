import { Check, CirclePause, EyeOff, Pause, Play, SkipForward } from 'lucide-react';
import { actionOf, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ActionIconButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

const ALERT_ACTIONS = ['alerts.pause', 'alerts.skip', 'alerts.panic'] as const;

type AlertControl = ReturnType<typeof useAlertControls>[number];

/** None before the core's first state. */
function useAlertControls() {
  const dashboard = useDashboard();
  const alerts = useSelect(selectStatus)?.alerts;
  if (!alerts) return [];
  const { paused } = alerts;
  return [
    {
      action: 'alerts.pause',
      icon: paused ? Play : Pause,
      word: paused ? 'resume' : 'pause',
      variant: paused ? 'primary' : 'plain',
      press: () => dashboard.setAlertsPaused(!paused),
    },
    {
      action: 'alerts.skip',
      icon: SkipForward,
      word: 'skip',
      variant: 'plain',
      press: dashboard.skipAlert,
    },
    {
      action: 'alerts.panic',
      icon: EyeOff,
      word: 'hide',
      variant: 'danger',
      press: dashboard.hideAlerts,
    },
  ] as const;
}

export function StatusBarAlerts() {
  const { t } = useWords();
  const alerts = useSelect(selectStatus)?.alerts;
  const controls = useAlertControls();
  if (!alerts) return null;
  const { paused } = alerts;
  return (
    <fieldset className="alert-strip" data-paused={paused} aria-label={t('alerts.title')}>
      {/* It stands here empty, so that its filling is read out. */}
      <span className="alert-paused heard-when-narrow tone-warn" role="status">
        {paused ? (
          <>
            <CirclePause size={16} aria-hidden />
            {t('alerts.paused')}
          </>
        ) : null}
      </span>
      {controls.map(({ action, icon, word, press }) => (
        <ActionIconButton
          key={action}
          action={action}
          icon={icon}
          label={t(`alerts.${word}-long`)}
          onPress={() => void press()}
        />
      ))}
    </fieldset>
  );
}

/** Why a control failed; shown above every view because the controls are on every view. */
export function AlertProblems() {
  return ALERT_ACTIONS.map((action) => <ActionProblem key={action} action={action} closable />);
}

export function PausedCallout({ waiting }: { readonly waiting: number }) {
  const { t } = useWords();
  return (
    <Callout
      tone="warn"
      icon={CirclePause}
      title={t('alerts.paused-title')}
      text={waiting === 0 ? t('alerts.paused-none') : t('alerts.paused-text', { count: waiting })}
    />
  );
}

export function AlertControlButtons() {
  return useAlertControls().map((control) => (
    <ControlButton key={control.action} control={control} />
  ));
}

function ControlButton({ control }: { readonly control: AlertControl }) {
  const { t } = useWords();
  const { phase } = useSelect(actionOf(control.action));
  // Pausing shows in the button's next label; the other controls show only this.
  const done = phase === 'done' && control.action !== 'alerts.pause';
  return (
    <Button
      variant={control.variant}
      icon={done ? Check : control.icon}
      busy={phase === 'pending'}
      title={t(`alerts.${control.word}-long`)}
      onPress={() => void control.press()}
    >
      {t(`alerts.${control.word}`)}
    </Button>
  );
}
