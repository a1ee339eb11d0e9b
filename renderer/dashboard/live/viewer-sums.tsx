import type { ReactNode } from 'react';
import { useNow, useWords } from '../context.ts';
import { shopWords } from './shop-words.ts';
import type { ViewerFacts } from './use-viewer.ts';

/** What one viewer did here. Beams, cheering beams and money stand apart. */
export function ViewerSums({ facts }: { readonly facts: ViewerFacts }) {
  const { t, number, beams, moment, dateTime, language } = useWords();
  const now = useNow(60_000);
  const { sums, firstAt, lastAt, subscription } = facts;
  const when = (at: number | null) =>
    at === null ? t('live.card-never') : <span title={dateTime(at)}>{moment(at, now)}</span>;
  return (
    <dl className="viewer-sums">
      <Fact name={t('live.card-first')}>{when(firstAt)}</Fact>
      <Fact name={t('live.card-last')}>{when(lastAt)}</Fact>
      <Fact name={t('live.card-messages')}>
        {t('live.card-messages-value', { count: sums.messages })}
      </Fact>
      <Fact name={t('live.card-subscription')}>
        {subscription?.month && subscription.tierNo !== null
          ? t('live.card-subscription-value', {
              month: subscription.month,
              tier: subscription.tierNo,
            })
          : t('live.card-subscription-count', { count: sums.subscriptions })}
      </Fact>
      <Fact name={t('live.card-beams')} money>
        {beams(sums.donationBeams)}
      </Fact>
      <Fact name={t('live.card-cheering')} money>
        {beams(sums.cheeringBeams)}
      </Fact>
      <Fact name={t('live.card-shop')} money>
        {shopWords(sums.shop, language) ?? number(0)}
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly money?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, money = false, children }: FactProps) {
  return (
    <div className={money ? 'viewer-fact tone-money' : 'viewer-fact'}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
