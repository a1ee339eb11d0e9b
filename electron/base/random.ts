import { randomBytes } from 'node:crypto';

/** Uniform numbers in [0, 1). Injected, so that tests can repeat a run. */
export type Random = () => number;

export const systemRandom: Random = Math.random;

/** `ms`, by up to `share` of it earlier or later, so that many apps do not come at the same moment. */
export function spread(ms: number, share: number, random: Random): number {
  return ms * (1 + share * (2 * random() - 1));
}

/** Makes unguessable text for keys and states. Injected for tests. */
export type MakeKey = () => string;

/** 256 bits from the operating system, in the URL-safe base64 alphabet (43 characters). */
export const makeKey: MakeKey = () => randomBytes(32).toString('base64url');
