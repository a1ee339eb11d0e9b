import type { ReactNode } from 'react';
import { formatSum, nearSum } from '../../shared/exact-sum.ts';
import type { Supporter } from '../../shared/overlay/figures.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import { formatNumber, OneLine, useLanguage } from './alert-parts.tsx';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

export interface SupportersProps {
  readonly settings: Widget<'supporters'>['settings'];
  /** Most beams first. */
  readonly supporters: readonly Supporter[];
}

/** Who gave most, in order. Not there while nobody did. */
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
          // A place in the order has no other identity: two people may have one name.
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
