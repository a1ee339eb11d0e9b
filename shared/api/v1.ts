import { z } from 'zod';
import type { ApiScope } from '../contract/doors.ts';
import { CORE_COMMANDS, type CoreCommandName } from '../contract/index.ts';
import { EVENT_KINDS, SENDER_ROLES, type StageEvent } from '../events.ts';

/**
 * The API for other programs, version 1: what they send and get. It only grows: a field, a topic, or a
 * command that stands here stays (`tests/unit/doors/published-v1.json`).
 */

export const API_VERSION = 1;
/** Below the server's address. */
export const API_PATH = '/api/v1';
export const API_SOCKET = `${API_PATH}/socket`;

/** A larger message closes the connection. */
export const API_MESSAGE_MOST_BYTES = 256 * 1024;
/** Events of one message or answer. */
export const API_EVENTS_MOST = 500;

export const API_TOPICS = [
  'events',
  'connection',
  'stream',
  'alerts',
  'overlay',
  'obs',
  'activities',
] as const;
export type ApiTopic = (typeof API_TOPICS)[number];
export type StateTopic = Exclude<ApiTopic, 'events'>;

const time = z.number().describe('Milliseconds since 1970 (UTC).');
const text = z.string();
const badge = z.object({ id: text, name: text, imageUrl: text.nullable() });
const profile = z.object({ nickname: text, badges: z.array(badge) });
const emojis = z.record(text, text).describe('Emoji tokens, with their colons, and their images.');

const chat = z.object({
  channelId: text,
  senderChannelId: text,
  senderRole: z.enum(SENDER_ROLES),
  profile,
  content: text,
  messageTime: text.nullable(),
  emojis,
});

const donation = z.object({
  donationType: text.describe('CHAT, VIDEO, CHEERING, or another.'),
  channelId: text,
  donatorChannelId: text.nullable().describe('null: anonymous.'),
  donatorNickname: text.nullable().describe('null: anonymous.'),
  donatorBadges: z.array(badge),
  payAmount: z.number().nullable().describe('Whole beams; null: it could not be read.'),
  donationText: text,
  emojis,
  cheeringItems: z.array(
    z.object({
      cnt: z.number(),
      type: text,
      skinType: text,
      amount: z.number(),
      imageUrl: text.nullable(),
      overlayImageUrl: text.nullable(),
    }),
  ),
});

const subscription = z.object({
  channelId: text,
  subscriberChannelId: text.nullable(),
  subscriberChannelName: text.nullable(),
  month: z.number().nullable(),
  tierNo: z.number().nullable(),
  subscriptionMessage: text,
  emojis,
});

const drops = z.object({
  channelId: text,
  campaignId: text,
  rewardId: text,
  rewardTitle: text,
  rewardDescription: text,
  rewardImageUrl: text.nullable(),
  count: z.number().describe('Winners of this round only.'),
  drawnAt: text.nullable(),
});

const purchase = z.object({
  channelId: text,
  senderChannelId: text.nullable().describe('null: bought anonymously.'),
  profile: profile.nullable(),
  content: text,
  messageTime: text.nullable(),
  emojis,
  shopName: text,
  representativeItemName: text,
  itemCount: z.number(),
  totalAmount: z.number().nullable().describe('Money in units of `currency`; never a donation.'),
  currency: text,
});

const numbered = {
  seq: z.number().int().describe('Rises from event to event and never repeats.'),
  receivedAt: time,
  origin: z.enum(['platform', 'test']).describe('test: a preview by the streamer.'),
  perhapsTwice: z
    .exactOptional(z.literal(true))
    .describe('true: perhaps the same as one before it; nothing could tell.'),
};

/** Every event, by its kind. */
export const EVENT_SCHEMAS = {
  CHAT: z.object({ ...numbered, kind: z.literal('CHAT'), data: chat }),
  DONATION: z.object({ ...numbered, kind: z.literal('DONATION'), data: donation }),
  SUBSCRIPTION: z.object({ ...numbered, kind: z.literal('SUBSCRIPTION'), data: subscription }),
  DROPS: z.object({ ...numbered, kind: z.literal('DROPS'), data: drops }),
  GOODS_PURCHASE: z.object({ ...numbered, kind: z.literal('GOODS_PURCHASE'), data: purchase }),
} as const;

export const eventSchema = z.discriminatedUnion('kind', [
  EVENT_SCHEMAS.CHAT,
  EVENT_SCHEMAS.DONATION,
  EVENT_SCHEMAS.SUBSCRIPTION,
  EVENT_SCHEMAS.DROPS,
  EVENT_SCHEMAS.GOODS_PURCHASE,
]);

/** An event's type and its schema are one: a field that only one of them has fails the type check. */
type Same<A, B> = A extends B ? (B extends A ? true : never) : never;
type Plain<T> = T extends object ? { -readonly [K in keyof T]: Plain<T[K]> } : T;
export const EVENTS_MATCH: Same<z.infer<typeof eventSchema>, Plain<StageEvent>> = true;

/** A vote, a draw and so on as viewers see it; null: there is none. See the documents of each. */
const activity = z.looseObject({}).nullable();

/** Alerts of each stage in the state's list. */
export const API_ALERTS_LISTED = 10;

const listedAlert = z.object({
  seq: z.number().describe('Of its event.'),
  kind: z.enum(EVENT_KINDS),
  stage: z.enum(['playing', 'waiting', 'held', 'missed', 'shown']),
  name: text.nullable().describe('Who sent it, or the title of the reward; null: anonymous.'),
  amount: z.number().nullable().describe('Beams, months, winners, or money in `currency`.'),
  currency: text.nullable(),
});
export type ApiListedAlert = z.infer<typeof listedAlert>;

export const STATE_SCHEMAS = {
  connection: z.object({
    state: text.describe(
      'live, reconnecting, connecting, signed-out, signing-in, starting, stopped.',
    ),
    reason: text.nullable(),
    since: time,
    channel: z.object({ id: text, name: text.nullable() }).nullable(),
  }),
  stream: z.object({
    onAir: z.boolean().nullable().describe('null: not known.'),
    openedAt: time.nullable(),
    title: text.nullable(),
  }),
  alerts: z.object({
    paused: z.boolean(),
    muted: z.boolean(),
    waiting: z.number(),
    held: z.number(),
    missed: z.number(),
    behindMs: z.number(),
    volume: z.number().describe('Of all alerts and readings, 0 to 1.'),
    playing: z
      .object({ seq: z.number(), kind: z.enum(EVENT_KINDS), endsAt: time.nullable() })
      .nullable(),
    list: z
      .array(listedAlert)
      .describe(
        'Playing, waiting (next first), held, missed, shown (latest first): a few of each.',
      ),
  }),
  overlay: z.object({
    layout: text.describe('The id of the layout on air.'),
    layouts: z.array(z.object({ id: text, name: text })),
  }),
  obs: z.object({
    connected: z.boolean(),
    scene: text.nullable(),
    scenes: z.array(text),
    streaming: z.boolean(),
    recording: z.boolean(),
    proof: text.describe('proved: viewers see the overlay. unknown, looking, unclear, found.'),
  }),
  activities: z.object({
    vote: activity,
    draw: activity,
    players: activity,
    counters: activity,
    subathon: activity,
    missions: activity,
    wheel: activity,
    quiet: z.boolean().describe('The show kit sends nothing to chat.'),
  }),
} as const satisfies Record<StateTopic, z.ZodType>;

export type ApiState = { readonly [T in StateTopic]: z.infer<(typeof STATE_SCHEMAS)[T]> };

/** The commands of each scope. Arguments and results are those of the app's own pages. */
export const API_COMMANDS = {
  'events:read': [],
  'chat:send': ['live.send'],
  'alerts:control': [
    'test-event.play',
    'alerts.pause',
    'alerts.skip',
    'alerts.panic',
    'alerts.clear',
    'alerts.replay',
    'alerts.replay-missed',
    'alerts.dismiss',
    'alerts.set-sound',
    'alerts.approve',
    'alerts.reject',
  ],
  'overlay:control': [
    'overlay.switch',
    'live.highlight',
    'marks.add',
    'marks.save-replay',
    'obs.scene',
    'obs.record',
    'obs.stream',
  ],
  'activities:control': [
    'show.set-quiet',
    'vote.begin',
    'vote.again',
    'vote.end',
    'vote.extend',
    'vote.clear',
    'draw.begin',
    'draw.close',
    'draw.draw',
    'draw.confirm',
    'draw.next',
    'draw.end',
    'draw.clear',
    'wheel.save',
    'wheel.spin',
    'wheel.drop',
    'wheel.end',
    'players.begin',
    'players.end',
    'players.open',
    'players.call',
    'players.pick',
    'players.done',
    'players.absent',
    'players.move',
    'players.remove',
    'counters.set',
    'counters.add',
    'counters.undo',
    'subathon.begin',
    'subathon.pause',
    'subathon.set-speed',
    'subathon.set-happy',
    'subathon.add',
    'subathon.set-limit',
    'subathon.set-rules',
    'subathon.finish',
    'subathon.clear',
    'missions.begin',
    'missions.set',
    'missions.move',
    'missions.end',
  ],
  'reports:read': [
    'reports.totals',
    'reports.list',
    'reports.supporters',
    'reports.amounts',
    'reports.gaps',
    'reports.broadcasts',
  ],
} as const satisfies Record<ApiScope, readonly CoreCommandName[]>;

export type ApiCommand = (typeof API_COMMANDS)[ApiScope][number];

/** The scope that a command needs; null: it is not part of the API. */
export function scopeOfCommand(name: string): ApiScope | null {
  const scopes = Object.keys(API_COMMANDS) as ApiScope[];
  const has = (scope: ApiScope) => (API_COMMANDS[scope] as readonly string[]).includes(name);
  return scopes.find(has) ?? null;
}

export const commandContractOf = (name: ApiCommand) => CORE_COMMANDS[name];

const id = z
  .union([z.number().int(), z.string().min(1).max(64)])
  .describe(
    'Of your choice; the answer has it. A text of 16 characters or more stands for one request: sent again, within 20 minutes and also over another connection, it gets the first answer and is not done twice.',
  );
const topics = z.array(z.enum(API_TOPICS)).min(1);

/** What a program sends over the socket. */
export const UP_SCHEMAS = {
  hello: z.strictObject({
    type: z.literal('hello'),
    key: z.string().max(200),
    version: z.literal(API_VERSION).optional(),
  }),
  subscribe: z.strictObject({
    type: z.literal('subscribe'),
    id,
    topics,
    kinds: z.array(z.enum(EVENT_KINDS)).optional().describe('Only these events; left out: all.'),
    since: z.number().int().min(0).optional().describe('Events after this number come first.'),
    epoch: z.string().max(200).optional().describe('Of the hello in which that number was known.'),
  }),
  unsubscribe: z.strictObject({ type: z.literal('unsubscribe'), id, topics }),
  request: z.strictObject({
    type: z.literal('request'),
    id,
    command: z.string().max(100),
    args: z.unknown().optional().describe('Left out: none.'),
  }),
} as const;

export const upSchema = z.discriminatedUnion('type', [
  UP_SCHEMAS.hello,
  UP_SCHEMAS.subscribe,
  UP_SCHEMAS.unsubscribe,
  UP_SCHEMAS.request,
]);
export type ApiUp = z.infer<typeof upSchema>;
export type ApiId = z.infer<typeof id>;

const errorSchema = z.object({
  code: text.describe('Stable.'),
  what: text.describe('What happened, in the language of the app.'),
  cure: text.describe('What to do about it.'),
  unknownOutcome: z
    .boolean()
    .describe('It may have been done, or not: look before you send it again.'),
  retryAt: time.nullable(),
});
export type ApiError = z.infer<typeof errorSchema>;

const epoch = text.describe('Of the numbers of events: another epoch has other numbers.');

/** What a program gets over the socket. */
export const DOWN_SCHEMAS = {
  hello: z.object({
    type: z.literal('hello'),
    version: z.number(),
    app: z.literal('Stagelight'),
    epoch,
    lastSeq: z.number(),
    key: z.object({ name: text, scopes: z.array(text) }),
  }),
  subscribed: z.object({
    type: z.literal('subscribed'),
    id,
    topics: z.array(text),
    complete: z
      .boolean()
      .describe('false: some chat after `since` is no longer kept; everything with a value comes.'),
  }),
  events: z.object({
    type: z.literal('events'),
    upTo: z.number().describe('Subscribe since this number after a lost connection.'),
    complete: z.boolean().describe('false: you read too slowly, and some chat was left out.'),
    events: z.array(eventSchema),
  }),
  state: z.object({ type: z.literal('state'), topic: text, value: z.unknown() }),
  result: z.object({ type: z.literal('result'), id, value: z.unknown() }),
  waiting: z.object({
    type: z.literal('waiting'),
    id,
    forMs: z.number().describe('The platform asked to wait; the request goes on by itself.'),
  }),
  error: z.object({ type: z.literal('error'), id: id.nullable(), error: errorSchema }),
} as const;

export type ApiDown = {
  [T in keyof typeof DOWN_SCHEMAS]: z.infer<(typeof DOWN_SCHEMAS)[T]>;
}[keyof typeof DOWN_SCHEMAS];
