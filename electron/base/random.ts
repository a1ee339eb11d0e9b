import { randomBytes } from 'node:crypto';

/** Uniform numbers in [0, 1). Injected, so that tests can repeat a run. */
export type Random = () => number;

export const systemRandom: Random = Math.random;

/** Makes unguessable text for keys and states. Injected for tests. */
export type MakeKey = () => string;

/** 256 bits from the operating system, in the URL-safe base64 alphabet (43 characters). */
export const makeKey: MakeKey = () => randomBytes(32).toString('base64url');
