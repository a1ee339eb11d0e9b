import { z } from 'zod';
import type { Problem } from '../problem.ts';
import { feed } from './command.ts';
import { API_ORIGINS_MOST, ORIGIN } from './doors.ts';

/** A door for programs that were made for Streamer.bot: its WebSocket protocol, in part. */

/** Streamer.bot's own. */
const USUAL_PORT = 8_080;

/** `settings.json`; the password is in the vault. */
export const streamerbotSettingsSchema = z.object({
  on: z.boolean().default(false),
  port: z.number().int().min(1_024).max(65_535).default(USUAL_PORT),
  /** Without it, any program on this computer gets in; only chat messages need the password then. */
  needsPassword: z.boolean().default(true),
  /** Web pages that may connect; none: programs only. */
  origins: z.array(z.string().toLowerCase().regex(ORIGIN)).max(API_ORIGINS_MOST).default([]),
});
export type StreamerbotSettings = z.infer<typeof streamerbotSettingsSchema>;

export interface StreamerbotProgram {
  readonly id: number;
  /** The web page; null: a program. */
  readonly origin: string | null;
  /** Epoch milliseconds. */
  readonly since: number;
  /** It knows the password. */
  readonly proved: boolean;
}

export interface StreamerbotState {
  readonly settings: StreamerbotSettings;
  /** Where it listens; null: it does not. */
  readonly address: string | null;
  /** Why it does not listen although it is on. */
  readonly problem: Problem | null;
  /** Oldest first. */
  readonly programs: readonly StreamerbotProgram[];
}

export const STREAMERBOT_FEED = feed<StreamerbotState>({ everyMs: 250 });

export const STREAMERBOT_COMMANDS = {
  /** In force at once: who is connected is cut off and may come again. */
  'streamerbot.set': { args: z.strictObject(streamerbotSettingsSchema.shape).required() },
  /** `renew`: another one, and who came with the old one is cut off. */
  'streamerbot.password': {
    args: z.strictObject({ renew: z.boolean() }),
    result: z.object({ password: z.string() }),
  },
} as const;
