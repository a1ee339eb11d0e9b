import { countCharacters } from '../../shared/characters.ts';
import type { LocalText } from '../../shared/problem.ts';
import { LimitError } from './errors/limit.ts';

/** Page number of the lists that have one, and how many entries a page holds. */
export interface PageQuery {
  /** Zero-based. */
  readonly page?: number;
  readonly size?: number;
}

/** Lists that hand out a mark for their next page. */
export interface CursorQuery {
  readonly size?: number;
  /** The `next` of the page before. */
  readonly next?: string;
}

/**
 * The checks of one operation, made before anything is sent. Each throws `LimitError`, which names
 * the limit and the value; a value that is not given is always fine.
 */
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
    this.#refuse(limit, value, {
      ko: open ? `${min} 이상의 정수` : `${min}부터 ${max}까지의 정수`,
      en: open ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`,
    });
  }

  /** Characters are counted as code points: an emoji outside the basic plane is one, not two. */
  characters(limit: string, text: string | undefined, min: number, max: number): void {
    if (text === undefined) return;
    const count = countCharacters(text);
    if (count >= min && count <= max) return;
    this.#refuse(limit, count, {
      ko: min === 0 ? `${max}자 이하` : `${min}~${max}자`,
      en: min === 0 ? `at most ${max} characters` : `${min} to ${max} characters`,
    });
  }

  /** How many items a list holds. */
  count(limit: string, items: readonly unknown[] | undefined, max: number): void {
    if (items === undefined || items.length <= max) return;
    this.#refuse(limit, items.length, { ko: `${max}개 이하`, en: `at most ${max} items` });
  }

  /** An id that stands alone in a path, a query or a body. */
  id(limit: string, value: string | undefined): void {
    if (value === undefined) return;
    // A path would swallow the dots: another operation would be called.
    if (value.trim() !== '' && value !== '.' && value !== '..') return;
    this.#refuse(limit, value, { ko: '비어 있지 않은 값', en: 'a value that is not empty' });
  }

  /** Ids that are sent joined by commas: one with a comma in it would arrive as two. */
  joinedIds(limit: string, ids: readonly string[] | undefined, max: number): void {
    this.count(limit, ids, max);
    for (const id of ids ?? []) {
      this.id(limit, id);
      if (!id.includes(',')) continue;
      this.#refuse(limit, id, { ko: '쉼표가 없는 ID', en: 'an id without a comma' });
    }
  }

  oneOf(limit: string, value: string | undefined, allowed: readonly string[]): void {
    if (value === undefined || allowed.includes(value)) return;
    const list = allowed.join(', ');
    this.#refuse(limit, value, { ko: `${list} 중 하나`, en: `one of ${list}` });
  }

  /** A change that changes nothing is refused by the platform. */
  notEmpty(limit: string, fields: Readonly<Record<string, unknown>>): void {
    if (Object.values(fields).some((value) => value !== undefined)) return;
    this.#refuse(limit, 0, { ko: '하나 이상의 항목', en: 'at least one field' });
  }

  #refuse(limit: string, value: number | string, rule: LocalText): never {
    const shown = typeof value === 'string' ? [...value].slice(0, 40).join('') : value;
    throw new LimitError(this.#operation, limit, shown, rule);
  }
}

/** Each value once, in the order of its first appearance. */
export function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
