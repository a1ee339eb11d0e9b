import type { EnglishOf } from './word-types.ts';

export const CARE_KO = {} as const;

export const CARE_EN: EnglishOf<typeof CARE_KO> = {};
