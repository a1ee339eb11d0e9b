import {
  ArrowRight,
  Check,
  FlaskConical,
  LoaderCircle,
  type LucideIcon,
  Radio,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { assertNever } from '../../../shared/events.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { wordsOf } from '../../i18n/dashboard.ts';
import { actionOf, selectDesktop, selectLanguage } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem, CoreUnreachable } from '../problems.tsx';
import { ApplicationStep } from './application-step.tsx';
import { OverlayStep } from './overlay-step.tsx';
import { SignInStep } from './sign-in-step.tsx';
import { StepFrame } from './step-frame.tsx';
import { hasApplication, keepLeft, type ShownStep, wayOf } from './steps.ts';

/** The first run, shown instead of the views until it is finished or skipped. */
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

/** Leaves for the dashboard, where a card leads back. */
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

/** A core that restarts for a step is not a failure. */
function Unreachable() {
  const choosing = useSelect(actionOf('setup.set-mode')).phase === 'pending';
  const connecting = useSelect(actionOf('setup.connect')).phase === 'pending';
  return choosing || connecting ? null : <CoreUnreachable />;
}

interface ProgressProps {
  readonly way: readonly ShownStep[];
  readonly step: ShownStep;
}

/** Progress of the first run: one dot per step, the current one named. */
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

/** Chooses the language and how to begin. */
function WelcomeStep() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const setup = useSelect(selectDesktop)?.setup;
  const starting = useSelect(actionOf('setup.set-mode')).phase === 'pending';
  const endsStream = setup?.mode === 'connect' && hasApplication(setup);
  return (
    <StepFrame title={t('welcome.title')} text={t('welcome.text')} before={null}>
      <Languages />
      <div className="beginnings">
        <Beginning
          icon={FlaskConical}
          title={t(starting ? 'welcome.demo-starting' : 'welcome.demo')}
          busy={starting}
          onPress={() => void dashboard.desktop('setup.set-mode', { mode: 'demo' })}
        >
          <span>{t('welcome.demo-text')}</span>
          <span className="beginning-note">
            {t(endsStream ? 'welcome.demo-ends' : 'welcome.demo-mark')}
          </span>
        </Beginning>
        <Beginning
          icon={Radio}
          title={t('welcome.connect')}
          wanted
          onPress={() => void dashboard.desktop('setup.go', { step: 'application' })}
        >
          <span>{t('welcome.connect-text')}</span>
          <span className="beginning-note">{t('welcome.connect-time')}</span>
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

function Beginning({
  icon,
  title,
  busy = false,
  wanted = false,
  onPress,
  children,
}: BeginningProps) {
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

/** Each named in its own language. */
function Languages() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const present = useSelect(selectLanguage);
  return (
    <>
      <fieldset className="segments languages" aria-label={t('welcome.language')}>
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === present}
            onClick={() => {
              if (language !== present) void dashboard.setLanguage(language);
            }}
          >
            {wordsOf(language).t('language.name')}
          </button>
        ))}
      </fieldset>
      <ActionProblem action="language" />
    </>
  );
}
