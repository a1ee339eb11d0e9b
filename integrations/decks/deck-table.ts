import { ALERT_ROWS } from './alert-rows.ts';
import type { DeckRow } from './deck-row.ts';
import { SHOW_ROWS } from './show-rows.ts';
import { STAGE_ROWS } from './stage-rows.ts';

/** Every key of a deck, in the order in which programs list them. A new one is one more row. */
export const DECK_ROWS: readonly DeckRow[] = [...ALERT_ROWS, ...SHOW_ROWS, ...STAGE_ROWS];

export function rowOf(id: string): DeckRow | null {
  return DECK_ROWS.find((row) => row.id === id) ?? null;
}
