import { z } from 'zod';

/** How a command behaves while its answer is on the way. */
export interface CommandTime {
  /**
   * The host's answer comes within so many milliseconds. Waits that the platform asks for come on top:
   * the host announces them.
   */
  readonly withinMs: number;
  /** It changes nothing: without an answer nothing has happened, and it may be asked again. */
  readonly reads: boolean;
}

/** One thing that a page can ask of the app. */
export interface CommandContract {
  /** Checked where the command enters the core. */
  readonly args: z.ZodType;
  /** Checked where the answer enters the page; left out: the answer carries nothing. */
  readonly result?: z.ZodType;
  /** Left out: it writes, and is done at once on this computer (`LOCAL_WRITE`). */
  readonly time?: CommandTime;
}

/** Arguments of a command that takes none. */
export const nothing = z.object({}).strict();

const SECOND = 1_000;

/** Something of this computer, done at once. */
export const LOCAL_WRITE: CommandTime = { withinMs: 10 * SECOND, reads: false };
export const LOCAL_READ: CommandTime = { withinMs: 10 * SECOND, reads: true };
/** Something of this computer that has much to go through, or waits for the system. */
export const LONG_WRITE: CommandTime = { withinMs: 60 * SECOND, reads: false };
export const LONG_READ: CommandTime = { withinMs: 60 * SECOND, reads: true };
/** Three calls of 15 s, the pauses between them, and a new token before (30 s). */
export const PLATFORM_READ: CommandTime = { withinMs: 90 * SECOND, reads: true };
/** One call of 15 s, which is never repeated, and a new token before (30 s). */
export const PLATFORM_WRITE: CommandTime = { withinMs: 60 * SECOND, reads: false };
/** A write, and a look at the list for what became of it. */
export const BLOCK: CommandTime = { withinMs: 90 * SECOND, reads: false };
/** Readings of both parts of the settings. */
export const SETTINGS_READ: CommandTime = { withinMs: 240 * SECOND, reads: true };
/** A reading before and one after the write, and perhaps a reading of somebody else in front. */
export const SETTINGS: CommandTime = { withinMs: 240 * SECOND, reads: false };
/** Both parts of the settings, one after the other. */
export const BOTH_SETTINGS: CommandTime = { withinMs: 480 * SECOND, reads: false };
/** Goes through pages of the platform. */
export const MANY_CALLS: CommandTime = { withinMs: 600 * SECOND, reads: true };
/** The same, and keeps what it found in a file. */
export const MANY_CALLS_WRITE: CommandTime = { withinMs: 600 * SECOND, reads: false };

/** One row of the table of feeds. `I` is what a page has before the core has spoken. */
export interface FeedRow<T, I extends T | null = null> {
  /** A change is told after so many milliseconds at most, together with those until then; 0: at once. */
  readonly everyMs: number;
  readonly initial: I;
  /** Told also to a window that nobody sees: only for what is small and rare. */
  readonly unseen: boolean;
  /** The type of its value; there is nothing in it. */
  readonly value?: T;
}

/** A row of the table of feeds; without `initial` a page begins with null. */
export function feed<T, I extends T | null = null>(
  row: { readonly everyMs: number; readonly unseen?: boolean } & (null extends I
    ? { readonly initial?: I }
    : { readonly initial: I }),
): FeedRow<T, I> {
  return { unseen: false, initial: null as I, ...row };
}
