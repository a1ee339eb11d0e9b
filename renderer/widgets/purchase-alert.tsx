import type { TFunction } from 'i18next';
import { ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GoodsPurchaseData, StageEvent } from '../../shared/events.ts';
import { formatMoney } from '../../shared/money.ts';
import type { Language } from '../../shared/problem.ts';
import { AlertFrame } from './alert-frame.tsx';
import { formatNumber, message, OneLine, useLanguage, Who } from './alert-parts.tsx';
import { SLOT, SlotText } from './slot-text.tsx';

export interface PurchaseAlertProps {
  readonly event: StageEvent<'GOODS_PURCHASE'>;
}

/** A purchase in the shop: the amount when it is known, what, in which shop, and who. */
export function PurchaseAlert({ event }: PurchaseAlertProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = event;
  const amount =
    data.totalAmount === null ? null : formatMoney(data.totalAmount, data.currency, language);
  const words = message({ content: data.content, emojis: data.emojis });
  const shop = data.shopName.trim();
  return (
    <AlertFrame
      tone="purchase"
      sign={<ShoppingBag aria-hidden="true" />}
      label={t('purchase.label')}
      aside={shop === '' ? null : <OneLine text={shop} className="sl-alert-shop" />}
      hero={
        amount === null ? (
          <PurchaseItem data={data} />
        ) : (
          <span className="sl-alert-number">{amount}</span>
        )
      }
      heroText={amount ?? itemSentence(t, language, data, data.representativeItemName)}
      who={
        <Who
          name={data.profile?.nickname ?? null}
          by="purchase.by"
          byAnonymous="purchase.by-anonymous"
        />
      }
      what={
        amount === null ? (
          words
        ) : (
          <>
            <p className="sl-alert-goods">
              <PurchaseItem data={data} />
            </p>
            {words}
          </>
        )
      }
    />
  );
}

/** The item with the largest payment, and how many kinds came with it. */
function PurchaseItem({ data }: { readonly data: GoodsPurchaseData }): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = data.representativeItemName.trim();
  return (
    <SlotText sentence={itemSentence(t, language, data, SLOT)}>
      <OneLine text={name === '' ? t('purchase.untitled') : name} className="sl-alert-title" />
    </SlotText>
  );
}

function itemSentence(
  t: TFunction,
  language: Language,
  data: GoodsPurchaseData,
  item: string,
): string {
  const more = data.itemCount - 1;
  if (more <= 0) return item;
  return t('purchase.and-more', { count: more, n: formatNumber(more, language), item });
}
