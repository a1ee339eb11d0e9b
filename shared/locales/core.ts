import { CORE as en } from './en/core.ts';
import type { TextsByLanguage } from './index.ts';
import { CORE as ko } from './ko/core.ts';

export const CORE_TEXTS: TextsByLanguage = { ko, en };
