import { z } from 'zod';
import { Checks } from '../checks.ts';
import type { Caller } from '../http/caller.ts';
import { NOTE_LIMITS, NOTE_OPERATIONS } from '../platform-notes.ts';
import { id, readableDataOf, text, textOrNull } from './fields.ts';

export const category = z.looseObject({
  categoryId: id,
  categoryType: text,
  categoryValue: text,
  posterImageUrl: textOrNull,
});

export type Category = z.output<typeof category>;

export interface CategoryQuery {
  /** At most 100 characters; empty or left out: all. */
  readonly keyword?: string;
  /** 1-50 (20 when left out). */
  readonly size?: number;
}

export interface CategoriesApi {
  search(query?: CategoryQuery): Promise<readonly Category[]>;
}

export function createCategories(caller: Caller): CategoriesApi {
  const { categorySearch } = NOTE_OPERATIONS;
  return {
    async search({ keyword, size } = {}) {
      const checks = new Checks(categorySearch.name);
      checks.characters('keyword', keyword, 0, NOTE_LIMITS.keywordMax);
      checks.size(size, NOTE_LIMITS.categoriesSizeMax);
      return caller.ask(categorySearch, readableDataOf(category), { query: { keyword, size } });
    },
  };
}
