import type { AlertNote, AlertState } from './alert-state.ts';
import type { RowReceipt } from './reading-ports.ts';
import type { Row } from './rows.ts';

const STATES: readonly AlertState[] = ['queued', 'painted', 'over', 'never-appeared'];
const NOTES: readonly AlertNote[] = ['below-minimum', 'rejected', 'dismissed'];

function time(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** null: not a state of ours. */
export function stateOf(row: Row): AlertState | null {
  return STATES.find((known) => known === row['state']) ?? null;
}

export function noteOf(row: Row): AlertNote | null {
  return NOTES.find((known) => known === row['note']) ?? null;
}

/** What became of an alert; null: the row has none that can be read. */
export function receiptOf(row: Row): RowReceipt | null {
  const state = stateOf(row);
  if (state === null) return null;
  return {
    state,
    note: noteOf(row),
    queuedAt: Number(row['queued_at']),
    paintedAt: time(row['painted_at']),
    endedAt: time(row['ended_at']),
  };
}
