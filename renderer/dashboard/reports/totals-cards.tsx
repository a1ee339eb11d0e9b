import { Gift, HandCoins, Heart, type LucideIcon, PartyPopper, ShoppingBag } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { CountedSum, ReportTotals } from '../../../shared/contract/reports.ts';
import { nearSum } from '../../../shared/exact-sum.ts';
import { useWords } from '../context.ts';
import { currenciesOf, moneyText } from './amounts.ts';

/** Three separate totals, and two counts. */
export function TotalsCards({ totals }: { readonly totals: ReportTotals }) {
  const words = useWords();
  const { t, number, beams } = words;
  return (
    <ul className="books-totals" aria-label={t('books.totals')}>
      <Total
        icon={HandCoins}
        name={t('books.sort-donation')}
        sum={totals.donation}
        amounts={[beams(totals.donation.amount)]}
        isMoney
      />
      <Total
        icon={PartyPopper}
        name={t('books.sort-cheering')}
        sum={totals.cheering}
        amounts={[beams(totals.cheering.amount)]}
        isMoney
      />
      <Purchases totals={totals} />
      <Total
        icon={Heart}
        name={t('books.sort-subscription')}
        sum={null}
        amounts={[number(totals.subscription.count)]}
      />
      <Total
        icon={Gift}
        name={t('books.sort-draw')}
        sum={null}
        amounts={[number(totals.draw.count)]}
      >
        {totals.draw.count > 0 ? (
          <span className="books-total-side">
            {t('events.winners', { count: nearSum(totals.draw.amount) })}
          </span>
        ) : null}
      </Total>
    </ul>
  );
}

function Purchases({ totals }: { readonly totals: ReportTotals }) {
  const words = useWords();
  const { t } = words;
  const amountIn = (currency: string) =>
    moneyText(totals.purchase[currency]?.amount ?? 0, currency, words);
  const currencies = currenciesOf(totals);
  const sums = currencies.flatMap((currency) => totals.purchase[currency] ?? []);
  const all = sums.reduce(
    (sum, one) => ({
      count: sum.count + one.count,
      unknown: sum.unknown + one.unknown,
      amount: 0,
    }),
    { count: 0, unknown: 0, amount: 0 },
  );
  return (
    <Total
      icon={ShoppingBag}
      name={t('books.sort-purchase')}
      sum={all}
      amounts={currencies.length === 0 ? [moneyText(0, 'KRW', words)] : currencies.map(amountIn)}
      isMoney
    />
  );
}

interface TotalProps {
  readonly icon: LucideIcon;
  readonly name: string;
  /** null if the number itself is the count. */
  readonly sum: CountedSum | null;
  /** Amounts never wrap; the font shrinks to fit. */
  readonly amounts: readonly string[];
  readonly isMoney?: boolean;
  readonly children?: ReactNode;
}

function Total({ icon: Icon, name, sum, amounts, isMoney = false, children }: TotalProps) {
  const { t } = useWords();
  const letters = Math.max(...amounts.map((amount) => amount.length));
  return (
    <li className="card books-total">
      <h3>
        <Icon size={16} aria-hidden className="books-total-icon" />
        {name}
      </h3>
      <p
        className={isMoney ? 'books-hero tone-money' : 'books-hero'}
        style={{ '--letters': letters } as CSSProperties}
      >
        {amounts.map((amount) => (
          <span key={amount} className="books-amount">
            {amount}
          </span>
        ))}
        {children}
      </p>
      <p className="card-note">
        {sum === null ? t('books.counted') : t('books.times', { count: sum.count })}
        {sum !== null && sum.unknown > 0 ? (
          <span>{t('books.unknown', { count: sum.unknown })}</span>
        ) : null}
      </p>
    </li>
  );
}
