import { z } from 'zod';
import { feed } from './command.ts';
import { CHAT_MESSAGE_MAX } from './live.ts';

/** Answers to what viewers write after an exclamation mark, and messages that come by themselves. */

export const CHAT_COMMANDS_MOST = 200;
export const CHAT_TIMERS_MOST = 50;
export const BOTS_MOST = 50;
export const COMMAND_NAME_MOST = 20;
export const COOLDOWN_MOST = 3_600;
export const TIMER_MINUTES = { least: 1, most: 1_440 } as const;
export const TIMER_CHATS_MOST = 1_000;

/** Who may use a command. */
export const COMMAND_USERS = ['everyone', 'followers', 'subscribers', 'managers'] as const;
export type CommandUsers = (typeof COMMAND_USERS)[number];

const id = z.string().regex(/^[a-z0-9-]{1,40}$/);
const text = z.string().trim().min(1).max(CHAT_MESSAGE_MAX);

export const chatCommandSchema = z.strictObject({
  id,
  /** Without the exclamation mark; the first is its name, the others mean the same. */
  names: z.array(z.string().trim().min(1).max(COMMAND_NAME_MOST)).min(1).max(10),
  /** With variables, as `{viewer}`. */
  text,
  users: z.enum(COMMAND_USERS),
  /** Seconds before it answers again: anybody, and the same viewer. */
  cooldown: z.number().int().min(0).max(COOLDOWN_MOST),
  viewerCooldown: z.number().int().min(0).max(COOLDOWN_MOST),
  on: z.boolean(),
});
export type ChatCommandRule = z.infer<typeof chatCommandSchema>;

export const chatTimerSchema = z.strictObject({
  id,
  text,
  minutes: z.number().int().min(TIMER_MINUTES.least).max(TIMER_MINUTES.most),
  /** Only if at least so many messages came since the last time. */
  chats: z.number().int().min(0).max(TIMER_CHATS_MOST),
  on: z.boolean(),
});
export type ChatTimer = z.infer<typeof chatTimerSchema>;

const unique = <T extends { readonly id: string }>(items: readonly T[]): boolean =>
  new Set(items.map((item) => item.id)).size === items.length;

export const chatCommandsSchema = z.strictObject({
  commands: z.array(chatCommandSchema).max(CHAT_COMMANDS_MOST).refine(unique, 'equal ids'),
  timers: z.array(chatTimerSchema).max(CHAT_TIMERS_MOST).refine(unique, 'equal ids'),
  /** Names of other bots, which are not answered. */
  bots: z.array(z.string().trim().min(1).max(40)).max(BOTS_MOST),
});
export type ChatCommandSettings = z.infer<typeof chatCommandsSchema>;

/** What a text may say in its place; others stay as they are written. */
export const CHAT_VARIABLES = [
  'viewer',
  'uses',
  'uptime',
  'title',
  'random',
  'counter',
  'next',
  'left',
] as const;
export type ChatVariable = (typeof CHAT_VARIABLES)[number];

export interface ChatCommandsState {
  readonly settings: ChatCommandSettings;
  /** How often each was used, by id. */
  readonly uses: Readonly<Record<string, number>>;
  /** Viewers who answered our answers at once, again and again: perhaps bots. Not heard for a while. */
  readonly mutedCount: number;
}

export const CHAT_COMMANDS_FEED = feed<ChatCommandsState>({ everyMs: 250 });

export const CHAT_COMMANDS_COMMANDS = {
  /** All commands, timers and bots. Fails where two commands have names that look alike. */
  'chat-commands.set': { args: chatCommandsSchema },
  /** Adds the commands of a CSV file: name and text in the first two columns. Names that are there are left alone. */
  'chat-commands.import': {
    args: z.strictObject({ csv: z.string().max(1_000_000) }),
    result: z.object({ added: z.number().int(), skipped: z.number().int() }),
  },
} as const;
