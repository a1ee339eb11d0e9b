import { z } from 'zod';
import { LANGUAGES, type Language } from '../locales/index.ts';
import type { AppStatus } from '../status.ts';
import { feed, nothing, PLATFORM_WRITE } from './command.ts';

export const ACCOUNT_COMMANDS = {
  /** The address must open in the system browser. `consent` asks again for granted permissions. */
  'sign-in.start': {
    args: z.strictObject({ prompt: z.literal('consent').optional() }),
    result: z.object({ url: z.string() }),
  },
  'sign-in.sign-out': { args: nothing, time: PLATFORM_WRITE },
  'settings.set-language': {
    args: z.strictObject({ language: z.enum(LANGUAGES) }),
  },
  'notice.dismiss': { args: z.strictObject({ id: z.string().max(100) }) },
} as const;

export const STATUS_FEED = feed<AppStatus>({ everyMs: 100 });
export const LANGUAGE_FEED = feed<Language>({ everyMs: 0 });
