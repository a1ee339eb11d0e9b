import type { EnglishOf } from './word-types.ts';

export const DROPS_KO = {
  'view.drops': '드롭스',
} as const;

export const DROPS_EN: EnglishOf<typeof DROPS_KO> = {
  'view.drops': 'Drops',
};
