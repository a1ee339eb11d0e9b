import { z } from 'zod';
import type { StageEvent } from '../events.ts';
import type { ExactSum } from '../exact-sum.ts';
import { LANGUAGES } from '../locales/index.ts';
import { LONG_READ, LONG_WRITE } from './command.ts';

/**
 * What the books tell apart. Beams of donations, beams of cheering and money of the shop are never
 * added to one another; subscriptions and draws are counted.
 */
export const VALUE_SORTS = ['donation', 'cheering', 'subscription', 'draw', 'purchase'] as const;
export type ValueSort = (typeof VALUE_SORTS)[number];

/** What can be looked for: chat has no value, and is there for as long as it is kept. */
export const BOOK_SORTS = [...VALUE_SORTS, 'chat'] as const;
export type RecordSort = (typeof BOOK_SORTS)[number];

/** What one event is to the books. */
export function sortOf(event: StageEvent): RecordSort {
  switch (event.kind) {
    case 'CHAT':
      return 'chat';
    case 'DONATION':
      return event.data.donationType === 'CHEERING' ? 'cheering' : 'donation';
    case 'SUBSCRIPTION':
      return 'subscription';
    case 'DROPS':
      return 'draw';
    case 'GOODS_PURCHASE':
      return 'purchase';
  }
}

/** A number and how many events have it in them. */
export interface CountedSum {
  readonly count: number;
  /** How many of them do not say how much; they are counted and add nothing. */
  readonly unknown: number;
  /** Beams, smallest units of the currency, or winners. */
  readonly amount: ExactSum;
}

/** What came in, each by itself. */
export interface ReportTotals {
  /** Beams of CHAT, VIDEO and other donations that are not CHEERING. */
  readonly donation: CountedSum;
  /** Beams. */
  readonly cheering: CountedSum;
  /** The amount is 0. */
  readonly subscription: CountedSum;
  /** The amount is the number of winners. */
  readonly draw: CountedSum;
  /** By currency, smallest units. */
  readonly purchase: Readonly<Record<string, CountedSum>>;
}

export const NO_SUM: CountedSum = { count: 0, unknown: 0, amount: 0 };
export const NO_TOTALS: ReportTotals = {
  donation: NO_SUM,
  cheering: NO_SUM,
  subscription: NO_SUM,
  draw: NO_SUM,
  purchase: {},
};

/** An `ExactSum` as it travels. */
export const exactSumSchema = z.union([
  z.number().int(),
  z
    .string()
    .max(40)
    .regex(/^\d{16,}$/),
]);

/** Rows of a list in one answer at most. */
export const BOOK_PAGE_MOST = 100;
/** Stretches that totals can be cut into at most: three years of days, six weeks of hours. */
export const BOOK_GROUPS_MOST = 1_100;
/** Longest words that are looked for, characters. */
export const BOOK_TEXT_MAX = 100;
export const SUPPORTERS_MOST = 100;
export const BOOK_GAPS_MOST = 200;

const moment = z.number().int().min(0).max(8_640_000_000_000_000);
const channelId = z.string().trim().min(1).max(100);
const sort = z.enum(BOOK_SORTS);
/** IANA's name of the streamer's time zone; one that nobody knows is refused. */
const zone = z.string().max(64).refine(isZone);
/** From `from` on and before `to`, epoch milliseconds. */
const period = z.object({ from: moment, to: moment });
const isForward = ({ from, to }: { from: number; to: number }) => from < to;
const onlyPeriod = period.strict().refine(isForward);

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

export const BOOK_GROUPS = ['hour', 'day', 'month', 'broadcast'] as const;
export type ReportGroup = (typeof BOOK_GROUPS)[number];
export const BOOK_FORMATS = ['csv', 'json'] as const;
export type ExportFormat = (typeof BOOK_FORMATS)[number];

/** Names of files that exports may have: fit for every system, and of no other folder. */
export const BOOK_FILE = /^stagelight-books-[\w-]{1,60}\.(csv|json)$/;

const cursor = z.object({ at: moment, seq: z.number().int().min(0) }).strict();
export type BookCursor = z.infer<typeof cursor>;

const receipt = z.object({
  state: z.enum(['queued', 'painted', 'over', 'never-appeared']),
  note: z.enum(['below-minimum', 'rejected', 'dismissed']).nullable(),
  queuedAt: z.number(),
  paintedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
});

const row = z.object({
  event: z.custom<StageEvent>(),
  /** What became of its alert; null: chat has none. */
  receipt: receipt.nullable(),
});
export type BookRowView = z.infer<typeof row>;

const group = z.object({
  from: z.number(),
  to: z.number(),
  /** Number of the broadcast, where they are cut by broadcasts. */
  broadcast: z.number().int().nullable(),
  totals: z.custom<ReportTotals>(),
});
export type ReportGroupTotals = z.infer<typeof group>;

const amount = z.object({
  sort: z.enum(['donation', 'cheering', 'purchase']),
  currency: z.string(),
  /** Beams or smallest units: from `least` on and up to `most`. */
  least: z.number(),
  most: z.number(),
  count: z.number().int(),
});
export type AmountBar = z.infer<typeof amount>;

const supporter = z.object({
  channelId: z.string(),
  name: z.string().nullable(),
  donationBeams: exactSumSchema,
  cheeringBeams: exactSumSchema,
  count: z.number().int(),
});
export type Supporter = z.infer<typeof supporter>;

const receiptCount = z.object({
  ...receipt.pick({ state: true, note: true }).shape,
  count: z.number(),
});
export type ReceiptTotal = z.infer<typeof receiptCount>;

const broadcast = z.object({
  id: z.number().int(),
  beganAt: z.number(),
  endedAt: z.number().nullable(),
});
export type BookBroadcast = z.infer<typeof broadcast>;

const limits = {
  sorts: z.array(sort).min(1).max(BOOK_SORTS.length).readonly(),
  text: z
    .string()
    .max(BOOK_TEXT_MAX * 2)
    .optional(),
  who: channelId.optional(),
  min: z.number().min(0).optional(),
  max: z.number().min(0).optional(),
};

/** What a dashboard may ask of the books. */
export const REPORTS_COMMANDS = {
  /** Sums of a period, and of what it is cut into in the zone; stretches without anything included. */
  'books.totals': {
    args: period
      .extend({ group: z.enum(BOOK_GROUPS), zone })
      .strict()
      .refine(isForward),
    result: z.object({
      totals: z.custom<ReportTotals>(),
      groups: z.array(group).readonly(),
      gaps: z.object({ count: z.number(), ms: z.number() }),
      /** All that there is in the books; null: nothing. */
      span: period.nullable(),
    }),
    time: LONG_READ,
  },
  /**
   * Rows, the latest first. `before`: those older than it. `min` and `max` are held against the
   * amount in the row's own unit (beams, or the currency as people write it); rows without an amount
   * are then left out. A page may be short or empty and have a `next` all the same.
   */
  'books.list': {
    args: period
      .extend({
        ...limits,
        before: cursor.optional(),
        limit: z.number().int().min(1).max(BOOK_PAGE_MOST),
      })
      .strict()
      .refine(isForward),
    result: z.object({
      rows: z.array(row).readonly(),
      next: cursor.nullable(),
      /** Words of what is older than this are not found yet; null: all are. */
      searchedFrom: z.number().nullable(),
    }),
    time: LONG_READ,
  },
  /** Who gave most, by beams of donations or of cheering: the two are never added. */
  'books.supporters': {
    args: period
      .extend({
        by: z.enum(['donation', 'cheering']),
        limit: z.number().int().min(1).max(SUPPORTERS_MOST),
      })
      .strict()
      .refine(isForward),
    result: z.object({ supporters: z.array(supporter).readonly(), all: z.number().int() }),
    time: LONG_READ,
  },
  /** How often was given how much. */
  'books.amounts': {
    args: onlyPeriod,
    result: z.object({ bars: z.array(amount).readonly() }),
    time: LONG_READ,
  },
  /** Stretches in which something may have been missed, the latest first. */
  'books.gaps': {
    args: onlyPeriod,
    result: z.object({
      gaps: z.array(z.object({ from: z.number(), to: z.number(), reason: z.string() })).readonly(),
      count: z.number(),
      ms: z.number(),
    }),
    time: LONG_READ,
  },
  /** What became of the alerts of a period. */
  'books.receipts': {
    args: onlyPeriod,
    result: z.object({ counts: z.array(receiptCount).readonly() }),
    time: LONG_READ,
  },
  /** Changes of drops payouts in a period: claims by what the platform answered. */
  'books.payouts': {
    args: onlyPeriod,
    result: z.object({
      counts: z
        .array(
          z.object({
            target: z.enum(['CLAIMED', 'FULFILLED']),
            status: z.string(),
            count: z.number().int(),
          }),
        )
        .readonly(),
      calls: z.number().int(),
    }),
    time: LONG_READ,
  },
  /** The broadcasts, the latest first. `before`: those older than the one of this id. */
  'books.broadcasts': {
    args: z
      .object({
        before: z.number().int().min(1).optional(),
        limit: z.number().int().min(1).max(100),
      })
      .strict(),
    result: z.object({ broadcasts: z.array(broadcast).readonly() }),
    time: LONG_READ,
  },
  /**
   * One part of a file with the rows of a period, the oldest part last; the parts put one after
   * another are the file. `next` null: it was the last one.
   */
  'books.export': {
    args: period
      .extend({
        ...limits,
        format: z.enum(BOOK_FORMATS),
        zone,
        language: z.enum(LANGUAGES),
        /** Where the part before ended, and how many rows all before it had. */
        before: cursor.optional(),
        written: z.number().int().min(0).optional(),
        /** Kept below the data folder under this name, and the answered part is empty. */
        file: z.string().regex(BOOK_FILE).optional(),
      })
      .strict()
      .refine(isForward),
    result: z.object({
      part: z.string(),
      rows: z.number().int(),
      next: cursor.nullable(),
      /** Events of these kinds in the period: chat is not counted, and a filter leaves fewer. */
      total: z.number().int(),
    }),
    time: LONG_READ,
  },
  /** How much there is of a viewer. */
  'books.viewer': {
    args: z.object({ channelId }).strict(),
    result: z.object({
      name: z.string().nullable(),
      messages: z.number().int(),
      events: z.number().int(),
    }),
    time: LONG_READ,
  },
  /**
   * Takes a viewer out of the books: messages go, what was given stays as given by nobody. `sure` is
   * the channel once more.
   */
  'books.delete-viewer': {
    args: z
      .object({ channelId, sure: channelId })
      .strict()
      .refine((args) => args.channelId === args.sure),
    result: z.object({ messages: z.number().int(), events: z.number().int() }),
    time: LONG_WRITE,
  },
  /** For how many days messages of the chat are kept; 0: none are. */
  'books.retention': {
    args: z.object({}).strict(),
    result: z.object({ chatDays: z.number().int() }),
    time: LONG_READ,
  },
  'books.set-retention': {
    args: z.object({ chatDays: z.number().int().min(0).max(3_650) }).strict(),
    result: z.object({ chatDays: z.number().int() }),
    time: LONG_WRITE,
  },
} as const;
