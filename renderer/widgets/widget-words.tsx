import { createContext, type PropsWithChildren, useContext } from 'react';
import { LANGUAGES, type Language } from '../../shared/locales/index.ts';
import { WIDGET_TEXTS } from '../../shared/locales/widgets.ts';
import { type Translate, translator } from '../i18n/page-words.ts';

/** The widgets' texts and numbers in one language. */
export interface WidgetWords {
  readonly language: Language;
  readonly t: Translate;
  readonly number: (value: number) => string;
}

const wordsOf = (language: Language): WidgetWords => ({
  language,
  t: translator(WIDGET_TEXTS[language], language),
  number: (value) => new Intl.NumberFormat(language).format(value),
});

const BY_LANGUAGE = Object.fromEntries(
  LANGUAGES.map((language) => [language, wordsOf(language)]),
) as Readonly<Record<Language, WidgetWords>>;

const WidgetWordsContext = createContext<WidgetWords>(BY_LANGUAGE[LANGUAGES[0]]);

type WidgetLanguageProps = PropsWithChildren<{ readonly language: Language }>;

/** The language of nested widgets: the overlay's own, or a preview's. */
export function WidgetLanguage({ language, children }: WidgetLanguageProps) {
  return <WidgetWordsContext value={BY_LANGUAGE[language]}>{children}</WidgetWordsContext>;
}

export function useWords(): WidgetWords {
  return useContext(WidgetWordsContext);
}
