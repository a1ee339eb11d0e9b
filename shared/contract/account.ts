import { z } from 'zod';
import { LANGUAGES, type Language } from '../locales/index.ts';
import type { AppStatus } from '../status.ts';
import { feed, nothing, PLATFORM_WRITE } from './command.ts';

/** Sign-in, language and notices. */
export const ACCOUNT_COMMANDS = {
  /**
   * Starts signing in; the address is to be opened in the system browser. `consent` asks for
   * permissions again, also for somebody who has agreed before.
   */
  'sign-in.start': {
    args: z.object({ prompt: z.literal('consent').optional() }).strict(),
    result: z.object({ url: z.string() }),
  },
  /** Ends the grant at the platform and forgets the tokens. */
  'sign-in.sign-out': { args: nothing, time: PLATFORM_WRITE },
  'settings.set-language': {
    args: z.object({ language: z.enum(LANGUAGES) }).strict(),
  },
  /** Takes one notice off the list. */
  'notice.dismiss': { args: z.object({ id: z.string().max(100) }).strict() },
} as const;

/** The whole status, whenever it changes. */
export const STATUS_FEED = feed<AppStatus>({ everyMs: 100 });
export const LANGUAGE_FEED = feed<Language>({ everyMs: 0 });
