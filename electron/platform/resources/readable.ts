import { z } from 'zod';

/** Entries of a list that could not be read. */
export interface Damage {
  readonly count: number;
  /** Where they were wrong: never the value that stood there. */
  readonly places: readonly string[];
}

const PLACES_MOST = 5;
const damages = new WeakMap<object, Damage>();

/** What was left out of a list of the platform (or of a page that holds one); null: nothing. */
export function damageOf(list: object): Damage | null {
  return damages.get(list) ?? null;
}

/** How many entries of a list could not be read. */
export function damagedIn(list: readonly unknown[]): number {
  return damageOf(list)?.count ?? 0;
}

/** How many entries the platform sent: a page with damaged ones is as full as it was. */
export function lengthAsSent(list: readonly unknown[]): number {
  return list.length + damagedIn(list);
}

/** The number for an answer; left out where every entry could be read. */
export function damageNote(list: object): { readonly damaged?: number } {
  const damage = damageOf(list);
  return damage === null ? {} : { damaged: damage.count };
}

/** `made` was made of `list`, and lacks what `list` lacks. */
export function withDamageOf<T extends object>(list: object, made: T): T {
  const damage = damages.get(list);
  if (damage) damages.set(made, damage);
  return made;
}

/** A list whose entries are read one by one: one that cannot be read leaves the others as they are. */
export function readableList<S extends z.ZodType>(item: S) {
  return z.array(z.unknown()).transform((entries): readonly z.output<S>[] => {
    const read: z.output<S>[] = [];
    const places = new Set<string>();
    for (const entry of entries) {
      const parsed = item.safeParse(entry);
      if (parsed.success) read.push(parsed.data);
      else for (const { path, code } of parsed.error.issues) places.add(placeOf(path, code));
    }
    const count = entries.length - read.length;
    if (count > 0) damages.set(read, { count, places: [...places].slice(0, PLACES_MOST) });
    return read;
  });
}

function placeOf(path: readonly PropertyKey[], code: string): string {
  return `${path.map(String).join('.') || 'entry'}: ${code}`;
}
