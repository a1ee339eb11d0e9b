import { z } from 'zod';
import type { Problem } from '../problem.ts';
import { BLOCK, feed, nothing, PLATFORM_READ } from './command.ts';

/** Permissions that this part of the control room uses (specification, "Scopes"). */
export const PEOPLE_SCOPES = [
  'READ:CHANNEL',
  'READ:SUBSCRIPTION',
  'READ:USER_BLOCK',
  'WRITE:USER_BLOCK',
] as const;
export type PeopleScope = (typeof PEOPLE_SCOPES)[number];

/** New followers that are named; of more only the number is said. */
export const NEW_FOLLOWERS_MOST = 50;

/** Who has come since somebody last looked. */
export interface NewFollowers {
  /** The latest first, `NEW_FOLLOWERS_MOST` at most. */
  readonly people: readonly Follower[];
  /** There are more than those in `people`. */
  readonly more: boolean;
  /** When the latest known follower came, epoch milliseconds; null: nobody is known yet. */
  readonly newestAt: number | null;
  /** When somebody last looked; null: never, so that nobody counts as new. Epoch milliseconds. */
  readonly lookedAt: number | null;
  /** When the list was read last, epoch milliseconds; null: not yet. */
  readonly checkedAt: number | null;
  /** Why the last reading failed; null: it did not. */
  readonly problem: Problem | null;
}

/** What the control room shows of this part, whole. */
export interface PeopleState {
  /** Counts changes. */
  readonly revision: number;
  /** Whether there is somebody to ask for; what was read before stays readable. */
  readonly signedIn: boolean;
  /** What the present grant lacks; empty while nobody is signed in. */
  readonly missingScopes: readonly PeopleScope[];
  readonly newFollowers: NewFollowers;
  /** Another number: the list of blocked people may be another one, and is to be read anew. */
  readonly blocksRevision: number;
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
};

/** How many people one page of a list holds (platform-notes, "Followers", "Subscribers", "Banned users"). */
export const PEOPLE_PAGE = {
  /**
   * The platform's own default: its limit is not known, and a list that was cut shorter than asked for
   * would look like the last page.
   */
  followers: 20,
  subscribers: 50,
  blocked: 50,
} as const;

/** LONGER: those who have subscribed longest first. */
export const SUBSCRIBER_ORDERS = ['RECENT', 'LONGER'] as const;
export type SubscriberOrder = (typeof SUBSCRIBER_ORDERS)[number];

/** Channel ids that one look-up takes (platform-notes, "Channels"). */
export const LOOKUP_IDS_MOST = 20;
/** Longer than any id that is known; what is longer was pasted by mistake. */
export const CHANNEL_ID_LONGEST = 100;

const page = z.number().int().min(0).max(10_000_000);
const channelId = z.string().trim().min(1).max(CHANNEL_ID_LONGEST);
const oneChannel = z.object({ channelId, name: z.string().max(200).optional() }).strict();
/** Entries of a list that could not be read; left out: none. */
const damaged = z.number().int().optional();
/** Epoch milliseconds; null: the platform said none that can be read. */
const moment = z.number().int().nullable();

const person = {
  channelId: z.string(),
  name: z.string(),
  handle: z.string(),
};

const followerSchema = z.object({ ...person, since: moment });
const subscriberSchema = z.object({
  ...followerSchema.shape,
  /** Months in a row; null when unknown. */
  months: z.number().nullable(),
  tier: z.number().nullable(),
});
const managerSchema = z.object({
  ...followerSchema.shape,
  /** As the platform names the task, which may be one that nobody knows yet. */
  role: z.string(),
});
const blockedSchema = z.object({
  ...followerSchema.shape,
  /** When the block ends by itself, epoch milliseconds; null: never; unknown: it cannot be read. */
  until: z.union([moment, z.literal('unknown')]),
});
const channelSchema = z.object({
  ...person,
  description: z.string(),
  /** null when unknown. */
  followers: z.number().nullable(),
  /** An address that may be shown; null: none. */
  imageUrl: z.string().nullable(),
});

export type Person = z.infer<z.ZodObject<typeof person>>;
export type Follower = z.infer<typeof followerSchema>;
export type Subscriber = z.infer<typeof subscriberSchema>;
export type Manager = z.infer<typeof managerSchema>;
export type BlockedPerson = z.infer<typeof blockedSchema>;
export type LookedUpChannel = z.infer<typeof channelSchema>;

/** What a dashboard may ask of this part of the control room. */
export const PEOPLE_COMMANDS = {
  /** The latest first. `next`: the page to ask for next, null: this was the last. */
  'people.followers': {
    args: z.object({ page }).strict(),
    result: z.object({
      people: z.array(followerSchema).readonly(),
      next: page.nullable(),
      damaged,
    }),
    time: PLATFORM_READ,
  },
  'people.subscribers': {
    args: z.object({ page, sort: z.enum(SUBSCRIBER_ORDERS) }).strict(),
    result: z.object({
      people: z.array(subscriberSchema).readonly(),
      next: page.nullable(),
      damaged,
    }),
    time: PLATFORM_READ,
  },
  /** Everybody with a task on the channel, the streamer included. */
  'people.managers': {
    args: nothing,
    result: z.object({ people: z.array(managerSchema).readonly(), damaged }),
    time: PLATFORM_READ,
  },
  /** `next`: the mark of the page before, null for the first; in the answer null: this was the last. */
  'people.blocked': {
    args: z.object({ next: z.string().min(1).max(1_000).nullable() }).strict(),
    result: z.object({
      people: z.array(blockedSchema).readonly(),
      next: z.string().nullable(),
      damaged,
    }),
    time: PLATFORM_READ,
  },
  /** Channels by their ids, parted by commas or spaces; `missing`: ids that the platform knows nothing of. */
  'people.lookup': {
    args: z.object({ query: z.string().max(LOOKUP_IDS_MOST * (CHANNEL_ID_LONGEST + 2)) }).strict(),
    result: z.object({
      channels: z.array(channelSchema).readonly(),
      missing: z.array(z.string()).readonly(),
    }),
    time: PLATFORM_READ,
  },
  /**
   * Pictures of channels, 20 at most; one without a picture is not in the answer. Nothing that was read
   * lately is asked of the platform again.
   */
  'people.faces': {
    args: z.object({ channelIds: z.array(channelId).max(LOOKUP_IDS_MOST) }).strict(),
    result: z.object({ faces: z.record(z.string(), z.string()) }),
    time: PLATFORM_READ,
  },
  /**
   * Blocks a channel for good. Sent once: where the answer is lost, the list is read to see what became
   * of it, and what stays unknown is said as such. `name`: whom problems speak of.
   */
  'people.block': { args: oneChannel, time: BLOCK },
  /** Lifts a block; as `people.block`. */
  'people.unblock': { args: oneChannel, time: BLOCK },
  /**
   * Followers up to this moment (epoch milliseconds, of the desk's `newestAt`) are not new any more,
   * here and after a restart.
   */
  'people.mark-read': {
    args: z.object({ until: z.number().int().min(0) }).strict(),
  },
} as const;

/** Why something that was typed is no channel id. */
export type ChannelIdFault = 'address' | 'handle' | 'dots' | 'too-long';

/** What was typed or pasted as channel ids: commas, spaces and line breaks part them, each counts once. */
export function channelIdsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/u).filter((part) => part !== ''))];
}

/** null: it may be a channel id; only the platform knows whether it is one. */
export function faultOfChannelId(id: string): ChannelIdFault | null {
  if (id.includes('/')) return 'address';
  if (id.startsWith('@')) return 'handle';
  // A path would swallow them: another operation would be called.
  if (id === '.' || id === '..') return 'dots';
  return id.length > CHANNEL_ID_LONGEST ? 'too-long' : null;
}

/** What is wrong with a text that is to hold channel ids. */
export type ChannelIdsFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'too-many'; readonly count: number; readonly most: number }
  | { readonly kind: ChannelIdFault; readonly id: string };

/** null: the text can be sent. `most`: how many ids it may hold. */
export function faultOfChannelIds(text: string, most: number): ChannelIdsFault | null {
  const ids = channelIdsIn(text);
  if (ids.length === 0) return { kind: 'none' };
  for (const id of ids) {
    const kind = faultOfChannelId(id);
    if (kind !== null) return { kind, id };
  }
  return ids.length > most ? { kind: 'too-many', count: ids.length, most } : null;
}

/** Who follows, subscribes, helps and is blocked, as far as it is kept. */
export const PEOPLE_FEED = feed<PeopleState>({ everyMs: 100 });
