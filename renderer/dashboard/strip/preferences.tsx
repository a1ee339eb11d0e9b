import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LANGUAGES, type Language } from '../../../shared/locales/index.ts';
import { selectLanguage } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';

/** Each language is named in itself. */
const LANGUAGE_NAMES: Readonly<
  Record<Language, { readonly short: string; readonly long: string }>
> = { ko: { short: '한', long: '한국어' }, en: { short: 'EN', long: 'English' } };

/** Which of the two languages the app speaks. */
export function LanguageSwitch() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const present = useSelect(selectLanguage);
  return (
    <fieldset className="segments" aria-label={t('language.label')}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === present}
          title={LANGUAGE_NAMES[language].long}
          onClick={() => {
            if (language !== present) void dashboard.setLanguage(language);
          }}
        >
          {LANGUAGE_NAMES[language].short}{' '}
          {/* The name that is heard begins with what is seen, for those who speak to the page. */}
          <span className="only-heard">{LANGUAGE_NAMES[language].long}</span>
        </button>
      ))}
    </fieldset>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const THEME_PREFERENCE = 'theme';

function readTheme(kept: string | null): Theme {
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

/** Goes round: as the system, light, dark. Kept in this browser. */
export function ThemeSwitch() {
  const { host } = usePage();
  const { t, language } = useWords();
  const [theme, setTheme] = useState(() => readTheme(host.readPreference(THEME_PREFERENCE)));
  useEffect(() => {
    host.dressPage({ language, theme: theme === 'system' ? null : theme });
  }, [host, language, theme]);
  const next = () => {
    const following = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    host.writePreference(THEME_PREFERENCE, following === 'system' ? null : following);
    setTheme(following);
  };
  return (
    <IconButton
      icon={THEME_ICONS[theme]}
      label={t('theme.switch', { theme: t(`theme.${theme}`) })}
      onPress={next}
    />
  );
}
