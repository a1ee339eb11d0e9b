import { z } from 'zod';
import type { SenderRole, StageEvent } from '../events.ts';
import { exactSumSchema } from './exact-sum-schema.ts';
import { SENDER_TYPES } from './live-desk.ts';

/** Characters (code points) of a chat message and of a notice: platform-notes, "Operations". */
export const CHAT_MESSAGE_MIN = 1;
export const CHAT_MESSAGE_MAX = 100;
/** How long a highlighted message may stand, seconds. */
export const HIGHLIGHT_SECONDS = { min: 3, max: 600, usual: 20 } as const;
/** Entries of a viewer's history in one answer at most. */
export const VIEWER_PAGE_MOST = 100;

const nothing = z.object({}).strict();
const seq = z.number().int().min(1);
const channelId = z.string().min(1).max(100);
// What is too long is refused by the client with a sentence of its own, not as a broken command.
const message = z.string().max(4_000);

const sumsSchema = z.object({
  donations: z.number().int(),
  donationBeams: exactSumSchema,
  cheeringBeams: exactSumSchema,
  subscriptions: z.number().int(),
  purchases: z.number().int(),
  /** Smallest units by currency. */
  shop: z.record(z.string(), exactSumSchema),
  messages: z.number().int(),
});
/** What one viewer did here. Beams, cheering beams and money never meet. */
export type ViewerSums = z.infer<typeof sumsSchema>;

const cursorSchema = z.object({ receivedAt: z.number().int(), seq }).strict();
export type ViewerCursor = z.infer<typeof cursorSchema>;

/** What a dashboard may ask of this part of the control room. */
export const LIVE_COMMANDS = {
  /**
   * Sends a message into the chat, once: after a failure without an answer it may or may not stand
   * there, and nothing sends it again. `messageId` null: sent, under an id that was not said.
   */
  'live.send': {
    args: z.object({ message, senderType: z.enum(SENDER_TYPES) }).strict(),
    result: z.object({ messageId: z.string().nullable() }),
  },
  /** Makes a text the chat's notice, or a message that this app sent. Once, as `live.send`. */
  'live.notice': {
    args: z.union([
      z.object({ message }).strict(),
      z.object({ messageId: z.string().min(1).max(200) }).strict(),
    ]),
    result: nothing,
  },
  /**
   * Shows the words of an event large in the chat's place; null takes them away. `seconds` null:
   * until it is taken away.
   */
  'live.highlight': {
    args: z
      .object({
        seq: seq.nullable(),
        seconds: z
          .number()
          .int()
          .min(HIGHLIGHT_SECONDS.min)
          .max(HIGHLIGHT_SECONDS.max)
          .nullable()
          .optional(),
      })
      .strict(),
    result: nothing,
  },
  /** Whether a viewer's messages are kept off every chat of the overlay. */
  'live.hide': {
    args: z.object({ channelId, hidden: z.boolean() }).strict(),
    result: nothing,
  },
  /** Who a viewer is as far as the books know: sums, first and last sign, latest subscription. */
  'live.viewer': {
    args: z.object({ channelId }).strict(),
    result: z.object({
      role: z.custom<SenderRole>(),
      sums: sumsSchema,
      /** Arrival of the first and of the latest event that is kept; null: nothing is. */
      firstAt: z.number().nullable(),
      lastAt: z.number().nullable(),
      /** The latest subscription; null: none in the books. */
      subscription: z
        .object({ month: z.number().nullable(), tierNo: z.number().nullable(), at: z.number() })
        .nullable(),
    }),
  },
  /** What a viewer said, gave and bought, newest first; `next` null: there is no more. */
  'live.viewer-history': {
    args: z
      .object({
        channelId,
        limit: z.number().int().min(1).max(VIEWER_PAGE_MOST),
        before: cursorSchema.nullable(),
      })
      .strict(),
    result: z.object({
      events: z.array(z.custom<StageEvent>()).readonly(),
      next: cursorSchema.nullable(),
    }),
  },
} as const;
