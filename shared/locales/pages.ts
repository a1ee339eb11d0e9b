import { PAGES as en } from './en/pages.ts';
import type { TextsByLanguage } from './index.ts';
import { PAGES as ko } from './ko/pages.ts';

export const PAGE_TEXTS: TextsByLanguage = { ko, en };
