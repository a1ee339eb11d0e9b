import { numberOf, type Row } from './rows.ts';

const STATES = ['queued', 'painted', 'over', 'never-appeared'] as const;
const NOTES = ['below-minimum', 'rejected', 'dismissed'] as const;

/** State of an alert. `painted` and `over` come from an overlay's receipts. */
export type AlertState = (typeof STATES)[number];
/** Why an alert is `over` without being shown; dismissed: from those that never appeared. */
export type AlertNote = (typeof NOTES)[number];

export function stateOf(row: Row): AlertState | null {
  return STATES.find((known) => known === row['state']) ?? null;
}

export function noteOf(row: Row): AlertNote | null {
  return NOTES.find((known) => known === row['note']) ?? null;
}

/** The receipt of an alert; null if the row has no readable one. */
export function receiptOf(row: Row): RowReceipt | null {
  const state = stateOf(row);
  if (state === null) return null;
  return {
    state,
    note: noteOf(row),
    queuedAt: Number(row['queued_at']),
    paintedAt: numberOf(row['painted_at']),
    endedAt: numberOf(row['ended_at']),
  };
}

/** The receipt of an event's alert; times are epoch milliseconds, null: not (yet). */
export interface RowReceipt {
  readonly state: AlertState;
  readonly note: AlertNote | null;
  readonly queuedAt: number;
  readonly paintedAt: number | null;
  readonly endedAt: number | null;
}
