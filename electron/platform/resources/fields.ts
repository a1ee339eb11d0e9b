import { z } from 'zod';
import { toIsoTime } from '../../base/clock.ts';

/** Furthest instant a `Date` can hold, in milliseconds either side of 1970. */
const INSTANT_MAX_MS = 8_640_000_000_000_000;

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

/** An instant as the platform wrote it; epoch milliseconds become RFC 3339 text. */
export const timeOrNull = z
  .union([z.string(), z.number().min(-INSTANT_MAX_MS).max(INSTANT_MAX_MS)])
  .nullish()
  .transform((value) => (typeof value === 'number' ? toIsoTime(value) : (value ?? null)));

/** As `timeOrNull`, empty text where there is none. */
export const time = timeOrNull.transform((value) => value ?? '');

/** A list that may be missing: then it is empty. */
export function listOf<S extends z.ZodType>(item: S) {
  return z
    .array(item)
    .nullish()
    .transform((value): z.output<S>[] => value ?? []);
}

/** `content.data` of a list operation. */
export function dataOf<S extends z.ZodType>(item: S) {
  return z
    .looseObject({ data: z.array(item) })
    .transform(({ data }): readonly z.output<S>[] => data);
}

/** One page of a list that hands out a mark for the next. */
export interface CursorPage<T> {
  readonly items: readonly T[];
  /** For the next call's `next`; null: this was the last page. */
  readonly next: string | null;
}

/** `content.data` and `content.page.next`. An empty page is the last one, whatever its mark says. */
export function cursorPageOf<S extends z.ZodType>(item: S) {
  const next = z.union([z.string(), z.number().transform(String)]).nullish();
  return z
    .looseObject({ data: z.array(item), page: z.looseObject({ next }).nullish() })
    .transform(({ data, page }): CursorPage<z.output<S>> => {
      const mark = page?.next || null;
      return { items: data, next: data.length === 0 ? null : mark };
    });
}
