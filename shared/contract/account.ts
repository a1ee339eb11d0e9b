import { z } from 'zod';
import { LANGUAGES, type Language } from '../locales/index.ts';
import type { AppStatus } from '../status.ts';
import { feed, nothing, PLATFORM_WRITE } from './command.ts';

/** Sign-in, language and notices. */
export const ACCOUNT_COMMANDS = {
  /**
   * Starts the sign-in; the address must open in the system browser. `consent` asks for permissions
   * again even if they were granted before.
   */
  'sign-in.start': {
    args: z.object({ prompt: z.literal('consent').optional() }).strict(),
    result: z.object({ url: z.string() }),
  },
  /** Revokes the grant at the platform and deletes the tokens. */
  'sign-in.sign-out': { args: nothing, time: PLATFORM_WRITE },
  'settings.set-language': {
    args: z.object({ language: z.enum(LANGUAGES) }).strict(),
  },
  /** Removes one notice from the list. */
  'notice.dismiss': { args: z.object({ id: z.string().max(100) }).strict() },
} as const;

/** The complete status, on every change. */
export const STATUS_FEED = feed<AppStatus>({ everyMs: 100 });
export const LANGUAGE_FEED = feed<Language>({ everyMs: 0 });
