import { z } from 'zod';
import { readTime } from '../../base/read-time.ts';

export interface Damage {
  readonly count: number;
  /** Paths of the faults, never their values. */
  readonly places: readonly string[];
}

const PLACES_MOST = 5;
const damages = new WeakMap<object, Damage>();

/** The unreadable entries of a list or of a page with one; null if none. */
export function damageOf(list: object): Damage | null {
  return damages.get(list) ?? null;
}

/** Number of unreadable entries of a list. */
export function damagedIn(list: readonly unknown[]): number {
  return damageOf(list)?.count ?? 0;
}

/** Number of entries sent: a page with unreadable ones counts as full. */
export function lengthAsSent(list: readonly unknown[]): number {
  return list.length + damagedIn(list);
}

/** The number for an answer; left out if every entry was readable. */
export function damageNote(list: object): { readonly damaged?: number } {
  const damage = damageOf(list);
  return damage === null ? {} : { damaged: damage.count };
}

/** Passes the damage of `list` on to `made`, which was built from it. */
export function withDamageOf<T extends object>(list: object, made: T): T {
  const damage = damages.get(list);
  if (damage) damages.set(made, damage);
  return made;
}

/** A list that skips unreadable entries and keeps the others. */
export function readableList<S extends z.ZodType>(item: S) {
  return z.array(z.unknown()).transform((entries): readonly z.output<S>[] => {
    const read: z.output<S>[] = [];
    const places = new Set<string>();
    for (const entry of entries) {
      const parsed = item.safeParse(entry);
      if (parsed.success) read.push(parsed.data);
      else {
        for (const { path, code } of parsed.error.issues) {
          places.add(`${path.map(String).join('.') || 'entry'}: ${code}`);
        }
      }
    }
    const count = entries.length - read.length;
    if (count > 0) damages.set(read, { count, places: [...places].slice(0, PLACES_MOST) });
    return read;
  });
}

/** An identifier; numbers become their digits, unless too large to be exact. */
export const id = z.union([z.string().min(1), z.int().transform(String)]);

/** `missing` stands for a field that is null or not sent. */
function orElse<S extends z.ZodType, T>(schema: S, missing: T) {
  return schema.nullish().transform((value): NonNullable<z.output<S>> | T => value ?? missing);
}

export const text = orElse(z.string(), '');

/** Text whose null has a meaning. */
export const textOrNull = orElse(z.string(), null);

/** A number, also as digits in text; null if missing. */
export const numberOrNull = orElse(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ]),
  null,
);

export const boolean = orElse(z.boolean(), false);
export const booleanOrNull = orElse(z.boolean(), null);

const NO_TIME = 'unreadable';

/**
 * A time as sent, to be parsed with `readMoment`; epoch numbers become RFC 3339 text. Null if none
 * was sent; unreadable ones stay text to differ from it.
 */
export const timeOrNull = z
  .unknown()
  .optional()
  .transform((value): string | null => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string') return value;
    return readTime(value) ?? NO_TIME;
  });

/** Like `timeOrNull`, but empty text if missing. */
export const time = timeOrNull.transform((value) => value ?? '');

/** A list; empty if missing. */
export function listOf<S extends z.ZodType>(item: S) {
  return z
    .array(item)
    .nullish()
    .transform((value): z.output<S>[] => value ?? []);
}

/** Like `listOf`, without unreadable entries. */
export function readableOf<S extends z.ZodType>(item: S) {
  return readableList(item)
    .nullish()
    .transform((value): readonly z.output<S>[] => value ?? []);
}

/** `content.data` of a list operation in which every entry must be readable. */
export function dataOf<S extends z.ZodType>(item: S) {
  return z
    .looseObject({ data: z.array(item) })
    .transform(({ data }): readonly z.output<S>[] => data);
}

/** `content.data` of a list operation, without unreadable entries (`damagedIn`). */
export function readableDataOf<S extends z.ZodType>(item: S) {
  return z
    .looseObject({ data: readableList(item) })
    .transform(({ data }): readonly z.output<S>[] => data);
}

export interface CursorPage<T> {
  readonly items: readonly T[];
  /** The next call's `next`; null: this was the last page. */
  readonly next: string | null;
}

/** `content.data` and `content.page.next`. An empty page is the last, whatever its cursor. */
export function cursorPageOf<S extends z.ZodType>(item: S) {
  const next = z.union([z.string(), z.number().transform(String)]).nullish();
  return z
    .looseObject({ data: readableList(item), page: z.looseObject({ next }).nullish() })
    .transform(({ data, page }): CursorPage<z.output<S>> => {
      const mark = page?.next || null;
      return withDamageOf(data, { items: data, next: lengthAsSent(data) === 0 ? null : mark });
    });
}
