import en from './en/widgets.json' with { type: 'json' };
import type { TextsByLanguage } from './index.ts';
import ko from './ko/widgets.json' with { type: 'json' };

/** What viewers read on overlay pages. */
export const WIDGET_TEXTS: TextsByLanguage = { ko, en };
