import type { EnglishOf } from './word-types.ts';

export const PEOPLE_KO = {
  'view.people': '사람들',
} as const;

export const PEOPLE_EN: EnglishOf<typeof PEOPLE_KO> = {
  'view.people': 'People',
};
