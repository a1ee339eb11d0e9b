import { z } from 'zod';

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
