import type { CommandResult } from '../../../shared/contract/index.ts';
import type { PayoutCall, PayoutRepository } from '../drops/index.ts';
import { addCount } from './chunked-reports.ts';
import type { Period } from './row-pages.ts';

/** `status`: the platform's, UNKNOWN (result unknown) or REFUSED. */
type PayoutCounts = CommandResult<'reports.payouts'>;

const CALLS_AT_ONCE = 1_000;

/** Claims whose payout change was requested in a period, by result. Throws a `LedgerError`. */
export function payoutCounts(
  repository: Pick<PayoutRepository, 'calls'>,
  { from, to }: Period,
): PayoutCounts {
  const counts = new Map<string, PayoutCounts['counts'][number]>();
  const seen = new Set<number>();
  for (let began = from; ; ) {
    const page = repository.calls(began, to, CALLS_AT_ONCE);
    const fresh = page.filter(({ id }) => !seen.has(id));
    for (const call of fresh) {
      seen.add(call.id);
      for (const { status, count } of endsOf(call)) {
        if (count > 0)
          addCount(counts, `${call.state} ${status}`, { target: call.state, status, count });
      }
    }
    const last = page.at(-1);
    // Calls at the last timestamp are read again and recognised by their numbers.
    if (!last || page.length < CALLS_AT_ONCE || fresh.length === 0) break;
    began = last.plannedAt;
  }
  return { counts: [...counts.values()], calls: seen.size };
}

function endsOf(call: PayoutCall): readonly { readonly status: string; readonly count: number }[] {
  if (call.outcome === 'refused') return [{ status: 'REFUSED', count: call.claimIds.length }];
  if (call.outcome !== 'answered') return [{ status: 'UNKNOWN', count: call.claimIds.length }];
  const told = call.groups.map(({ status, ids }) => ({ status, count: ids.length }));
  const untold = call.claimIds.length - told.reduce((sum, { count }) => sum + count, 0);
  return [...told, { status: 'UNKNOWN', count: Math.max(0, untold) }];
}
