import { sortOf } from '../../shared/contract/reports.ts';
import { isValued, type StageEvent } from '../../shared/events.ts';
import type { RowFilter } from './reading-ports.ts';
import { columnsOf } from './rows.ts';
import { comparable, NEEDLE_MAX, searchText } from './search-text.ts';

/** Whether an event is what a list is narrowed to; made once a page. */
export function fitting(filter: RowFilter): (event: StageEvent) => boolean {
  const { from, to, who, min, max } = filter;
  const sorts = new Set(filter.sorts);
  const needle = needleOf(filter.text);
  const isAny = min === null && max === null;
  return (event) => {
    if (event.receivedAt < from || event.receivedAt >= to) return false;
    if (!sorts.has(sortOf(event))) return false;
    if (who !== null && whoOf(event) !== who) return false;
    if (!isAny && !isWithin(amountOf(event), min, max)) return false;
    return needle === null || searchText(event).includes(needle);
  };
}

/** The words as they are compared; null: none. */
export function needleOf(text: string | null): string | null {
  if (text === null) return null;
  const needle = comparable(text).slice(0, NEEDLE_MAX);
  return needle === '' ? null : needle;
}

function whoOf(event: StageEvent): string | null {
  return isValued(event) ? columnsOf(event).who : event.data.senderChannelId;
}

/** In its own unit; null: it has none. */
function amountOf(event: StageEvent): number | null {
  if (event.kind === 'DONATION') return event.data.payAmount;
  return event.kind === 'GOODS_PURCHASE' ? event.data.totalAmount : null;
}

function isWithin(amount: number | null, min: number | null, max: number | null): boolean {
  return amount !== null && amount >= (min ?? amount) && amount <= (max ?? amount);
}
