import { CORE_TEXTS } from '../../shared/locales/core.ts';
import type { CoreKey, Language, PageKey } from '../../shared/locales/index.ts';
import { PAGE_TEXTS } from '../../shared/locales/pages.ts';
import { SHOW_WIDGET_TEXTS } from '../../shared/locales/show-widgets.ts';
import type { TextValues } from '../../shared/locales/text.ts';
import { createTranslator } from '../../shared/locales/translate.ts';
import { WIDGET_TEXTS } from '../../shared/locales/widgets.ts';

const translator = createTranslator(PAGE_TEXTS);

/**
 * What a page says for a key, in the language under test: a better word must not break a spec.
 * Pages are Korean unless a spec says otherwise.
 */
export const text = (key: PageKey, values?: TextValues, language: Language = 'ko'): string =>
  translator(language)(key, values);

/** The same for a spec that has chosen English. */
export const english = (key: PageKey, values?: TextValues): string => text(key, values, 'en');

/** What the core says by itself, in Korean. */
export const coreText = (key: CoreKey, values?: TextValues): string =>
  createTranslator(CORE_TEXTS)('ko')(key, values);

/** What viewers read on an overlay page. */
export const widgetText = (key: string, values: TextValues, language: Language): string =>
  createTranslator(WIDGET_TEXTS)(language)(key, values);

/** What viewers read on a widget of the show kit, in Korean. */
export const showWidgetText = (key: string, values?: TextValues): string =>
  createTranslator(SHOW_WIDGET_TEXTS)('ko')(key, values);

/** Like `text`, where a spec does not know what stands in the gaps. */
export function textLike(key: PageKey, language: Language = 'ko'): RegExp {
  return new RegExp(sourceOf(key, '.*', language));
}

/** Nothing but the text, with something of this shape in each of its gaps. */
export function wholeText(key: PageKey, gap = /.*/, language: Language = 'ko'): RegExp {
  return new RegExp(`^${sourceOf(key, gap.source, language)}$`);
}

function sourceOf(key: PageKey, gap: string, language: Language): string {
  const texts: Readonly<Record<string, string>> = PAGE_TEXTS[language];
  const words = texts[key] ?? texts[`${key}_other`];
  if (words === undefined) throw new TypeError(`No page says ${key}`);
  return words
    .split(/\{\{[^}]+\}\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(gap);
}
