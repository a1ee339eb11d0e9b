import { z } from 'zod';
import type { SenderRole, StageEvent } from '../events.ts';
import type { ExactSum } from '../exact-sum.ts';
import type { PeriodTotals } from '../overlay/figures.ts';
import type { HighlightCard } from '../overlay/highlight.ts';
import { feed, LOCAL_READ, PLATFORM_WRITE } from './command.ts';
import { exactSumSchema } from './reports.ts';

export interface SentMessage {
  readonly id: number;
  readonly at: number;
  readonly message: string;
  readonly senderType: SenderType;
  /** The platform's message id; null: sent, but the platform answered without an id. */
  readonly messageId: string | null;
}

/** Whose name the chat message carries: the application's or the streamer's. */
export const SENDER_TYPES = ['APP', 'USER'] as const;
export type SenderType = (typeof SENDER_TYPES)[number];

/** Sums since the broadcast began. */
export interface LiveTotals extends PeriodTotals {
  readonly subscriptions: number;
  readonly draws: number;
  readonly winners: ExactSum;
}

export interface OnAir {
  readonly isLive: boolean;
  /** Epoch milliseconds; null if not live or not reported. */
  readonly openedAt: number | null;
}

export interface LiveState {
  /** null if not read yet or the last read failed. */
  readonly onAir: OnAir | null;
  /** Start of the totals, epoch milliseconds. */
  readonly beganAt: number;
  /** null if the ledger cannot be read. */
  readonly totals: LiveTotals | null;
  readonly highlight: HighlightCard | null;
  /** Epoch milliseconds; null: it stays until removed. */
  readonly highlightEndsAt: number | null;
  /** Latest ones, oldest first, at most `SENT_MOST`. */
  readonly sent: readonly SentMessage[];
}

export const SENT_MOST = 20;

/** Characters (code points) of a chat message and of a notice: platform-notes, "Operations". */
export const CHAT_MESSAGE_MIN = 1;
export const CHAT_MESSAGE_MAX = 100;
export const HIGHLIGHT_SECONDS = { min: 3, max: 600, usual: 20 } as const;

const seq = z.number().int().min(1);
const channelId = z.string().min(1).max(100);
// Generous, so that the client can refuse a long message with its own error text.
const message = z.string().max(4_000);

const sumsSchema = z.object({
  donations: z.number().int(),
  donationBeams: exactSumSchema,
  cheeringBeams: exactSumSchema,
  subscriptions: z.number().int(),
  purchases: z.number().int(),
  shop: z.record(z.string(), exactSumSchema),
  messages: z.number().int(),
});
/** Everything one viewer did here. Beams, cheering beams and money are never added together. */
export type ViewerSums = z.infer<typeof sumsSchema>;

const cursorSchema = z.strictObject({ receivedAt: z.number().int(), seq });
export type ViewerCursor = z.infer<typeof cursorSchema>;

export const LIVE_COMMANDS = {
  /**
   * Sends a chat message once. A failure without an answer leaves it unknown whether the message
   * arrived; it is never repeated. `messageId` null: sent, but the answer had no id.
   */
  'live.send': {
    args: z.strictObject({ message, senderType: z.enum(SENDER_TYPES) }),
    result: z.object({ messageId: z.string().nullable() }),
    time: PLATFORM_WRITE,
  },
  /** From a text, or a message sent by this app. Sent once, like `live.send`. */
  'live.notice': {
    args: z.union([
      z.strictObject({ message }),
      z.strictObject({ messageId: z.string().min(1).max(200) }),
    ]),
    time: PLATFORM_WRITE,
  },
  /** Shows an event's text in the chat's place; null removes it. `seconds` null: until removed. */
  'live.highlight': {
    args: z.strictObject({
      seq: seq.nullable(),
      seconds: z
        .number()
        .int()
        .min(HIGHLIGHT_SECONDS.min)
        .max(HIGHLIGHT_SECONDS.max)
        .nullable()
        .optional(),
    }),
  },
  'live.hide': {
    args: z.strictObject({ channelId, hidden: z.boolean() }),
  },
  'live.viewer': {
    args: z.strictObject({ channelId }),
    result: z.object({
      role: z.custom<SenderRole>(),
      sums: sumsSchema,
      /** Arrival of the first and latest stored event; null if there is none. */
      firstAt: z.number().nullable(),
      lastAt: z.number().nullable(),
      subscription: z
        .object({ month: z.number().nullable(), tierNo: z.number().nullable(), at: z.number() })
        .nullable(),
    }),
    time: LOCAL_READ,
  },
  /** A viewer's chat, donations and purchases, newest first; `next` null: no more. */
  'live.viewer-history': {
    args: z.strictObject({
      channelId,
      limit: z.number().int().min(1).max(100),
      before: cursorSchema.nullable(),
    }),
    result: z.object({
      events: z.array(z.custom<StageEvent>()).readonly(),
      next: cursorSchema.nullable(),
    }),
    time: LOCAL_READ,
  },
} as const;

export const LIVE_FEED = feed<LiveState>({ everyMs: 100 });
