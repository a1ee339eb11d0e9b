import en from './en/common.json' with { type: 'json' };
import type { TextsByLanguage } from './index.ts';
import ko from './ko/common.json' with { type: 'json' };

/** Why a connection was away, as a dashboard says it. */
export const REASON_TEXTS: TextsByLanguage = { ko, en };
