import en from './en/samples.json' with { type: 'json' };
import type { Language } from './index.ts';
import ko from './ko/samples.json' with { type: 'json' };

/** What test events say. */
export const SAMPLE_TEXTS = { ko, en } satisfies Record<Language, typeof en>;
