import { createContext, type PropsWithChildren, useContext } from 'react';
import { LANGUAGES, type Language, type TextsByLanguage } from '../../shared/locales/index.ts';
import { WIDGET_TEXTS } from '../../shared/locales/widgets.ts';
import { type Translate, translator } from '../i18n/page-words.ts';

/** The widgets' texts and numbers in one language. */
export interface WidgetWords {
  readonly language: Language;
  readonly t: Translate;
  readonly number: (value: number) => string;
}

type WordsByLanguage = Readonly<Record<Language, WidgetWords>>;

/** The widgets' words, with further texts. */
export const wordsWith = (texts: Partial<TextsByLanguage>): WordsByLanguage =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      {
        language,
        t: translator({ ...WIDGET_TEXTS[language], ...texts[language] }, language),
        number: (value: number) => new Intl.NumberFormat(language).format(value),
      },
    ]),
  ) as WordsByLanguage;

const WORDS = wordsWith({});

const WidgetWordsContext = createContext<WidgetWords>(WORDS[LANGUAGES[0]]);

type WidgetLanguageProps = PropsWithChildren<{
  readonly language: Language;
  readonly words?: WordsByLanguage;
}>;

/** The language of nested widgets: the overlay's own, or a preview's. */
export function WidgetLanguage({ language, words = WORDS, children }: WidgetLanguageProps) {
  return <WidgetWordsContext value={words[language]}>{children}</WidgetWordsContext>;
}

export function useWords(): WidgetWords {
  return useContext(WidgetWordsContext);
}
