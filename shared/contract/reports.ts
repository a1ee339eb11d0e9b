import { z } from 'zod';
import { ALERT_FLAWS } from '../alerts.ts';
import { SUBSCRIPTION_KINDS } from '../connection-history.ts';
import { isValued, type StageEvent, VALUE_SORTS, valueSortOf } from '../events.ts';
import type { ExactSum } from '../exact-sum.ts';
import { LANGUAGES } from '../locales/index.ts';
import { LONG_READ, LONG_WRITE } from './command.ts';

export { VALUE_SORTS, type ValueSort } from '../events.ts';

/** Sorts of records; chat has no value and is deleted after its retention time. */
export const REPORT_SORTS = [...VALUE_SORTS, 'chat'] as const;
export type RecordSort = (typeof REPORT_SORTS)[number];

/** The sort of record that an event becomes. */
export function sortOf(event: StageEvent): RecordSort {
  return isValued(event) ? valueSortOf(event) : 'chat';
}

export interface CountedSum {
  readonly count: number;
  /** Events without a known amount: counted, but they add nothing to the sum. */
  readonly unknown: number;
  /** Beams, smallest units of the currency, or winners. */
  readonly amount: ExactSum;
}

export interface ReportTotals {
  /** Beams of CHAT, VIDEO and other donations that are not CHEERING. */
  readonly donation: CountedSum;
  readonly cheering: CountedSum;
  readonly subscription: CountedSum;
  readonly draw: CountedSum;
  /** By currency, smallest units. */
  readonly purchase: Readonly<Record<string, CountedSum>>;
}

export const NO_SUM: CountedSum = { count: 0, unknown: 0, amount: 0 };
/** The JSON form of an `ExactSum`. */
export const exactSumSchema = z.union([
  z.number().int(),
  z
    .string()
    .max(40)
    .regex(/^\d{16,}$/),
]);

/** Most groups of a period's totals: three years of days, or six weeks of hours. */
export const REPORT_GROUPS_MOST = 1_100;
export const REPORT_TEXT_MAX = 100;
export const REPORT_GAPS_MOST = 200;

const moment = z.number().int().min(0).max(8_640_000_000_000_000);
const channelId = z.string().trim().min(1).max(100);
/** IANA name of the streamer's time zone; an unknown one is refused. */
const zone = z.string().max(64).refine(isZone);
/** From `from` (inclusive) to `to` (exclusive), epoch milliseconds. */
const period = z.object({ from: moment, to: moment });
/** Arguments about a period that does not end before it begins. */
const inPeriod = <S extends z.ZodRawShape>(more: S) =>
  z.strictObject({ ...period.shape, ...more }).refine((args) => {
    const { from, to } = args as z.infer<typeof period>;
    return from < to;
  });
const onlyPeriod = inPeriod({});

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

export const REPORT_GROUPS = ['hour', 'day', 'month', 'broadcast'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];
export const REPORT_FORMATS = ['csv', 'json'] as const;
export type ExportFormat = (typeof REPORT_FORMATS)[number];

/** Names of export files: valid on every system, without a folder. */
export const REPORT_FILE = /^stagelight-books-[\w-]{1,60}\.(csv|json)$/;

const cursor = z.strictObject({ at: moment, seq: z.number().int().min(0) });
export type ReportCursor = z.infer<typeof cursor>;

const receipt = z.object({
  state: z.enum(['queued', 'painted', 'over', 'never-appeared']),
  note: z.enum(['below-minimum', 'rejected', 'dismissed']).nullable(),
  queuedAt: z.number(),
  paintedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** What viewers missed of an alert that was shown; null: nothing that is known. */
  flaw: z.enum(ALERT_FLAWS).nullable(),
});

const row = z.object({
  event: z.custom<StageEvent>(),
  receipt: receipt.nullable(),
});
export type ReportRowView = z.infer<typeof row>;

const group = z.object({
  from: z.number(),
  to: z.number(),
  /** Number of the broadcast if grouped by broadcast, else null. */
  broadcast: z.number().int().nullable(),
  totals: z.custom<ReportTotals>(),
});
export type ReportGroupTotals = z.infer<typeof group>;

const amount = z.object({
  sort: z.enum(['donation', 'cheering', 'purchase']),
  currency: z.string(),
  /** Beams or smallest units: from `least` to `most`, both inclusive. */
  least: z.number(),
  most: z.number(),
  count: z.number().int(),
});
export type AmountBar = z.infer<typeof amount>;

const givenBy = z.enum(['donation', 'cheering']);
export type GivenBy = z.infer<typeof givenBy>;

const supporter = z.object({
  channelId: z.string(),
  name: z.string().nullable(),
  donationBeams: exactSumSchema,
  cheeringBeams: exactSumSchema,
  count: z.number().int(),
});
export type Supporter = z.infer<typeof supporter>;

const receiptCount = receipt
  .pick({ state: true, note: true, flaw: true })
  .extend({ count: z.number() });
export type ReceiptTotal = z.infer<typeof receiptCount>;

const payoutCount = z.object({
  target: z.enum(['CLAIMED', 'FULFILLED']),
  status: z.string(),
  count: z.number().int(),
});

const broadcast = z.object({
  id: z.number().int(),
  beganAt: z.number(),
  endedAt: z.number().nullable(),
});
export type ReportBroadcast = z.infer<typeof broadcast>;

const limits = {
  sorts: z.array(z.enum(REPORT_SORTS)).min(1).max(REPORT_SORTS.length).readonly(),
  text: z
    .string()
    .max(REPORT_TEXT_MAX * 2)
    .optional(),
  who: channelId.optional(),
  min: z.number().min(0).optional(),
  max: z.number().min(0).optional(),
  /** Only those whose alert had it. */
  flaw: z.enum(ALERT_FLAWS).optional(),
};

export const REPORTS_COMMANDS = {
  'reports.totals': {
    args: inPeriod({ group: z.enum(REPORT_GROUPS), zone }),
    result: z.object({
      totals: z.custom<ReportTotals>(),
      groups: z.array(group).readonly(),
      gaps: z.object({ count: z.number(), ms: z.number() }),
      span: period.nullable(),
    }),
    time: LONG_READ,
  },
  /**
   * Rows, latest first. `before`: only older ones. `min` and `max` compare with the amount in the
   * row's own unit (beams, or the currency in its usual notation) and leave out rows without an
   * amount. A page may be short or empty and still have a `next`.
   */
  'reports.list': {
    args: inPeriod({
      ...limits,
      before: cursor.optional(),
      limit: z.number().int().min(1).max(100),
    }),
    result: z.object({
      rows: z.array(row).readonly(),
      next: cursor.nullable(),
      /** Texts older than this are not searchable yet; null: all are. */
      searchedFrom: z.number().nullable(),
    }),
    time: LONG_READ,
  },
  /** Top supporters, by donation beams or by cheering beams: the two are never added. */
  'reports.supporters': {
    args: inPeriod({
      by: givenBy,
      limit: z.number().int().min(1).max(100),
    }),
    result: z.object({
      by: givenBy,
      supporters: z.array(supporter).readonly(),
      all: z.number().int(),
    }),
    time: LONG_READ,
  },
  'reports.amounts': {
    args: onlyPeriod,
    result: z.object({ bars: z.array(amount).readonly() }),
    time: LONG_READ,
  },
  /** In which events may have been missed, latest first. */
  'reports.gaps': {
    args: onlyPeriod,
    result: z.object({
      gaps: z
        .array(
          z.object({
            from: z.number(),
            to: z.number(),
            reason: z.string(),
            kinds: z.array(z.enum(SUBSCRIPTION_KINDS)).readonly(),
          }),
        )
        .readonly(),
      count: z.number(),
      ms: z.number(),
      /** Gaps of different kinds that overlap count once above, and one by one here. */
      rows: z.number(),
    }),
    time: LONG_READ,
  },
  'reports.receipts': {
    args: onlyPeriod,
    result: z.object({ counts: z.array(receiptCount).readonly() }),
    time: LONG_READ,
  },
  /** By the platform's answer. */
  'reports.payouts': {
    args: onlyPeriod,
    result: z.object({
      counts: z.array(payoutCount).readonly(),
      calls: z.number().int(),
    }),
    time: LONG_READ,
  },
  /** Latest first. `before`: only those older than this id. */
  'reports.broadcasts': {
    args: z.strictObject({
      before: z.number().int().min(1).optional(),
      limit: z.number().int().min(1).max(100),
    }),
    result: z.object({ broadcasts: z.array(broadcast).readonly() }),
    time: LONG_READ,
  },
  /** One part of a file, oldest part last; the parts joined are the file. `next` null: the last. */
  'reports.export': {
    args: inPeriod({
      ...limits,
      format: z.enum(REPORT_FORMATS),
      zone,
      language: z.enum(LANGUAGES),
      /** Where the previous part ended, and how many rows were written so far. */
      before: cursor.optional(),
      written: z.number().int().min(0).optional(),
      /** Writes to this file below the data folder; the answered part is then empty. */
      file: z.string().regex(REPORT_FILE).optional(),
    }),
    result: z.object({
      part: z.string(),
      rows: z.number().int(),
      next: cursor.nullable(),
      /** Events of these kinds in the period; a filter leaves fewer rows. */
      total: z.number().int(),
    }),
    time: LONG_READ,
  },
  'reports.viewer': {
    args: z.strictObject({ channelId }),
    result: z.object({
      name: z.string().nullable(),
      messages: z.number().int(),
      events: z.number().int(),
    }),
    time: LONG_READ,
  },
  /** Messages are removed, donations become anonymous. `sure` repeats the channel id. */
  'reports.delete-viewer': {
    args: z
      .strictObject({ channelId, sure: channelId })
      .refine((args) => args.channelId === args.sure),
    result: z.object({ messages: z.number().int(), events: z.number().int() }),
    time: LONG_WRITE,
  },
  /** Days that chat messages are kept; 0: none are. */
  'reports.retention': {
    args: z.strictObject({}),
    result: z.object({ chatDays: z.number().int() }),
    time: LONG_READ,
  },
  'reports.set-retention': {
    args: z.strictObject({ chatDays: z.number().int().min(0).max(3_650) }),
    result: z.object({ chatDays: z.number().int() }),
    time: LONG_WRITE,
  },
} as const;
