import { z } from 'zod';

export interface CommandTime {
  /** Milliseconds, without waits that the platform asks for, which the host announces. */
  readonly withinMs: number;
  /** True if it changes nothing, so that it may be repeated after a lost answer. */
  readonly reads: boolean;
}

export interface CommandContract {
  /** Checked on entry to the core. */
  readonly args: z.ZodType;
  /** Checked when the answer reaches the page; left out if the answer is empty. */
  readonly result?: z.ZodType;
  /** Defaults to `LOCAL_WRITE`. */
  readonly time?: CommandTime;
}

export const nothing = z.strictObject({});

const SECOND = 1_000;

export const LOCAL_WRITE: CommandTime = { withinMs: 10 * SECOND, reads: false };
export const LOCAL_READ: CommandTime = { withinMs: 10 * SECOND, reads: true };
/** Local work on much data, or work that waits for the system. */
export const LONG_WRITE: CommandTime = { withinMs: 60 * SECOND, reads: false };
export const LONG_READ: CommandTime = { withinMs: 60 * SECOND, reads: true };
/** Three calls of 15 s, the pauses between them, and a token renewal before (30 s). */
export const PLATFORM_READ: CommandTime = { withinMs: 90 * SECOND, reads: true };
/** One call of 15 s, never repeated, and a token renewal before (30 s). */
export const PLATFORM_WRITE: CommandTime = { withinMs: 60 * SECOND, reads: false };
/** A write, then a read of the list to find the result. */
export const BLOCK: CommandTime = { withinMs: 90 * SECOND, reads: false };
export const SETTINGS_READ: CommandTime = { withinMs: 240 * SECOND, reads: true };
/** A read before and after the write, and perhaps another command's read ahead in the queue. */
export const SETTINGS: CommandTime = { withinMs: 240 * SECOND, reads: false };
export const BOTH_SETTINGS: CommandTime = { withinMs: 480 * SECOND, reads: false };
export const MANY_CALLS: CommandTime = { withinMs: 600 * SECOND, reads: true };
export const MANY_CALLS_WRITE: CommandTime = { withinMs: 600 * SECOND, reads: false };

/** What a look at the platform finds of a change whose answer was lost. */
export const lookResult = z.object({ found: z.enum(['done', 'not-done', 'unclear']) });
export type Found = z.infer<typeof lookResult>['found'];

/** One row of the table of feeds. `I` is the value a page has before the core sends one. */
export interface FeedRow<T, I extends T | null = null> {
  /** Changes are batched for at most this many milliseconds; 0: sent at once. */
  readonly everyMs: number;
  readonly initial: I;
  /** Also sent to hidden windows: only for small and rare values. */
  readonly unseen: boolean;
  /** Carries only the type of the value; never set. */
  readonly value?: T;
}

/** Defines a feed; without `initial`, pages start with null. */
export function feed<T, I extends T | null = null>(
  row: { readonly everyMs: number; readonly unseen?: boolean } & (null extends I
    ? { readonly initial?: I }
    : { readonly initial: I }),
): FeedRow<T, I> {
  return { unseen: false, initial: null as I, ...row };
}
