import type { ReactNode } from 'react';
import type { GoodsPurchaseData } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import type { Translate } from '../i18n/page-words.ts';
import { formatNumber, OneLine, useLanguage } from './alert-parts.tsx';
import { SLOT, SlotText } from './slot-text.tsx';
import { useWords } from './widget-words.tsx';

/** The item with the largest payment, and how many kinds came with it. */
export function PurchaseItem({ data }: { readonly data: GoodsPurchaseData }): ReactNode {
  const { t } = useWords();
  const language = useLanguage();
  const name = data.representativeItemName.trim();
  return (
    <SlotText sentence={itemSentence(t, language, data, SLOT)}>
      <OneLine text={name === '' ? t('purchase.untitled') : name} className="sl-alert-title" />
    </SlotText>
  );
}

/** The sentence about the goods with `item` for the first of them. */
export function itemSentence(
  t: Translate,
  language: Language,
  data: GoodsPurchaseData,
  item: string,
): string {
  const more = data.itemCount - 1;
  if (more <= 0) return item;
  return t('purchase.and-more', { count: more, n: formatNumber(more, language), item });
}
