import en from './en/show-widgets.json' with { type: 'json' };
import type { TextsByLanguage } from './index.ts';
import ko from './ko/show-widgets.json' with { type: 'json' };

/** What viewers read on the widgets of the show kit, which are loaded apart from the others. */
export const SHOW_WIDGET_TEXTS: TextsByLanguage = { ko, en };
