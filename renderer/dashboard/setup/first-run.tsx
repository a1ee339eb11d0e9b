import { Check } from 'lucide-react';
import { assertNever } from '../../../shared/events.ts';
import { actionOf, selectDesktop } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { NotReached } from '../not-reached.tsx';
import { ApplicationStep } from './application-step.tsx';
import { keepLeft } from './left-setup.ts';
import { OverlayStep } from './overlay-step.tsx';
import { SignInStep } from './sign-in-step.tsx';
import { type ShownStep, wayOf } from './steps.ts';
import { WelcomeStep } from './welcome-step.tsx';

/** The first run, in place of the desk until it is done or left. */
export function FirstRun({ step }: { readonly step: ShownStep }) {
  const { t } = useWords();
  const mode = useSelect(selectDesktop)?.setup.mode ?? 'undecided';
  return (
    <section className="first-run" data-step={step} aria-label={t('setup.label')}>
      <div className="first-run-top">
        <Progress way={wayOf(step, mode)} step={step} />
        <Later step={step} />
      </div>
      <Unreachable />
      <StepOf key={step} step={step} />
    </section>
  );
}

function StepOf({ step }: { readonly step: ShownStep }) {
  switch (step) {
    case 'welcome':
      return <WelcomeStep />;
    case 'application':
      return <ApplicationStep />;
    case 'sign-in':
      return <SignInStep />;
    case 'overlay':
      return <OverlayStep />;
    default:
      return assertNever(step);
  }
}

/** To the dashboard, where a card leads back here. */
function Later({ step }: { readonly step: ShownStep }) {
  const { t } = useWords();
  const { host } = usePage();
  const dashboard = useDashboard();
  const leave = () => {
    keepLeft(host, step);
    void dashboard.desktop('setup.go', { step: 'done' });
  };
  return (
    <Button variant="ghost" onPress={leave}>
      {t('setup.later')}
    </Button>
  );
}

/** A core that starts anew because a step asked for it is no failure. */
function Unreachable() {
  const choosing = useSelect(actionOf('setup.set-mode')).phase === 'pending';
  const connecting = useSelect(actionOf('setup.connect')).phase === 'pending';
  return choosing || connecting ? null : <NotReached />;
}

interface ProgressProps {
  readonly way: readonly ShownStep[];
  readonly step: ShownStep;
}

/** How far the first run is: a dot a step, the present one with its name. */
function Progress({ way, step }: ProgressProps) {
  const { t } = useWords();
  const present = way.indexOf(step);
  return (
    <nav className="way" aria-label={t('setup.progress')}>
      <ol>
        {way.map((entry, index) => (
          <li
            key={entry}
            aria-current={index === present ? 'step' : undefined}
            data-done={index < present}
          >
            <span className="way-dot" aria-hidden>
              {index < present ? <Check size={12} /> : index + 1}
            </span>
            <span className="way-name">{t(`setup.step.${entry}`)}</span>
            {index < present ? <span className="only-heard">{t('setup.done-step')}</span> : null}
          </li>
        ))}
      </ol>
      <p className="way-position">
        {t('setup.position', { step: present + 1, total: way.length })}
      </p>
    </nav>
  );
}
