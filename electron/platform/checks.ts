import { countCharacters } from '../../shared/characters.ts';
import type { Text } from '../../shared/locales/text.ts';
import { LimitError } from './errors.ts';

export interface PageQuery {
  readonly page?: number;
  readonly size?: number;
}

export interface CursorQuery {
  readonly size?: number;
  /** The `next` of the previous page. */
  readonly next?: string;
}

/** Checks before sending. Each throws `LimitError`; missing values always pass. */
export class Checks {
  readonly #operation: string;

  constructor(operation: string) {
    this.#operation = operation;
  }

  page(page: number | undefined): void {
    this.integer('page', page, 0, Number.MAX_SAFE_INTEGER);
  }

  size(size: number | undefined, max: number): void {
    this.integer('size', size, 1, max);
  }

  integer(limit: string, value: number | undefined, min: number, max: number): void {
    if (value === undefined) return;
    if (Number.isInteger(value) && value >= min && value <= max) return;
    const open = max === Number.MAX_SAFE_INTEGER;
    this.#refuse(
      limit,
      value,
      open
        ? { key: 'problem.limit-from', values: { min } }
        : { key: 'problem.limit-range', values: { min, max } },
    );
  }

  /** Counts characters as code points: an emoji outside the basic plane is one, not two. */
  characters(limit: string, text: string | undefined, min: number, max: number): void {
    if (text === undefined) return;
    const count = countCharacters(text);
    if (count >= min && count <= max) return;
    this.#refuse(
      limit,
      count,
      min === 0
        ? { key: 'problem.limit-characters-most', values: { max } }
        : { key: 'problem.limit-characters', values: { min, max } },
    );
  }

  count(limit: string, items: readonly unknown[] | undefined, max: number): void {
    if (items === undefined || items.length <= max) return;
    this.#refuse(limit, items.length, { key: 'problem.limit-items', values: { max } });
  }

  /** Checks an id that stands alone in a path, a query or a body. */
  id(limit: string, value: string | undefined): void {
    if (value === undefined) return;
    // A path would resolve the dots and call another operation.
    if (value.trim() !== '' && value !== '.' && value !== '..') return;
    this.#refuse(limit, value, { key: 'problem.limit-not-blank' });
  }

  /** Checks ids that are sent joined by commas: a comma inside one would split it. */
  joinedIds(limit: string, ids: readonly string[] | undefined, max: number): void {
    this.count(limit, ids, max);
    for (const id of ids ?? []) {
      this.id(limit, id);
      if (!id.includes(',')) continue;
      this.#refuse(limit, id, { key: 'problem.limit-no-comma' });
    }
  }

  oneOf(limit: string, value: string | undefined, allowed: readonly string[]): void {
    if (value === undefined || allowed.includes(value)) return;
    this.#refuse(limit, value, { key: 'problem.limit-choice', values: { choices: allowed } });
  }

  /** The platform refuses an empty change. */
  notEmpty(limit: string, fields: Readonly<Record<string, unknown>>): void {
    if (Object.values(fields).some((value) => value !== undefined)) return;
    this.#refuse(limit, 0, { key: 'problem.limit-some' });
  }

  #refuse(limit: string, value: number | string, rule: Text): never {
    const shown = typeof value === 'string' ? [...value].slice(0, 40).join('') : value;
    throw new LimitError(this.#operation, limit, shown, rule);
  }
}

/** Removes duplicates, keeping the first of each. */
export function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
