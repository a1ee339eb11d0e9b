import { z } from 'zod';
import {
  type ChatCommandRule,
  type ChatCommandSettings,
  chatCommandsSchema,
} from '../../../shared/contract/chat-commands.ts';
import { assertNever, type StageEvent } from '../../../shared/events.ts';
import {
  type Activity,
  type Audience,
  chatCommandOf,
  type Folded,
  isAmong,
  sameLook,
} from '../show/index.ts';

const whole = z.number().int();

const entrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('set'), settings: chatCommandsSchema, at: z.number() }),
  /** A viewer used a command; the text is the answer. */
  z.object({
    type: z.literal('used'),
    id: z.string(),
    who: z.string(),
    at: z.number(),
    text: z.string(),
  }),
  /** A timer was due. `text` null: too little was said in chat, or nobody is live. */
  z.object({
    type: z.literal('timer'),
    id: z.string(),
    at: z.number(),
    text: z.string().nullable(),
  }),
]);
export type ChatCommandsEntry = z.infer<typeof entrySchema>;

interface Use {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly byViewer: Map<string, number>;
  count: number;
}

interface Quick {
  readonly count: number;
  /** Not heard until then, epoch milliseconds; 0: heard. */
  readonly mutedUntil: number;
}

export interface ChatCommands {
  settings: ChatCommandSettings;
  /** By name as `sameLook` has it. */
  byName: ReadonlyMap<string, ChatCommandRule>;
  readonly uses: Map<string, Use>;
  /** When each timer was due last, or set, epoch milliseconds. */
  readonly timers: Map<string, number>;
  /** Who wrote a command right after an answer, how often in a row. */
  readonly quick: Map<string, Quick>;
  /** The last answer, epoch milliseconds. */
  answeredAt: number;
}

/** Whoever writes a command this soon after an answer, so often in a row, may be a bot. */
export const QUICK_MS = 2_000;
export const QUICK_MOST = 4;
export const MUTED_MS = 10 * 60_000;
/** Of viewers whose cooldown may still run. */
const VIEWERS_KEPT = 2_000;
const MINUTE = 60_000;

/** What an answer is made of, outside of the activity. */
export interface ChatWords {
  /** The text with its variables filled in. `uses`: how often it was used, this time included. */
  readonly fill: (text: string, viewer: string | null, uses: number) => string;
  /** Whether enough was said in chat since the timer was due last, and somebody is live. */
  readonly mayRemind: (timer: string, chats: number) => boolean;
}

export function newChatCommands(): ChatCommands {
  return {
    settings: { commands: [], timers: [], bots: [] },
    byName: new Map(),
    uses: new Map(),
    timers: new Map(),
    quick: new Map(),
    answeredAt: 0,
  };
}

/** Two names that a viewer could not tell apart; null: there are none. */
export function lookAlikeNames(commands: readonly ChatCommandRule[]): string | null {
  const seen = new Set<string>();
  for (const name of commands.flatMap(({ names }) => names)) {
    const look = nameLook(name);
    if (look === '' || seen.has(look)) return name;
    seen.add(look);
  }
  return null;
}

/** Names have no spaces and no exclamation mark in front, however they were entered. */
export const nameLook = (name: string): string =>
  sameLook(name).replace(/^!+/, '').replaceAll(' ', '');

export function chatCommandsActivity(words: ChatWords): Activity<ChatCommands, ChatCommandsEntry> {
  return {
    kind: 'chatCommands',
    hear: (state, event, audience) => hear(state, event, audience, words),
    fold,
    dueAt,
    due: (state, at) => due(state, at, words),
    endedAt: () => null,
    pack: ({ settings, uses, timers, quick, answeredAt }) => ({
      settings,
      answeredAt,
      timers: [...timers],
      quick: [...quick],
      uses: [...uses].map(([id, { at, byViewer, count }]) => [id, at, count, [...byViewer]]),
    }),
    unpack: (packed) => {
      const { settings, uses, timers, quick, answeredAt } = packedSchema.parse(packed);
      return {
        settings,
        answeredAt,
        byName: namesOf(settings),
        timers: new Map(timers),
        quick: new Map(quick),
        uses: new Map(
          uses.map(([id, at, count, viewers]) => [id, { at, count, byViewer: new Map(viewers) }]),
        ),
      };
    },
    readEntry: (entry) => entrySchema.parse(entry),
    forget: (state, channelId) => {
      for (const { byViewer } of state.uses.values()) byViewer.delete(channelId);
      state.quick.delete(channelId);
      return state;
    },
  };
}

const packedSchema = z.object({
  settings: chatCommandsSchema,
  answeredAt: z.number(),
  timers: z.array(z.tuple([z.string(), z.number()])),
  quick: z.array(z.tuple([z.string(), z.object({ count: whole, mutedUntil: z.number() })])),
  uses: z.array(
    z.tuple([z.string(), z.number(), whole, z.array(z.tuple([z.string(), z.number()]))]),
  ),
});

function namesOf({ commands }: ChatCommandSettings): ReadonlyMap<string, ChatCommandRule> {
  return new Map(
    commands.flatMap((command) => command.names.map((name) => [nameLook(name), command] as const)),
  );
}

function hear(
  state: ChatCommands,
  event: StageEvent,
  audience: Audience,
  words: ChatWords,
): ChatCommandsEntry | null {
  if (event.kind !== 'CHAT') return null;
  const { senderChannelId: who, senderRole, content, profile } = event.data;
  const command = state.byName.get(chatCommandOf(content)?.name ?? '');
  if (!command?.on || audience.isBlocked(who)) return null;
  if (!isAmong(command.users, who, senderRole, audience)) return null;
  const look = sameLook(profile.nickname);
  if (state.settings.bots.some((bot) => sameLook(bot) === look)) return null;
  if (rests(state, command, who, event.receivedAt)) return null;
  const uses = (state.uses.get(command.id)?.count ?? 0) + 1;
  const text = words.fill(command.text, profile.nickname, uses);
  return { type: 'used', id: command.id, who, at: event.receivedAt, text };
}

/** Whether the command, or this viewer, was just answered. */
function rests(state: ChatCommands, command: ChatCommandRule, who: string, at: number): boolean {
  if ((state.quick.get(who)?.mutedUntil ?? 0) > at) return true;
  const use = state.uses.get(command.id);
  if (!use) return false;
  const mine = use.byViewer.get(who) ?? Number.NEGATIVE_INFINITY;
  // A clock that was set back must not keep it silent.
  const within = (since: number, seconds: number) => at >= since && at < since + seconds * 1_000;
  return within(use.at, command.cooldown) || within(mine, command.viewerCooldown);
}

function fold(state: ChatCommands, entry: ChatCommandsEntry): Folded<ChatCommands> {
  switch (entry.type) {
    case 'set':
      return { state: withSettings(state, entry.settings, entry.at) };
    case 'used': {
      const before = state.uses.get(entry.id);
      const byViewer = before?.byViewer ?? new Map<string, number>();
      byViewer.delete(entry.who);
      byViewer.set(entry.who, entry.at);
      for (const oldest of byViewer.keys()) {
        if (byViewer.size <= VIEWERS_KEPT) break;
        byViewer.delete(oldest);
      }
      state.uses.set(entry.id, { at: entry.at, count: (before?.count ?? 0) + 1, byViewer });
      noteQuick(state, entry.who, entry.at);
      state.answeredAt = entry.at;
      return { state, effects: [said(entry.text)] };
    }
    case 'timer':
      state.timers.set(entry.id, entry.at);
      return entry.text === null ? { state } : { state, effects: [said(entry.text)] };
    default:
      return assertNever(entry);
  }
}

const said = (text: string) =>
  ({ type: 'say', text: { key: 'chat-commands.say', values: { text } } }) as const;

/** Two bots that answer each other would never end. */
function noteQuick(state: ChatCommands, who: string, at: number): void {
  const isQuick = at >= state.answeredAt && at - state.answeredAt < QUICK_MS;
  const before = state.quick.get(who);
  if (!isQuick) {
    if (before && before.mutedUntil <= at) state.quick.delete(who);
    return;
  }
  const count = (before?.count ?? 0) + 1;
  const isTooMuch = count >= QUICK_MOST;
  state.quick.set(who, { count: isTooMuch ? 0 : count, mutedUntil: isTooMuch ? at + MUTED_MS : 0 });
}

function withSettings(
  state: ChatCommands,
  settings: ChatCommandSettings,
  at: number,
): ChatCommands {
  const before = new Map(state.settings.timers.map((timer) => [timer.id, timer]));
  const timers = new Map(
    settings.timers.map(({ id, on, minutes }) => {
      const known = before.get(id);
      const goesOn = known?.on === on && known.minutes === minutes;
      return [id, goesOn ? (state.timers.get(id) ?? at) : at] as const;
    }),
  );
  const kept = new Set(settings.commands.map(({ id }) => id));
  const uses = new Map([...state.uses].filter(([id]) => kept.has(id)));
  return { ...state, settings, byName: namesOf(settings), timers, uses };
}

const dueOf = (state: ChatCommands, { id, minutes }: { id: string; minutes: number }): number =>
  (state.timers.get(id) ?? 0) + minutes * MINUTE;

function dueAt(state: ChatCommands): number | null {
  const all = state.settings.timers.filter(({ on }) => on).map((timer) => dueOf(state, timer));
  return all.length > 0 ? Math.min(...all) : null;
}

function due(state: ChatCommands, at: number, words: ChatWords): ChatCommandsEntry | null {
  const timer = state.settings.timers.find((each) => each.on && dueOf(state, each) <= at);
  if (!timer) return null;
  const text = words.mayRemind(timer.id, timer.chats) ? words.fill(timer.text, null, 0) : null;
  return { type: 'timer', id: timer.id, at, text };
}
