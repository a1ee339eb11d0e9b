import { z } from 'zod';
import { readTime } from '../../base/read-time.ts';
import { lengthAsSent, readableList, withDamageOf } from './readable.ts';

/** An identifier; a number is taken as its digits, unless it is too large to be exact. */
export const id = z.union([z.string().min(1), z.int().transform(String)]);

/** Text that may be missing: then it is empty. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Text where null says something. */
export const textOrNull = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

/** A number, also as digits in text; null when there is none. */
export const numberOrNull = z
  .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : Number(value)));

export const boolean = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

export const booleanOrNull = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null);

/** Stands for a time that was sent as something that can be none. */
const NO_TIME = 'unreadable';

/**
 * An instant as the platform wrote it, to be read with `readMoment`; epoch numbers become RFC 3339
 * text. null: none was sent. One that cannot be read stays text, so that it is told from none.
 */
export const timeOrNull = z
  .unknown()
  .optional()
  .transform((value): string | null => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string') return value;
    return readTime(value) ?? NO_TIME;
  });

/** As `timeOrNull`, empty text where there is none. */
export const time = timeOrNull.transform((value) => value ?? '');

/** A list that may be missing: then it is empty. */
export function listOf<S extends z.ZodType>(item: S) {
  return z
    .array(item)
    .nullish()
    .transform((value): z.output<S>[] => value ?? []);
}

/** As `listOf`, without the entries that cannot be read. */
export function readableOf<S extends z.ZodType>(item: S) {
  return readableList(item)
    .nullish()
    .transform((value): readonly z.output<S>[] => value ?? []);
}

/** `content.data` of a list operation whose every entry matters. */
export function dataOf<S extends z.ZodType>(item: S) {
  return z
    .looseObject({ data: z.array(item) })
    .transform(({ data }): readonly z.output<S>[] => data);
}

/** `content.data` of a list operation, without the entries that cannot be read (`damagedIn`). */
export function readableDataOf<S extends z.ZodType>(item: S) {
  return z
    .looseObject({ data: readableList(item) })
    .transform(({ data }): readonly z.output<S>[] => data);
}

/** One page of a list that hands out a mark for the next. */
export interface CursorPage<T> {
  readonly items: readonly T[];
  /** For the next call's `next`; null: this was the last page. */
  readonly next: string | null;
}

/**
 * `content.data` without the entries that cannot be read, and `content.page.next`. An empty page is
 * the last one, whatever its mark says.
 */
export function cursorPageOf<S extends z.ZodType>(item: S) {
  const next = z.union([z.string(), z.number().transform(String)]).nullish();
  return z
    .looseObject({ data: readableList(item), page: z.looseObject({ next }).nullish() })
    .transform(({ data, page }): CursorPage<z.output<S>> => {
      const mark = page?.next || null;
      return withDamageOf(data, { items: data, next: lengthAsSent(data) === 0 ? null : mark });
    });
}
