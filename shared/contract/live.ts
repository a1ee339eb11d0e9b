import { z } from 'zod';
import type { SenderRole, StageEvent } from '../events.ts';
import type { ExactSum } from '../exact-sum.ts';
import type { HighlightCard } from '../overlay/highlight.ts';
import { feed, LOCAL_READ, PLATFORM_WRITE } from './command.ts';
import { exactSumSchema } from './reports.ts';

/** A message that this app has sent into the chat since it was started. */
export interface SentMessage {
  /** Numbered from 1 in the order of sending. */
  readonly id: number;
  readonly at: number;
  readonly message: string;
  readonly senderType: SenderType;
  /** The platform's id of it; null: sent, but the platform did not say under which id. */
  readonly messageId: string | null;
}

/** In whose name a message stands in the chat: the application's or the streamer's. */
export const SENDER_TYPES = ['APP', 'USER'] as const;
export type SenderType = (typeof SENDER_TYPES)[number];

/** Sums since the broadcast began. Beams, cheering beams and money never meet. */
export interface LiveTotals {
  readonly donationBeams: ExactSum;
  readonly cheeringBeams: ExactSum;
  /** Smallest units by currency. */
  readonly shop: Readonly<Record<string, ExactSum>>;
  readonly subscriptions: number;
  readonly draws: number;
  /** Winners of those draws. */
  readonly winners: ExactSum;
}

/** Whether the channel is on air as the platform said it last. */
export interface OnAir {
  readonly isLive: boolean;
  /** Epoch milliseconds; null: not live, or the platform did not say. */
  readonly openedAt: number | null;
}

/** What the live page shows beside the feed of events, whole. */
export interface LiveState {
  /** null: not known (yet), or it could not be asked. */
  readonly onAir: OnAir | null;
  /** Since when the totals are counted, epoch milliseconds. */
  readonly beganAt: number;
  /** null: the books cannot be read. */
  readonly totals: LiveTotals | null;
  /** What stands large on the overlay; null: nothing. */
  readonly highlight: HighlightCard | null;
  /** When it leaves by itself, epoch milliseconds; null: it stays until it is taken away. */
  readonly highlightEndsAt: number | null;
  /** The latest messages that were sent from here, oldest first, at most `SENT_MOST`. */
  readonly sent: readonly SentMessage[];
}

export const SENT_MOST = 20;

export const EMPTY_LIVE_DESK: LiveState = {
  onAir: null,
  beganAt: 0,
  totals: null,
  highlight: null,
  highlightEndsAt: null,
  sent: [],
};

/** Characters (code points) of a chat message and of a notice: platform-notes, "Operations". */
export const CHAT_MESSAGE_MIN = 1;
export const CHAT_MESSAGE_MAX = 100;
/** How long a highlighted message may stand, seconds. */
export const HIGHLIGHT_SECONDS = { min: 3, max: 600, usual: 20 } as const;
/** Entries of a viewer's history in one answer at most. */
export const VIEWER_PAGE_MOST = 100;

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
    time: PLATFORM_WRITE,
  },
  /** Makes a text the chat's notice, or a message that this app sent. Once, as `live.send`. */
  'live.notice': {
    args: z.union([
      z.object({ message }).strict(),
      z.object({ messageId: z.string().min(1).max(200) }).strict(),
    ]),
    time: PLATFORM_WRITE,
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
  },
  /** Whether a viewer's messages are kept off every chat of the overlay. */
  'live.hide': {
    args: z.object({ channelId, hidden: z.boolean() }).strict(),
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
    time: LOCAL_READ,
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
    time: LOCAL_READ,
  },
} as const;

/** The broadcast, its totals, what stands large on the overlay. */
export const LIVE_FEED = feed<LiveState>({ everyMs: 100 });
