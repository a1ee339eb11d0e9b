import type { Duplex } from 'node:stream';

/** Each carries what the other says; both end together. */
export function joined(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    if (from.destroyed) to.destroy();
    from.on('error', () => to.destroy());
    from.on('close', () => {
      // What was read to its end still has to be written; what comes back has nowhere to go.
      if (from.readableEnded) to.resume();
      else to.destroy();
    });
  }
}
