import type { EnglishOf } from './word-types.ts';

export const LIVE_KO = {} as const;

export const LIVE_EN: EnglishOf<typeof LIVE_KO> = {};
