import { z } from 'zod';
import {
  PLAYERS_NOW_MOST,
  PLAYERS_WORD_MOST,
  type PlayersConfig,
  playersConfigSchema,
} from '../../../shared/contract/players.ts';
import {
  assertNever,
  type ChatData,
  SENDER_ROLES,
  type SenderRole,
  type StageEvent,
} from '../../../shared/events.ts';
import {
  type Activity,
  type Audience,
  chatCommandOf,
  cutCharacters,
  type Folded,
} from '../show/index.ts';
import {
  callOf,
  isTooSoon,
  NAME_MOST,
  PLACES_EVERY_MS,
  placesOf,
  type Waits,
} from './players-says.ts';

const whole = z.number().int();

const entrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('join'),
    who: z.string(),
    name: z.string(),
    word: z.string(),
    subscriber: z.boolean(),
  }),
  /** Who waits already says more, or has another name. */
  z.object({ type: z.literal('word'), who: z.string(), name: z.string(), word: z.string() }),
  z.object({ type: z.literal('leave'), who: z.string() }),
  z.object({ type: z.literal('ask'), who: z.string(), at: z.number() }),
  z.object({ type: z.literal('answer'), at: z.number() }),
  z.object({ type: z.literal('open'), open: z.boolean() }),
  z.object({ type: z.literal('call'), count: whole, more: z.boolean() }),
  z.object({ type: z.literal('pick'), player: whole }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('absent'), player: whole, to: z.enum(['end', 'out']) }),
  z.object({ type: z.literal('move'), player: whole, to: whole }),
  z.object({ type: z.literal('remove'), player: whole }),
  z.object({ type: z.literal('note'), player: whole, note: z.string() }),
  z.object({ type: z.literal('end'), at: z.number() }),
]);
export type PlayersEntry = z.infer<typeof entrySchema>;

const playerSchema = z.object({
  id: whole,
  /** The channel, so that who takes another name stays one. */
  who: z.string(),
  name: z.string(),
  word: z.string(),
  subscriber: z.boolean(),
  first: z.boolean(),
  /** Waits with those who have priority: no one without it stands in front of one with it. */
  ahead: z.boolean(),
});
export type Player = z.infer<typeof playerSchema>;

export interface Players {
  readonly config: PlayersConfig;
  /** Epoch milliseconds. */
  readonly beganAt: number;
  endedAt: number | null;
  open: boolean;
  queue: Player[];
  now: Player[];
  nextId: number;
  /** Who had their turn in this queue. */
  readonly played: Set<string>;
  /** Turns that were played; who is forgotten stays counted. */
  turns: number;
  /** Who played in earlier queues; the latest last. */
  readonly veterans: Set<string>;
  /** The streamer's, by channel; the latest last. */
  readonly notes: Map<string, string>;
  /** Who asked for their place and waits for the answer. */
  readonly asked: Set<string>;
  /** When places were said last, epoch milliseconds; 0: never. */
  answeredAt: number;
}

const packedSchema = z.object({
  config: playersConfigSchema,
  beganAt: z.number(),
  endedAt: z.number().nullable(),
  open: z.boolean(),
  queue: z.array(playerSchema),
  now: z.array(playerSchema),
  nextId: whole,
  played: z.array(z.string()),
  turns: whole,
  veterans: z.array(z.string()),
  notes: z.array(z.tuple([z.string(), z.string()])),
  asked: z.array(z.string()),
  answeredAt: z.number(),
});

export const PLAYERS: Activity<Players, PlayersEntry> = {
  kind: 'players',
  hear,
  fold,
  dueAt: ({ asked, answeredAt }) => (asked.size === 0 ? null : answeredAt + PLACES_EVERY_MS),
  due: ({ asked, answeredAt }, at) =>
    asked.size > 0 && at >= answeredAt + PLACES_EVERY_MS ? { type: 'answer', at } : null,
  endedAt: ({ endedAt }) => endedAt,
  pack: ({ played, veterans, notes, asked, ...rest }) => ({
    ...rest,
    played: [...played],
    veterans: [...veterans],
    notes: [...notes],
    asked: [...asked],
  }),
  unpack: (packed) => {
    const { played, veterans, notes, asked, ...rest } = packedSchema.parse(packed);
    return {
      ...rest,
      played: new Set(played),
      veterans: new Set(veterans),
      notes: new Map(notes),
      asked: new Set(asked),
    };
  },
  readEntry: (entry) => entrySchema.parse(entry),
  outcome: ({ config, turns }) => ({ kind: 'players', title: config.title, turns }),
  forget: (players, channelId) => {
    const others = ({ who }: Player): boolean => who !== channelId;
    players.turns += players.now.filter((player) => !others(player)).length;
    players.now = players.now.filter(others);
    players.queue = players.queue.filter(others);
    const { played, veterans, notes, asked } = players;
    for (const known of [played, veterans, notes, asked]) known.delete(channelId);
    return players;
  },
};

/** Those remembered from queue to queue. */
const VETERANS_MOST = 20_000;
const NOTES_MOST = 500;
const ASKED_MOST = 30;

/** `before`: the queue before this one, whose players are no first-timers any more. */
export function newPlayers(config: PlayersConfig, at: number, before: Players | null): Players {
  const veterans = [...(before?.veterans ?? []), ...(before?.played ?? [])];
  return {
    config,
    beganAt: at,
    endedAt: null,
    open: true,
    queue: [],
    now: [],
    nextId: 1,
    played: new Set(),
    turns: 0,
    veterans: new Set(veterans.slice(-VETERANS_MOST)),
    notes: new Map(before?.notes ?? []),
    asked: new Set(),
    answeredAt: 0,
  };
}

const JOIN = new Set(['시참', 'join']);
const LEAVE = new Set(['취소', 'leave']);
const PLACE = new Set(['순번', 'place']);

/** Whether the queue answers to `!name`. */
export function isPlayersCommand(name: string): boolean {
  return [JOIN, LEAVE, PLACE].some((names) => names.has(name));
}

function hear(players: Players, event: StageEvent, audience: Audience): PlayersEntry | null {
  if (event.kind !== 'CHAT') return null;
  const { senderChannelId: who, content } = event.data;
  const name = chatCommandOf(content)?.name;
  if (name === undefined || audience.isBlocked(who)) return null;
  if (JOIN.has(name)) return heardJoin(players, event.data);
  if (!players.queue.some((player) => player.who === who)) return null;
  if (LEAVE.has(name)) return { type: 'leave', who };
  if (!PLACE.has(name) || !players.config.announce) return null;
  const { asked } = players;
  return asked.has(who) || asked.size >= ASKED_MOST
    ? null
    : { type: 'ask', who, at: event.receivedAt };
}

function heardJoin(
  { config, open, queue, now, played }: Players,
  { senderChannelId: who, senderRole, profile, content }: ChatData,
): PlayersEntry | null {
  const name = cutCharacters(profile.nickname, NAME_MOST);
  const said = wordOf(content);
  const waits = queue.find((player) => player.who === who);
  if (waits) {
    const word = said === '' ? waits.word : said;
    return word === waits.word && name === waits.name ? null : { type: 'word', who, name, word };
  }
  if (!open || queue.length >= config.size) return null;
  if (config.once && (played.has(who) || now.some((player) => player.who === who))) return null;
  return { type: 'join', who, name, word: said, subscriber: isSubscriber(senderRole) };
}

function isSubscriber(role: SenderRole): boolean {
  return SENDER_ROLES.indexOf(role) <= SENDER_ROLES.indexOf('subscriber');
}

/** What stands behind the command, as it was written: names in games tell case apart. */
function wordOf(content: string): string {
  const seen = content
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
  // `! join` and `!join` are one.
  const [, word = ''] = /^ ?\S ?\S+ (.*)$/u.exec(seen) ?? [];
  return cutCharacters(word.trim(), PLAYERS_WORD_MOST);
}

function fold(players: Players, entry: PlayersEntry): Folded<Players> {
  switch (entry.type) {
    case 'join':
      join(players, entry);
      return { state: players };
    case 'word': {
      const { who, name, word } = entry;
      players.queue = players.queue.map((each) =>
        each.who === who ? { ...each, name, word } : each,
      );
      return { state: players };
    }
    case 'leave':
      players.queue = players.queue.filter(({ who }) => who !== entry.who);
      players.asked.delete(entry.who);
      return { state: players };
    case 'ask':
      players.asked.add(entry.who);
      return isTooSoon(entry.at, players.answeredAt)
        ? { state: players }
        : answered(players, entry.at);
    case 'answer':
      return answered(players, entry.at);
    case 'note':
      setNote(players, entry.player, entry.note);
      return { state: players };
    case 'open':
      players.open = entry.open;
      return said(players, entry.open ? 'players.say-open' : 'players.say-closed');
    default:
      return foldTurn(players, entry);
  }
}

type TurnEntry = Extract<
  PlayersEntry,
  { type: 'call' | 'pick' | 'done' | 'absent' | 'move' | 'remove' | 'end' }
>;

/** Who plays, who waits, and in which order. */
function foldTurn(players: Players, entry: TurnEntry): Folded<Players> {
  switch (entry.type) {
    case 'call': {
      if (!entry.more) finish(players);
      const room = Math.max(0, PLAYERS_NOW_MOST - players.now.length);
      return called(players, players.queue.slice(0, Math.min(entry.count, room)));
    }
    case 'pick':
      return called(
        players,
        players.queue.filter(({ id }) => id === entry.player),
      );
    case 'done':
      finish(players);
      return { state: players };
    case 'absent':
      absent(players, entry.player, entry.to);
      return { state: players };
    case 'move':
      move(players, entry.player, entry.to);
      return { state: players };
    case 'remove':
      players.queue = players.queue.filter(({ id }) => id !== entry.player);
      return { state: players };
    case 'end':
      finish(players);
      players.open = false;
      players.endedAt ??= entry.at;
      players.asked.clear();
      return { state: players };
    default:
      return assertNever(entry);
  }
}

function said(state: Players, key: 'players.say-open' | 'players.say-closed'): Folded<Players> {
  return state.config.announce ? { state, effects: [{ type: 'say', text: { key } }] } : { state };
}

type Joins = Extract<PlayersEntry, { type: 'join' }>;

function join(players: Players, { who, name, word, subscriber }: Joins): void {
  const { config, played, veterans, now } = players;
  const first = !played.has(who) && !veterans.has(who) && now.every((each) => each.who !== who);
  const ahead = { none: false, subscribers: subscriber, firsts: first }[config.priority];
  const player = { id: players.nextId, who, name, word, subscriber, first, ahead };
  players.nextId += 1;
  const place = ahead ? players.queue.filter((each) => each.ahead).length : players.queue.length;
  players.queue = players.queue.toSpliced(place, 0, player);
}

function finish(players: Players): void {
  for (const { who } of players.now) players.played.add(who);
  players.turns += players.now.length;
  players.now = [];
}

function called(players: Players, chosen: readonly Player[]): Folded<Players> {
  players.queue = players.queue.filter((player) => !chosen.includes(player));
  players.now = [...players.now, ...chosen];
  if (chosen.length === 0 || !players.config.announce) return { state: players };
  return { state: players, effects: [{ type: 'say', text: callOf(chosen) }] };
}

/** Who waits again by then keeps that place. */
function absent(players: Players, id: number, to: 'end' | 'out'): void {
  const gone = players.now.find((player) => player.id === id);
  if (!gone) return;
  players.now = players.now.filter((player) => player !== gone);
  if (to === 'out' || players.queue.some(({ who }) => who === gone.who)) return;
  players.queue = [...players.queue, { ...gone, ahead: false }];
}

/** Who is moved among others has or has not the priority that they have; nobody comes in front of the first. */
function move(players: Players, id: number, to: number): void {
  const player = players.queue.find((each) => each.id === id);
  if (!player) return;
  const others = players.queue.filter((each) => each !== player);
  const place = Math.min(to, others.length);
  const below = others[place];
  const above = others[place - 1];
  const ahead = above
    ? below?.ahead === true || (player.ahead && above.ahead)
    : players.config.priority !== 'none';
  players.queue = others.toSpliced(place, 0, { ...player, ahead });
}

function setNote(players: Players, id: number, note: string): void {
  const who = [...players.now, ...players.queue].find((player) => player.id === id)?.who;
  if (who === undefined) return;
  const { notes } = players;
  notes.delete(who);
  if (note !== '') notes.set(who, note);
  const [oldest] = notes.keys();
  if (notes.size > NOTES_MOST && oldest !== undefined) notes.delete(oldest);
}

/** Says as many places as go into one message; who is left waits for the next. */
function answered(players: Players, at: number): Folded<Players> {
  const waits = [...players.asked].flatMap((who): Waits[] => {
    const place = players.queue.findIndex((player) => player.who === who);
    const player = players.queue[place];
    return player ? [{ who, name: player.name, place: place + 1 }] : [];
  });
  const { told, text } = placesOf(waits);
  const known = new Set(waits.map(({ who }) => who));
  for (const who of players.asked) if (!known.has(who)) players.asked.delete(who);
  for (const { who } of told) players.asked.delete(who);
  if (!text) return { state: players };
  players.answeredAt = at;
  return { state: players, effects: [{ type: 'say', text }] };
}
