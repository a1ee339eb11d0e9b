import { ShoppingBag } from 'lucide-react';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GoodsPurchaseData, StageEvent, ValuedEvent } from '../../shared/events.ts';
import { formatMoney } from '../../shared/money.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import { AlertFrame } from './alert-frame.tsx';
import {
  Attribution,
  message,
  OneLine,
  orElse,
  RollingNumber,
  SLOT,
  SlotText,
} from './alert-parts.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { type Age, type ExpiringItem, ExpiryTracker } from './expiry-tracker.ts';
import { useWords, type WidgetWords } from './widget-words.tsx';

interface PurchaseStackProps {
  readonly settings: Widget<'purchases'>['settings'];
  /** Events with a value, oldest first. */
  readonly latest: readonly ValuedEvent[];
  /** Changes when `latest` restarts. */
  readonly resets?: number;
}

/** Shop purchases as a stack of cards, newest on top. Hidden while empty. */
export function PurchaseStack({ settings, latest, resets = 0 }: PurchaseStackProps): ReactNode {
  const { t } = useWords();
  const { most, holdS } = settings;
  const bought = useMemo(() => latest.filter(isPurchase).slice(-most).reverse(), [latest, most]);
  const ageOf = useExpiry(bought, holdS === null ? null : holdS * 1_000, resets);
  const cards = bought
    .map((event) => ({ event, age: ageOf(event) }))
    .filter(({ age }) => age !== 'gone');
  if (cards.length === 0) return null;
  return (
    <ol className="sl-purchases" aria-label={t('purchase.label')}>
      {cards.map(({ event, age }) => (
        <ErrorBoundary key={event.seq} of={event}>
          <PurchaseCard event={event} age={age} />
        </ErrorBoundary>
      ))}
    </ol>
  );
}

interface PurchaseCardProps {
  readonly event: StageEvent<'GOODS_PURCHASE'>;
  readonly age: Age;
}

const PurchaseCard = memo(function PurchaseCard({ event, age }: PurchaseCardProps): ReactNode {
  const { t, language } = useWords();
  const { data } = event;
  const shop = data.shopName.trim();
  return (
    <li className="sl-panel sl-purchase" data-leaves={age === 'leaves' || undefined}>
      <span className="sl-purchase-sign">
        <ShoppingBag aria-hidden="true" />
      </span>
      <div className="sl-purchase-lead">
        <p className="sl-purchase-item">
          <PurchaseItem data={data} />
        </p>
        <p className="sl-purchase-who">
          <OneLine
            text={orElse(data.profile?.nickname ?? null, t('anonymous'))}
            className="sl-purchase-buyer"
          />
          {shop === '' ? null : <OneLine text={shop} className="sl-purchase-shop" />}
        </p>
      </div>
      {data.totalAmount === null ? null : (
        <strong className="sl-purchase-amount">
          {formatMoney(data.totalAmount, data.currency, language)}
        </strong>
      )}
    </li>
  );
});

function isPurchase(event: ValuedEvent): event is StageEvent<'GOODS_PURCHASE'> {
  return event.kind === 'GOODS_PURCHASE';
}

/** `ExpiryTracker` with a single timer. `stayMs` null: all stay. `resets`: restarts of the list. */
function useExpiry(
  items: readonly ExpiringItem[],
  stayMs: number | null,
  resets: number,
): (item: ExpiringItem) => Age {
  const [book] = useState(() => new ExpiryTracker());
  const begun = useRef<number | null>(null);
  const [passed, setPassed] = useState(0);
  if (stayMs === null) begun.current = null;
  else if (begun.current !== resets) {
    book.begin(items, stayMs);
    begun.current = resets;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when time has passed
  useEffect(
    () => book.watch(items, stayMs, () => setPassed((count) => count + 1)),
    [book, items, stayMs, passed],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer when time has passed
  return useCallback((item) => book.ageOf(item), [book, stayMs, passed]);
}

/** The item with the largest payment, and how many kinds came with it. */
function PurchaseItem({ data }: { readonly data: GoodsPurchaseData }): ReactNode {
  const words = useWords();
  const name = orElse(data.representativeItemName.trim(), words.t('purchase.untitled'));
  return (
    <SlotText sentence={itemSentence(words, data, SLOT)}>
      <OneLine text={name} className="sl-alert-title" />
    </SlotText>
  );
}

/** The sentence about the goods, naming `item` as the first. */
function itemSentence({ t, number }: WidgetWords, data: GoodsPurchaseData, item: string): string {
  const more = data.itemCount - 1;
  return more <= 0 ? item : t('purchase.and-more', { count: more, n: number(more), item });
}

export function PurchaseAlert({ event }: { readonly event: StageEvent<'GOODS_PURCHASE'> }) {
  const words = useWords();
  const { t, language } = words;
  const { data } = event;
  const amount =
    data.totalAmount === null ? null : formatMoney(data.totalAmount, data.currency, language);
  const said = message(data.content, data.emojis);
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
          <span className="sl-alert-number">
            <RollingNumber text={amount} />
          </span>
        )
      }
      heroText={amount ?? itemSentence(words, data, data.representativeItemName)}
      who={<Attribution name={data.profile?.nickname ?? null} by="purchase.by" />}
      what={
        amount === null ? (
          said
        ) : (
          <>
            <p className="sl-alert-goods">
              <PurchaseItem data={data} />
            </p>
            {said}
          </>
        )
      }
    />
  );
}
