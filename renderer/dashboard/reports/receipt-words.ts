import type { ReceiptTotal } from '../../../shared/contract/reports.ts';
import type { Words } from '../../i18n/dashboard.ts';

type Receipt = Omit<ReceiptTotal, 'count'>;

/** What became of an alert. */
export function receiptText({ state, note, flaw }: Receipt, t: Words['t']): string {
  if (flaw !== null) return t(`obs.heard-flaw-${flaw}`);
  return note === null ? t(`reports.state-${state}`) : t(`reports.note-${note}`);
}
