import {
  assertNever,
  type DonationData,
  type DropsData,
  type GoodsPurchaseData,
  type StageEvent,
  type SubscriptionData,
} from '../../../shared/events.ts';
import { formatMoney } from '../../../shared/money.ts';
import { isWord } from '../../i18n/dashboard.ts';
import { useWords } from '../context.ts';
import { MessageText } from './message-text.tsx';
import { Who } from './who.tsx';

/** Who and what of one event. */
export function EventBody({ event }: { readonly event: StageEvent }) {
  switch (event.kind) {
    case 'CHAT': {
      const { profile, content, emojis, senderRole } = event.data;
      return (
        <>
          <Who name={profile.nickname} badges={profile.badges} role={senderRole} />
          <MessageText content={content} emojis={emojis} />
        </>
      );
    }
    case 'DONATION':
      return <Donation data={event.data} />;
    case 'SUBSCRIPTION':
      return <Subscription data={event.data} />;
    case 'DROPS':
      return <Draw data={event.data} />;
    case 'GOODS_PURCHASE':
      return <Purchase data={event.data} />;
    default:
      return assertNever(event);
  }
}

function Donation({ data }: { readonly data: DonationData }) {
  const { t } = useWords();
  const type = `events.donation-${data.donationType}`;
  const items = data.cheeringItems.reduce((sum, item) => sum + item.cnt, 0);
  return (
    <>
      <p className="fact">
        <strong className="fact-hero tone-money">
          {data.payAmount === null
            ? t('events.amount-unknown')
            : t('events.beams', { count: data.payAmount })}
        </strong>
        <Who name={data.donatorNickname} badges={data.donatorBadges} />
        {isWord(type) ? <span className="fact-side">{t(type)}</span> : null}
        {items > 0 ? (
          <span className="fact-side">{t('events.cheering-items', { count: items })}</span>
        ) : null}
      </p>
      <MessageText content={data.donationText} emojis={data.emojis} />
    </>
  );
}

function Subscription({ data }: { readonly data: SubscriptionData }) {
  const { t } = useWords();
  return (
    <>
      <p className="fact">
        <strong className="fact-hero">
          {data.month === null
            ? t('events.new-subscription')
            : t('events.months', { count: data.month })}
        </strong>
        <Who name={data.subscriberChannelName} />
        {data.tierNo === null ? null : (
          <span className="fact-side">{t('events.tier', { tier: data.tierNo })}</span>
        )}
      </p>
      <MessageText content={data.subscriptionMessage} emojis={data.emojis} />
    </>
  );
}

function Draw({ data }: { readonly data: DropsData }) {
  const { t } = useWords();
  return (
    <>
      <p className="fact">
        <strong className="fact-hero">{t('events.winners', { count: data.count })}</strong>
        <bdi className="who-name" title={data.rewardTitle}>
          {data.rewardTitle || t('events.draw')}
        </bdi>
      </p>
      <MessageText content={data.rewardDescription} emojis={{}} />
    </>
  );
}

function Purchase({ data }: { readonly data: GoodsPurchaseData }) {
  const { t, language } = useWords();
  const more = data.itemCount - 1;
  return (
    <>
      <p className="fact">
        {data.totalAmount === null ? null : (
          <strong className="fact-hero tone-money">
            {formatMoney(data.totalAmount, data.currency, language)}
          </strong>
        )}
        <Who
          name={data.profile ? data.profile.nickname : null}
          badges={data.profile?.badges ?? []}
        />
        <span className="fact-item">
          <bdi title={data.representativeItemName}>{data.representativeItemName}</bdi>
          {more > 0 ? <span>{t('events.more-items', { count: more })}</span> : null}
        </span>
        <bdi className="fact-side" title={data.shopName}>
          {data.shopName}
        </bdi>
      </p>
      <MessageText content={data.content} emojis={data.emojis} />
    </>
  );
}
