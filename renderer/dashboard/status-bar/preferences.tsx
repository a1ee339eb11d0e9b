import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { wordsOf } from '../../i18n/dashboard.ts';
import { selectLanguage } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';

/** Chooses the app's language. */
export function LanguageSwitch() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const present = useSelect(selectLanguage);
  return (
    <fieldset className="segments" aria-label={t('language.label')}>
      {LANGUAGES.map((language) => {
        // Each language is named in its own words.
        const own = wordsOf(language);
        return (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === present}
            title={own.t('language.name')}
            onClick={() => {
              if (language !== present) void dashboard.setLanguage(language);
            }}
          >
            {own.t('language.short')}{' '}
            {/* The name that is heard begins with what is seen, for those who speak to the page. */}
            <span className="only-heard">{own.t('language.name')}</span>
          </button>
        );
      })}
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

/** Cycles through system, light, dark. Stored in this browser. */
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
