import type { Language } from './locales/index.ts';
import type { TextValues } from './locales/text.ts';

/** A sentence in each language of the app. */
export type LocalText = Readonly<Record<Language, string>>;

/** Something that went wrong, in words a streamer understands. Safe to show, log and send. */
export interface Problem {
  /** Stable, kebab-case: for tests, logs and support. */
  readonly code: string;
  /** What goes into the gaps of its texts. */
  readonly values?: TextValues | undefined;
  /** What happened. */
  readonly what: LocalText;
  /** What to do about it. */
  readonly cure: LocalText;
  /** What was asked may or may not have been done: it is not to be repeated without a look. */
  readonly outcome?: 'unknown' | undefined;
  /** From when it can be tried again, epoch milliseconds, where the platform named a time. */
  readonly retryAt?: number | undefined;
}
