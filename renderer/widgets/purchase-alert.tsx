import { ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StageEvent } from '../../shared/events.ts';
import { formatMoney } from '../../shared/money.ts';
import { AlertFrame } from './alert-frame.tsx';
import { message, OneLine, useLanguage, Who } from './alert-parts.tsx';
import { itemSentence, PurchaseItem } from './purchase-item.tsx';
import { useWords } from './widget-words.tsx';

export interface PurchaseAlertProps {
  readonly event: StageEvent<'GOODS_PURCHASE'>;
}

/** A purchase in the shop: the amount when it is known, what, in which shop, and who. */
export function PurchaseAlert({ event }: PurchaseAlertProps): ReactNode {
  const { t } = useWords();
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
