import { z } from 'zod';
import type { Problem } from '../problem.ts';
import { BLOCK, feed, lookResult, nothing, PLATFORM_READ } from './command.ts';

/** Specification, "Scopes". */
export const PEOPLE_SCOPES = [
  'READ:CHANNEL',
  'READ:SUBSCRIPTION',
  'READ:USER_BLOCK',
  'WRITE:USER_BLOCK',
] as const;
export type PeopleScope = (typeof PEOPLE_SCOPES)[number];

export const NEW_FOLLOWERS_MOST = 50;

export interface NewFollowers {
  readonly people: readonly Follower[];
  readonly more: boolean;
  /** Epoch milliseconds; null if no follower is known yet. */
  readonly newestAt: number | null;
  /** When the list was last marked as read; null: never, so nobody counts as new. */
  readonly lookedAt: number | null;
  readonly checkedAt: number | null;
  readonly problem: Problem | null;
}

export interface PeopleState {
  readonly revision: number;
  /** Whether the streamer is signed in; earlier results stay readable without it. */
  readonly signedIn: boolean;
  /** Missing from the present grant; empty while signed out. */
  readonly missingScopes: readonly PeopleScope[];
  readonly newFollowers: NewFollowers;
  /** Changes when the block list may have changed and must be read again. */
  readonly blocksRevision: number;
  readonly followersRead: FollowersRead;
}

/** With 20 a page, reading more would take longer than most votes. */
export const FOLLOWERS_MOST = 20_000;

/** How far the list of followers was read. */
export interface FollowersRead {
  readonly count: number;
  /** To its end. */
  readonly whole: boolean;
}

export const NO_NEW_FOLLOWERS: NewFollowers = {
  people: [],
  more: false,
  newestAt: null,
  lookedAt: null,
  checkedAt: null,
  problem: null,
};

export const EMPTY_PEOPLE_DESK: PeopleState = {
  revision: 0,
  signedIn: false,
  missingScopes: [],
  newFollowers: NO_NEW_FOLLOWERS,
  blocksRevision: 0,
  followersRead: { count: 0, whole: false },
};

/** Platform-notes, "Followers", "Subscribers", "Banned users". */
export const PEOPLE_PAGE = {
  /** The platform's default: a page cut short by its unknown limit would look like the last. */
  followers: 20,
  subscribers: 50,
  blocked: 50,
} as const;

export const SUBSCRIBER_ORDERS = ['RECENT', 'LONGER'] as const;
export type SubscriberOrder = (typeof SUBSCRIBER_ORDERS)[number];

/** Most channel ids in one lookup (platform-notes, "Channels"). */
export const LOOKUP_IDS_MOST = 20;
/** Longer than any known id; anything longer was pasted by mistake. */
export const CHANNEL_ID_LONGEST = 100;

const page = z.number().int().min(0).max(10_000_000);
const channelId = z.string().trim().min(1).max(CHANNEL_ID_LONGEST);
const oneChannel = z.strictObject({ channelId, name: z.string().max(200).optional() });
/** Epoch milliseconds; null if unreadable. */
const moment = z.number().int().nullable();

const person = {
  channelId: z.string(),
  name: z.string(),
  handle: z.string(),
};

const followerSchema = z.object({ ...person, since: moment });
const subscriberSchema = z.object({
  ...followerSchema.shape,
  months: z.number().nullable(),
  tier: z.number().nullable(),
});
const managerSchema = z.object({
  ...followerSchema.shape,
  /** The platform's name for the role, possibly one unknown to this app. */
  role: z.string(),
});
const blockedSchema = z.object({
  ...followerSchema.shape,
  /** Epoch milliseconds; null: permanent. */
  until: z.union([moment, z.literal('unknown')]),
});
const channelSchema = z.object({
  ...person,
  description: z.string(),
  followers: z.number().nullable(),
  /** An allowed image address; null if none. */
  imageUrl: z.string().nullable(),
});

const listOf = <S extends z.ZodType>(entry: S) =>
  z.object({
    people: z.array(entry).readonly(),
    /** Unreadable entries; left out if none. */
    damaged: z.number().int().optional(),
  });

export type Person = z.infer<z.ZodObject<typeof person>>;
export type Follower = z.infer<typeof followerSchema>;
export type Subscriber = z.infer<typeof subscriberSchema>;
export type Manager = z.infer<typeof managerSchema>;
export type BlockedPerson = z.infer<typeof blockedSchema>;
export type LookedUpChannel = z.infer<typeof channelSchema>;

export const PEOPLE_COMMANDS = {
  /** Latest first. `next`: the next page to ask for; null after the last. */
  'people.followers': {
    args: z.strictObject({ page }),
    result: listOf(followerSchema).extend({ next: page.nullable() }),
    time: PLATFORM_READ,
  },
  /** Begins to read the whole list of followers, for what only they may do. */
  'people.read-followers': { args: nothing },
  'people.subscribers': {
    args: z.strictObject({ page, sort: z.enum(SUBSCRIBER_ORDERS) }),
    result: listOf(subscriberSchema).extend({ next: page.nullable() }),
    time: PLATFORM_READ,
  },
  /** Everyone with a role on the channel, including the streamer. */
  'people.managers': {
    args: nothing,
    result: listOf(managerSchema),
    time: PLATFORM_READ,
  },
  /** `next`: the previous page's cursor; null: the first page, and after the last. */
  'people.blocked': {
    args: z.strictObject({ next: z.string().min(1).max(1_000).nullable() }),
    result: listOf(blockedSchema).extend({ next: z.string().nullable() }),
    time: PLATFORM_READ,
  },
  /** Ids separated by commas or spaces; `missing`: unknown to the platform. */
  'people.lookup': {
    args: z.strictObject({ query: z.string().max(LOOKUP_IDS_MOST * (CHANNEL_ID_LONGEST + 2)) }),
    result: z.object({
      channels: z.array(channelSchema).readonly(),
      missing: z.array(z.string()).readonly(),
    }),
    time: PLATFORM_READ,
  },
  /** Pictures and names by channel id; unknown ones are left out. Recent ones come from a cache. */
  'people.faces': {
    args: z.strictObject({ channelIds: z.array(channelId).max(LOOKUP_IDS_MOST) }),
    result: z.object({
      faces: z.record(z.string(), z.string()),
      names: z.record(z.string(), z.string()),
    }),
    time: PLATFORM_READ,
  },
  /** Sent once: if the answer is lost, the block list tells. `name`: used in problem texts. */
  'people.block': { args: oneChannel, time: BLOCK },
  'people.unblock': { args: oneChannel, time: BLOCK },
  /** Whether a change whose answer was lost was made: reads the block list. */
  'people.check': {
    args: z.strictObject({ channelId, change: z.enum(['block', 'unblock']) }),
    result: lookResult,
    time: PLATFORM_READ,
  },
  /** Followers up to this moment, the state's `newestAt`; kept across restarts. */
  'people.mark-read': {
    args: z.strictObject({ until: z.number().int().min(0) }),
  },
} as const;

export type ChannelIdFault = 'address' | 'handle' | 'dots' | 'too-long';

/** Splits typed or pasted text into unique ids, at commas, spaces and line breaks. */
export function channelIdsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/u).filter((part) => part !== ''))];
}

/** Returns null if the text may be a channel id; only the platform knows whether it exists. */
export function faultOfChannelId(id: string): ChannelIdFault | null {
  if (id.includes('/')) return 'address';
  if (id.startsWith('@')) return 'handle';
  // As a path segment these would call another operation.
  if (id === '.' || id === '..') return 'dots';
  return id.length > CHANNEL_ID_LONGEST ? 'too-long' : null;
}

export type ChannelIdsFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'too-many'; readonly count: number; readonly most: number }
  | { readonly kind: ChannelIdFault; readonly id: string };

/** Returns null if the list can be sent. `most`: how many ids it may hold. */
export function faultOfChannelIds(text: string, most: number): ChannelIdsFault | null {
  const ids = channelIdsIn(text);
  if (ids.length === 0) return { kind: 'none' };
  for (const id of ids) {
    const kind = faultOfChannelId(id);
    if (kind !== null) return { kind, id };
  }
  return ids.length > most ? { kind: 'too-many', count: ids.length, most } : null;
}

export const PEOPLE_FEED = feed<PeopleState>({ everyMs: 100 });
