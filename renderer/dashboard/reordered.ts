/** The list with an entry at an index of the new order, from 0; the same list if nothing moves. */
export function placedAt<T extends { readonly id: string }>(
  list: readonly T[],
  id: string,
  to: number,
): readonly T[] {
  const entry = list.find((each) => each.id === id);
  if (!entry || list[to] === undefined || list[to] === entry) return list;
  const others = list.filter((each) => each !== entry);
  return [...others.slice(0, to), entry, ...others.slice(to)];
}

/** The list with an entry one place on (1) or back (-1); the same list at its ends. */
export function movedBy<T extends { readonly id: string }>(
  list: readonly T[],
  id: string,
  by: 1 | -1,
): readonly T[] {
  return placedAt(list, id, list.findIndex((each) => each.id === id) + by);
}
