import { ALERT_FLAWS, type AlertFlaw } from '../../shared/alerts.ts';
import {
  assertNever,
  type Decoded,
  type DrawTally,
  type StageEvent,
  type ValuedEvent,
  type ValuedKind,
} from '../../shared/events.ts';
import { toMinorUnits } from '../../shared/money.ts';
import { readMoment } from '../base/read-time.ts';

/** What one event puts into the columns that are searched and summed; the payload has it all. */
export interface EventColumns {
  readonly who: string | null;
  readonly beams: number | null;
  readonly donationType: string | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly campaignId: string | null;
  readonly rewardId: string | null;
  readonly drawCount: number | null;
}

const NONE: EventColumns = {
  who: null,
  beams: null,
  donationType: null,
  amountMinor: null,
  currency: null,
  campaignId: null,
  rewardId: null,
  drawCount: null,
};

/** Smallest units, or null where they could not be counted exactly: a sum must never be spoilt. */
function minorUnits(amount: number | null, currency: string): number | null {
  if (amount === null) return null;
  const minor = toMinorUnits(amount, currency);
  return Number.isSafeInteger(minor) ? minor : null;
}

export function columnsOf(event: Decoded<ValuedKind>): EventColumns {
  switch (event.kind) {
    case 'DONATION': {
      const { donatorChannelId, payAmount, donationType } = event.data;
      return { ...NONE, who: donatorChannelId, beams: payAmount, donationType };
    }
    case 'SUBSCRIPTION':
      return { ...NONE, who: event.data.subscriberChannelId };
    case 'DROPS': {
      const { campaignId, rewardId, count } = event.data;
      return { ...NONE, campaignId, rewardId, drawCount: count };
    }
    case 'GOODS_PURCHASE': {
      const { senderChannelId, totalAmount, currency } = event.data;
      const amountMinor = minorUnits(totalAmount, currency);
      return { ...NONE, who: senderChannelId, amountMinor, currency };
    }
    default:
      return assertNever(event);
  }
}

/** The event as a row of its table. */
export function rowOf(event: ValuedEvent) {
  const columns = columnsOf(event);
  return {
    seq: event.seq,
    kind: event.kind,
    received_at: event.receivedAt,
    channel_id: event.data.channelId,
    who: columns.who,
    beams: columns.beams,
    donation_type: columns.donationType,
    amount_minor: columns.amountMinor,
    currency: columns.currency,
    campaign_id: columns.campaignId,
    reward_id: columns.rewardId,
    draw_count: columns.drawCount,
    payload: JSON.stringify(event.data),
    perhaps_twice: event.perhapsTwice ? 1 : null,
  };
}

export type Row = Readonly<Record<string, unknown>>;

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

const VALUED_KINDS: ReadonlySet<unknown> = new Set([
  'DONATION',
  'SUBSCRIPTION',
  'DROPS',
  'GOODS_PURCHASE',
]);

/** The event of a row; null when the row was changed by other hands and cannot be read. */
export function eventOf(row: Row): ValuedEvent | null {
  return VALUED_KINDS.has(row['kind']) ? (readEvent(row) as ValuedEvent | null) : null;
}

/** As `eventOf`, for rows that may also be chat. */
export function stageEventOf(row: Row): StageEvent | null {
  return row['kind'] === 'CHAT' ? readEvent(row) : eventOf(row);
}

function readEvent(row: Row): StageEvent | null {
  const { seq, kind, received_at: receivedAt, payload, perhaps_twice: doubt } = row;
  if (typeof payload !== 'string') return null;
  try {
    const data: unknown = JSON.parse(payload);
    if (typeof data !== 'object' || data === null) return null;
    const event = { seq, kind, receivedAt, data, origin: 'platform' };
    return (doubt === 1 ? { ...event, perhapsTwice: true } : event) as StageEvent;
  } catch {
    return null;
  }
}

/** A sum that stays at the largest number that can be held exactly. */
export function safeSum(sum: number): number {
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

/** The tally of one reward: its latest round, the number of rounds and all their winners. */
export function tallyOf(latest: StageEvent<'DROPS'>, rounds: number, total: number): DrawTally {
  const { campaignId, rewardId, rewardTitle, rewardImageUrl, count, drawnAt } = latest.data;
  return {
    campaignId,
    rewardId,
    rewardTitle,
    rewardImageUrl,
    rounds,
    lastCount: count,
    total: safeSum(total),
    // By the platform's clock, else when it arrived.
    lastDrawnAt: readMoment(drawnAt) ?? latest.receivedAt,
  };
}

const STATES = ['queued', 'painted', 'over', 'never-appeared'] as const;
const NOTES = ['below-minimum', 'rejected', 'dismissed'] as const;

/** State of an alert. `painted` and `over` come from an overlay's receipts. */
export type AlertState = (typeof STATES)[number];
/** Why an alert is `over` without being shown; dismissed: from those that never appeared. */
export type AlertNote = (typeof NOTES)[number];

/** Returns null for an unknown state. */
export function stateOf(row: Row): AlertState | null {
  return STATES.find((known) => known === row['state']) ?? null;
}

export function noteOf(row: Row): AlertNote | null {
  return NOTES.find((known) => known === row['note']) ?? null;
}

export function flawOf(row: Row): AlertFlaw | null {
  return ALERT_FLAWS.find((known) => known === row['flaw']) ?? null;
}

export function receiptOf(row: Row) {
  const state = stateOf(row);
  if (state === null) return null;
  return {
    state,
    note: noteOf(row),
    queuedAt: Number(row['queued_at']),
    paintedAt: numberOf(row['painted_at']),
    endedAt: numberOf(row['ended_at']),
    flaw: flawOf(row),
  };
}

/** The receipt of an event's alert; times are epoch milliseconds, null: not (yet). */
export type RowReceipt = Readonly<NonNullable<ReturnType<typeof receiptOf>>>;
