import { z } from 'zod';
import { CHANNEL_ID_LONGEST, LOOKUP_IDS_MOST } from './channel-ids.ts';

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

const nothing = z.object({}).strict();
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
  },
  'people.subscribers': {
    args: z.object({ page, sort: z.enum(SUBSCRIBER_ORDERS) }).strict(),
    result: z.object({
      people: z.array(subscriberSchema).readonly(),
      next: page.nullable(),
      damaged,
    }),
  },
  /** Everybody with a task on the channel, the streamer included. */
  'people.managers': {
    args: nothing,
    result: z.object({ people: z.array(managerSchema).readonly(), damaged }),
  },
  /** `next`: the mark of the page before, null for the first; in the answer null: this was the last. */
  'people.blocked': {
    args: z.object({ next: z.string().min(1).max(1_000).nullable() }).strict(),
    result: z.object({
      people: z.array(blockedSchema).readonly(),
      next: z.string().nullable(),
      damaged,
    }),
  },
  /** Channels by their ids, parted by commas or spaces; `missing`: ids that the platform knows nothing of. */
  'people.lookup': {
    args: z.object({ query: z.string().max(LOOKUP_IDS_MOST * (CHANNEL_ID_LONGEST + 2)) }).strict(),
    result: z.object({
      channels: z.array(channelSchema).readonly(),
      missing: z.array(z.string()).readonly(),
    }),
  },
  /**
   * Pictures of channels, 20 at most; one without a picture is not in the answer. Nothing that was read
   * lately is asked of the platform again.
   */
  'people.faces': {
    args: z.object({ channelIds: z.array(channelId).max(LOOKUP_IDS_MOST) }).strict(),
    result: z.object({ faces: z.record(z.string(), z.string()) }),
  },
  /**
   * Blocks a channel for good. Sent once: where the answer is lost, the list is read to see what became
   * of it, and what stays unknown is said as such. `name`: whom problems speak of.
   */
  'people.block': { args: oneChannel, result: nothing },
  /** Lifts a block; as `people.block`. */
  'people.unblock': { args: oneChannel, result: nothing },
  /**
   * Followers up to this moment (epoch milliseconds, of the desk's `newestAt`) are not new any more,
   * here and after a restart.
   */
  'people.mark-read': {
    args: z.object({ until: z.number().int().min(0) }).strict(),
    result: nothing,
  },
} as const;
