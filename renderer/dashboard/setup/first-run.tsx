import {
  ArrowRight,
  Check,
  FlaskConical,
  LoaderCircle,
  type LucideIcon,
  Radio,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useDashboard, usePage, usePending, useWords } from '../context.ts';
import { ActionProblem, CoreUnreachable } from '../problems.tsx';
import { LanguageSwitch } from '../status-bar/preferences.tsx';
import { ApplicationStep } from './application-step.tsx';
import { OverlayStep } from './overlay-step.tsx';
import { SignInStep } from './sign-in-step.tsx';
import { StepFrame, type StepProps, useGo } from './step-frame.tsx';
import { hasApplication, keepLeft, type ShownStep, wayOf } from './steps.ts';

const STEPS: Readonly<Record<ShownStep, (props: StepProps) => ReactNode>> = {
  welcome: WelcomeStep,
  application: ApplicationStep,
  'sign-in': SignInStep,
  overlay: OverlayStep,
};

/** The first run, shown instead of the views until it is finished or skipped. */
export function FirstRun({ desktop, step }: StepProps & { readonly step: ShownStep }) {
  const { t } = useWords();
  const Step = STEPS[step];
  return (
    <section className="first-run" data-step={step} aria-label={t('setup.label')}>
      <div className="first-run-top">
        <Progress way={wayOf(step, desktop.setup.mode)} step={step} />
        <Later step={step} />
      </div>
      <Unreachable />
      <Step desktop={desktop} />
    </section>
  );
}

/** Leaves for the dashboard, where a card leads back. */
function Later({ step }: { readonly step: ShownStep }) {
  const { t } = useWords();
  const { host } = usePage();
  const go = useGo();
  const leave = () => {
    keepLeft(host, step);
    go('done');
  };
  return (
    <Button variant="ghost" onPress={leave}>
      {t('setup.later')}
    </Button>
  );
}

/** A core that restarts for a step is not a failure. */
function Unreachable() {
  const choosing = usePending('setup.set-mode');
  const connecting = usePending('setup.connect');
  return choosing || connecting ? null : <CoreUnreachable />;
}

function Progress({ way, step }: { readonly way: readonly ShownStep[]; readonly step: ShownStep }) {
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
      <p className="only-heard">{t('setup.position', { step: present + 1, total: way.length })}</p>
    </nav>
  );
}

function WelcomeStep({ desktop: { setup } }: StepProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const go = useGo();
  const starting = usePending('setup.set-mode');
  const endsStream = setup.mode === 'connect' && hasApplication(setup);
  return (
    <StepFrame title={t('welcome.title')} text={t('welcome.text')} before={null}>
      <LanguageSwitch full />
      <ActionProblem action="language" />
      <div className="beginnings">
        <Beginning
          icon={FlaskConical}
          title={t(starting ? 'welcome.demo-starting' : 'welcome.demo')}
          busy={starting}
          onPress={() => void dashboard.desktop('setup.set-mode', { mode: 'demo' })}
        >
          <span>{t('welcome.demo-text')}</span>
          <span className="card-note beginning-note">
            {t(endsStream ? 'welcome.demo-ends' : 'welcome.demo-mark')}
          </span>
        </Beginning>
        <Beginning
          icon={Radio}
          title={t('welcome.connect')}
          wanted
          onPress={() => go('application')}
        >
          <span>{t('welcome.connect-text')}</span>
          <span className="card-note beginning-note">{t('welcome.connect-time')}</span>
        </Beginning>
      </div>
      <ActionProblem action="setup.set-mode" />
    </StepFrame>
  );
}

interface BeginningProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly busy?: boolean;
  readonly wanted?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Beginning(props: BeginningProps) {
  const { icon, title, busy = false, wanted = false, onPress, children } = props;
  const Icon = busy ? LoaderCircle : icon;
  return (
    <button
      type="button"
      className="beginning"
      data-wanted={wanted}
      aria-busy={busy}
      onClick={() => {
        if (!busy) onPress();
      }}
    >
      <span className="beginning-icon">
        <Icon size={24} aria-hidden className={busy ? 'spinning' : undefined} />
      </span>
      <span className="beginning-title">
        {title}
        <ArrowRight size={16} aria-hidden className="beginning-arrow" />
      </span>
      {children}
    </button>
  );
}
