export interface FleetHost {
  readonly id: string;
  /** How much of the whole it can bear, relative to the others; 0: none. */
  readonly weight: number;
}

/**
 * How many of the channels each host should have: whole numbers that together are all of them, the
 * same on every host that sees the same hosts.
 */
export function sharesOf(
  hosts: readonly FleetHost[],
  channels: number,
): ReadonlyMap<string, number> {
  const total = hosts.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return new Map(hosts.map(({ id }) => [id, 0]));
  const exact = hosts.map(({ id, weight }) => ({ id, share: (channels * weight) / total }));
  const shares = new Map(exact.map(({ id, share }) => [id, Math.floor(share)]));
  let left = channels - [...shares.values()].reduce((sum, share) => sum + share, 0);
  // The largest parts first; the ids decide between equal ones.
  const byPart = exact.toSorted((a, b) => (b.share % 1) - (a.share % 1) || (a.id < b.id ? -1 : 1));
  for (const { id } of byPart) {
    if (left === 0) break;
    shares.set(id, (shares.get(id) ?? 0) + 1);
    left -= 1;
  }
  return shares;
}
