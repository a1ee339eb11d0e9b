import { Monitor, Moon, Sun } from 'lucide-react';
import { createContext, type PropsWithChildren, useContext, useEffect, useState } from 'react';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { wordsOf } from '../../i18n/dashboard.ts';
import { selectLanguage } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';

/** Chooses the app's language, each named in its own words: in `full`, or by a short sign. */
export function LanguageSwitch({ full = false }: { readonly full?: boolean }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const present = useSelect(selectLanguage);
  return (
    <fieldset
      className={full ? 'segments languages' : 'segments'}
      aria-label={t(full ? 'welcome.language' : 'language.label')}
    >
      {LANGUAGES.map((language) => {
        const own = wordsOf(language);
        const name = own.t('language.name');
        return (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === present}
            title={full ? undefined : name}
            onClick={() => {
              if (language !== present) void dashboard.setLanguage(language);
            }}
          >
            {full ? null : `${own.t('language.short')} `}
            {/* The name that is heard begins with what is seen, for those who speak to the page. */}
            <span className={full ? undefined : 'only-heard'}>{name}</span>
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

const ThemeContext = createContext<readonly [Theme, (theme: Theme) => void]>(['system', () => {}]);

/** Dresses the page in its language and theme. */
export function ThemeProvider({ children }: PropsWithChildren) {
  const { host } = usePage();
  const { language } = useWords();
  const chosen = useState<Theme>(() => {
    const kept = host.readPreference(THEME_PREFERENCE);
    return THEMES.find((known) => known === kept) ?? 'system';
  });
  const [theme] = chosen;
  useEffect(() => {
    host.dressPage({ language, theme: theme === 'system' ? null : theme });
  }, [host, language, theme]);
  return <ThemeContext.Provider value={chosen}>{children}</ThemeContext.Provider>;
}

export function ThemeSwitch() {
  const { host } = usePage();
  const { t } = useWords();
  const [theme, setTheme] = useContext(ThemeContext);
  const setNext = () => {
    const next = THEMES[THEMES.indexOf(theme) + 1] ?? 'system';
    host.writePreference(THEME_PREFERENCE, next === 'system' ? null : next);
    setTheme(next);
  };
  return (
    <IconButton
      icon={THEME_ICONS[theme]}
      label={t('theme.switch', { theme: t(`theme.${theme}`) })}
      onPress={setNext}
    />
  );
}
