import { ArrowRight, FlaskConical, LoaderCircle, type LucideIcon, Radio } from 'lucide-react';
import type { ReactNode } from 'react';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { wordsOf } from '../../i18n/dashboard.ts';
import { actionOf, selectDesktop, selectLanguage } from '../../stores/dashboard-store.ts';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { StepFrame } from './step-frame.tsx';
import { hasApplication } from './steps.ts';

/** Which language, and what to begin with. */
export function WelcomeStep() {
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

/** Each in its own language, for whoever cannot read the other one. */
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
