import type { ExactSum } from '../exact-sum.ts';
import type { HighlightCard } from '../overlay/highlight.ts';

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
export interface LiveDesk {
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

export const EMPTY_LIVE_DESK: LiveDesk = {
  onAir: null,
  beganAt: 0,
  totals: null,
  highlight: null,
  highlightEndsAt: null,
  sent: [],
};
