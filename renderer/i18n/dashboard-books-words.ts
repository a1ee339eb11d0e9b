import type { EnglishOf } from './word-types.ts';

export const BOOKS_KO = {
  'view.books': '장부',
} as const;

export const BOOKS_EN: EnglishOf<typeof BOOKS_KO> = {
  'view.books': 'Books',
};
