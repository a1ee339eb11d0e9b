import {
  type Gap,
  SUBSCRIPTION_KINDS,
  type SubscriptionKind,
} from '../../shared/connection-history.ts';
import type { Row } from './rows.ts';

/** The columns of a gap, in the order of `gapCells`. */
export const GAP_COLUMNS = 'began_at, ended_at, reason, kinds';

/** Fractions of milliseconds are rounded so that a gap never gets shorter. */
export const gapCells = ({ from, to, reason, kinds }: Gap) =>
  [Math.floor(from), Math.ceil(to), reason, kinds.join()] as const;

export function gapOf(row: Row): Gap {
  return {
    from: Number(row['began_at']),
    to: Number(row['ended_at']),
    reason: String(row['reason']),
    kinds: kindsIn(row['kinds']),
  };
}

/** All where none is named: before kinds were told apart, a gap was a gap of all. */
function kindsIn(text: unknown): readonly SubscriptionKind[] {
  const named = String(text ?? '').split(',');
  const kinds = SUBSCRIPTION_KINDS.filter((kind) => named.includes(kind));
  return kinds.length > 0 ? kinds : SUBSCRIPTION_KINDS;
}
