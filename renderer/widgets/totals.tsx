import type { ReactNode } from 'react';
import {
  compareSums,
  type ExactSum,
  formatSum,
  isAboveZero,
  nearSum,
} from '../../shared/exact-sum.ts';
import { formatMoneySum } from '../../shared/money.ts';
import type { Supporter, PeriodTotals as Totals } from '../../shared/overlay/figures.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import { formatNumber, OneLine, SLOT, SlotText, useLanguage } from './alert-parts.tsx';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

interface PeriodTotalsProps {
  readonly settings: Widget<'totals'>['settings'];
  readonly totals: Totals;
}

/** More currencies at once would be a table. */
const CURRENCIES_MAX = 3;

/**
 * Donated beams, cheering beams and shop money: separate sums, also per currency. Empty sums are
 * omitted.
 */
export function PeriodTotals({ settings, totals }: PeriodTotalsProps): ReactNode {
  const { t } = useWords();
  const language = useLanguage();
  const beams = (sum: ExactSum) => ({
    key: 'beams',
    value: (
      <SlotText sentence={t('donation.amount', { count: nearSum(sum), n: SLOT })}>
        <span>{formatSum(sum, language)}</span>
      </SlotText>
    ),
  });
  const money = Object.entries(totals.shop)
    .filter(([, units]) => units !== 0)
    .sort(([, a], [, b]) => compareSums(b, a))
    .slice(0, CURRENCIES_MAX)
    .map(([currency, units]) => ({
      key: currency,
      value: formatMoneySum(units, currency, language),
    }));
  const { donationBeams, cheeringBeams } = totals;
  const stats = [
    {
      tone: 'donation',
      values: settings.beams && isAboveZero(donationBeams) ? [beams(donationBeams)] : [],
    },
    {
      tone: 'cheering',
      values: settings.cheering && isAboveZero(cheeringBeams) ? [beams(cheeringBeams)] : [],
    },
    { tone: 'purchase', values: settings.shop ? money : [] },
  ].filter(({ values }) => values.length > 0);
  if (stats.length === 0) return null;
  return (
    <WidgetPanel className="sl-totals" title={t(`period.${settings.period}`)}>
      <dl className="sl-totals-list">
        {stats.map(({ tone, values }) => (
          <div className="sl-total" data-tone={tone} key={tone}>
            <dt className="sl-total-name">{t(`totals.${tone}`)}</dt>
            {values.map(({ key, value }) => (
              <dd className="sl-total-value" key={key}>
                {value}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </WidgetPanel>
  );
}

interface SupportersProps {
  readonly settings: Widget<'supporters'>['settings'];
  /** Most beams first. */
  readonly supporters: readonly Supporter[];
}

/** The top supporters, in order; nothing while there are none. */
export function Supporters({ settings, supporters }: SupportersProps): ReactNode {
  const { t } = useWords();
  const language = useLanguage();
  if (supporters.length === 0) return null;
  return (
    <WidgetPanel
      className="sl-supporters"
      title={t('supporters.title')}
      aside={t(`period.${settings.period}`)}
    >
      <ol className="sl-supporters-list">
        {supporters.slice(0, settings.most).map(({ name, beams }, at) => (
          // Keyed by rank: two people may have the same name.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li className="sl-supporter" data-rank={at + 1} key={at}>
            <span className="sl-supporter-rank">{formatNumber(at + 1, language)}</span>
            <OneLine
              text={name.trim() === '' ? t('anonymous') : name}
              className="sl-supporter-name"
            />
            <strong className="sl-supporter-beams">
              {t('donation.amount', { count: nearSum(beams), n: formatSum(beams, language) })}
            </strong>
          </li>
        ))}
      </ol>
    </WidgetPanel>
  );
}
