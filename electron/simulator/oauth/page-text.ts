import { LANGUAGES, type Language } from '../../../shared/locales/index.ts';
import { SIMULATOR_TEXTS, type SimulatorKey } from '../../../shared/locales/simulator.ts';
import { createTranslator } from '../../../shared/locales/translate.ts';

/** Why the page cannot go on; shown to people, and noted in the request log in English. */
export type PageProblem =
  | 'parameter-missing'
  | 'parameter-repeated'
  | 'unknown-client'
  | 'unknown-redirect'
  | 'bad-prompt'
  | 'stale-form';

/** Says a text of the simulator's pages. */
export type Say = (key: SimulatorKey, values?: Readonly<Record<string, string>>) => string;

/** The texts of the pages in one language. */
export const pageText: (language: Language) => Say = createTranslator(SIMULATOR_TEXTS);

/** The language of ours that the browser likes best; Korean when it likes none. */
export function pickLanguage(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } = { language: LANGUAGES[0], weight: 0 };
  for (const part of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const language = LANGUAGES.find((one) => one === tag.split('-')[0]);
    if (language === undefined) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > best.weight) best = { language, weight };
  }
  return best.language;
}
