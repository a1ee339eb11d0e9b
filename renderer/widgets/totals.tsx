import { type ReactNode, useRef } from 'react';
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
import { OneLine, orElse, SLOT, SlotText } from './alert-parts.tsx';
import { useFittedSize } from './fitted-size.ts';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

interface PeriodTotalsProps {
  readonly settings: Widget<'totals'>['settings'];
  readonly totals: Totals;
}

/** More currencies at once would be a table. */
const CURRENCIES_MAX = 3;

/** Largest first. */
const SIZES = ['full', 'tight', 'short'] as const;

/** Donated beams, cheering beams and shop money by currency: separate sums, without empty ones. */
export function PeriodTotals({ settings, totals }: PeriodTotalsProps): ReactNode {
  const { t, language } = useWords();
  const panel = useRef<HTMLElement>(null);
  useFittedSize(panel, SIZES);
  const beams = (isShown: boolean, sum: ExactSum) => {
    if (!isShown || !isAboveZero(sum)) return [];
    const value = (
      <SlotText sentence={t('donation.amount', { count: nearSum(sum), n: SLOT })}>
        <span>{formatSum(sum, language)}</span>
      </SlotText>
    );
    return [{ key: 'beams', value }];
  };
  const money = Object.entries(settings.shop ? totals.shop : {})
    .filter(([, units]) => units !== 0)
    .sort(([, a], [, b]) => compareSums(b, a))
    .slice(0, CURRENCIES_MAX)
    .map(([key, units]) => ({ key, value: formatMoneySum(units, key, language) }));
  const stats = [
    { tone: 'donation', values: beams(settings.beams, totals.donationBeams) },
    { tone: 'cheering', values: beams(settings.cheering, totals.cheeringBeams) },
    { tone: 'purchase', values: money },
  ].filter(({ values }) => values.length > 0);
  if (stats.length === 0) return null;
  return (
    <WidgetPanel className="sl-totals" panel={panel} title={t(`period.${settings.period}`)}>
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
  const { t, number, language } = useWords();
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
            <span className="sl-supporter-rank">{number(at + 1)}</span>
            <OneLine text={orElse(name, t('anonymous'))} className="sl-supporter-name" />
            <strong className="sl-supporter-beams">
              {t('donation.amount', { count: nearSum(beams), n: formatSum(beams, language) })}
            </strong>
          </li>
        ))}
      </ol>
    </WidgetPanel>
  );
}
