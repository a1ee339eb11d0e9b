import { Gift, HandCoins, type LucideIcon, PartyPopper, ShoppingBag, Star } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { CountedSum, ReportTotals, ValueSort } from '../../../shared/contract/reports.ts';
import { nearSum } from '../../../shared/exact-sum.ts';
import { useWords } from '../context.ts';
import { currenciesOf, moneyText } from './amounts.ts';

export function TotalsCards({ totals }: { readonly totals: ReportTotals }) {
  const words = useWords();
  const { t, number, beams } = words;
  const { donation, cheering, subscription, draw, purchase } = totals;
  const currencies = currenciesOf(totals);
  const amounts = currencies.map((currency) =>
    moneyText(purchase[currency]?.amount ?? 0, currency, words),
  );
  const sums = Object.values(purchase);
  const sumOf = (field: 'count' | 'unknown') => sums.reduce((sum, one) => sum + one[field], 0);
  return (
    <ul className="reports-totals rows" aria-label={t('reports.totals')}>
      <Total icon={HandCoins} sort="donation" sum={donation} amounts={[beams(donation.amount)]} />
      <Total icon={PartyPopper} sort="cheering" sum={cheering} amounts={[beams(cheering.amount)]} />
      <Total
        icon={ShoppingBag}
        sort="purchase"
        sum={{ count: sumOf('count'), unknown: sumOf('unknown') }}
        amounts={amounts.length === 0 ? [moneyText(0, 'KRW', words)] : amounts}
      />
      <Total icon={Star} sort="subscription" sum={null} amounts={[number(subscription.count)]} />
      <Total icon={Gift} sort="draw" sum={null} amounts={[number(draw.count)]}>
        {draw.count > 0 ? (
          <span className="reports-total-side">
            {t('events.winners', { count: nearSum(draw.amount) })}
          </span>
        ) : null}
      </Total>
    </ul>
  );
}

interface TotalProps {
  readonly icon: LucideIcon;
  readonly sort: ValueSort;
  /** null if the amount itself is the count, and not money. */
  readonly sum: Pick<CountedSum, 'count' | 'unknown'> | null;
  /** Amounts never wrap; the font shrinks to fit. */
  readonly amounts: readonly string[];
  readonly children?: ReactNode;
}

function Total({ icon: Icon, sort, sum, amounts, children }: TotalProps) {
  const { t } = useWords();
  const letters = Math.max(...amounts.map((amount) => amount.length));
  return (
    <li className="card reports-total">
      <h2 className="line">
        <Icon size={16} aria-hidden className="card-icon" />
        {t(`reports.sort-${sort}`)}
      </h2>
      <p
        className={sum === null ? 'reports-hero' : 'reports-hero tone-money'}
        style={{ '--letters': letters } as CSSProperties}
      >
        {amounts.map((amount) => (
          <span key={amount} className="reports-amount">
            {amount}
          </span>
        ))}
        {children}
      </p>
      <p className="card-note">
        {sum === null ? t('reports.counted') : t('reports.times', { count: sum.count })}
        {sum !== null && sum.unknown > 0 ? (
          <span>{t('reports.unknown', { count: sum.unknown })}</span>
        ) : null}
      </p>
    </li>
  );
}
