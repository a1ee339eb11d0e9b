import {
  Copy,
  Gift,
  HandCoins,
  type LucideIcon,
  MessageSquareText,
  ShoppingBag,
  Star,
} from 'lucide-react';
import { memo } from 'react';
import {
  assertNever,
  type DonationData,
  type DropsData,
  type EventKind,
  type GoodsPurchaseData,
  type SenderRole,
  type StageEvent,
  type SubscriptionData,
  type Badge as ViewerBadge,
} from '../../../shared/events.ts';
import { formatMoney } from '../../../shared/money.ts';
import { type Said, saidIn } from '../../../shared/overlay/highlight.ts';
import type { MarkedRole } from '../../../shared/overlay/names.ts';
import { isWord } from '../../i18n/dashboard.ts';
import { Badge } from '../../ui/badge.tsx';
import { ROLE_ICONS, ViewerBadges } from '../../widgets/badges.tsx';
import { type RichLimits, RichText, richSegments } from '../../widgets/rich-text.tsx';
import { useWords } from '../context.ts';

export function EventBody({ event }: { readonly event: StageEvent }) {
  const { content, emojis } = saidIn(event);
  return (
    <>
      <Facts event={event} />
      <MessageText
        content={event.kind === 'DROPS' ? event.data.rewardDescription : content}
        emojis={emojis}
      />
      {event.perhapsTwice ? <PerhapsTwice /> : null}
    </>
  );
}

function PerhapsTwice() {
  const { t } = useWords();
  return (
    <p className="fact">
      <Badge tone="warn" icon={Copy} title={t('events.perhaps-twice-why')}>
        {t('events.perhaps-twice')}
      </Badge>
    </p>
  );
}

function Facts({ event }: { readonly event: StageEvent }) {
  switch (event.kind) {
    case 'CHAT': {
      const { profile, senderRole } = event.data;
      return <ViewerName name={profile.nickname} badges={profile.badges} role={senderRole} />;
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
    <p className="fact">
      <strong className="fact-hero tone-money">
        {data.payAmount === null
          ? t('events.amount-unknown')
          : t('events.beams', { count: data.payAmount })}
      </strong>
      <ViewerName name={data.donatorNickname} badges={data.donatorBadges} />
      {isWord(type) ? <span className="fact-side cut">{t(type)}</span> : null}
      {items > 0 ? (
        <span className="fact-side cut">{t('events.cheering-items', { count: items })}</span>
      ) : null}
    </p>
  );
}

function Subscription({ data }: { readonly data: SubscriptionData }) {
  const { t } = useWords();
  return (
    <p className="fact">
      <strong className="fact-hero">
        {data.month === null
          ? t('events.new-subscription')
          : t('events.months', { count: data.month })}
      </strong>
      <ViewerName name={data.subscriberChannelName} />
      {data.tierNo === null ? null : (
        <span className="fact-side cut">{t('events.tier', { tier: data.tierNo })}</span>
      )}
    </p>
  );
}

function Draw({ data }: { readonly data: DropsData }) {
  const { t } = useWords();
  return (
    <p className="fact">
      <strong className="fact-hero">{t('events.winners', { count: data.count })}</strong>
      <bdi className="who-name cut" title={data.rewardTitle}>
        {data.rewardTitle || t('events.draw')}
      </bdi>
    </p>
  );
}

function Purchase({ data }: { readonly data: GoodsPurchaseData }) {
  const { t, language } = useWords();
  const more = data.itemCount - 1;
  return (
    <p className="fact">
      {data.totalAmount === null ? null : (
        <strong className="fact-hero tone-money">
          {formatMoney(data.totalAmount, data.currency, language)}
        </strong>
      )}
      <ViewerName name={data.profile?.nickname ?? null} badges={data.profile?.badges ?? []} />
      <span className="fact-item">
        <bdi className="cut" title={data.representativeItemName}>
          {data.representativeItemName}
        </bdi>
        {more > 0 ? <span>{t('events.more-items', { count: more })}</span> : null}
      </span>
      <bdi className="fact-side cut" title={data.shopName}>
        {data.shopName}
      </bdi>
    </p>
  );
}

/** The platform's longest message is far shorter; longer text is cut before layout. */
const LIMITS: RichLimits = { characters: 600, emojis: 80 };

/** A viewer's message: text nodes, and images for tokens with an address. */
export const MessageText = memo(function MessageText({
  content,
  emojis,
}: Pick<Said, 'content' | 'emojis'>) {
  const { t } = useWords();
  if (content.length === 0) return null;
  return (
    <p className="message" dir="auto">
      <RichText
        segments={richSegments(content, emojis, LIMITS)}
        emojiClass="emoji"
        emojiLabel={(token) => t('events.emoji', { name: emojiName(token) })}
      />
    </p>
  );
});

/** The name in a token: the part between its first hyphen and last colon. */
function emojiName(token: string): string {
  return token.replace(/^:[^:]*?-/u, '').replace(/:$/u, '');
}

interface ViewerNameProps {
  /** null if anonymous. */
  readonly name: string | null;
  readonly badges?: readonly ViewerBadge[];
  readonly role?: SenderRole;
}

export function ViewerName({ name, badges = [], role = 'viewer' }: ViewerNameProps) {
  const { t } = useWords();
  return (
    <span className="who">
      {role === 'viewer' ? null : <RoleMark of={role} />}
      <ViewerBadges badges={badges} className="who-badge" />
      {name ? (
        <bdi className="who-name cut" title={name}>
          {name}
        </bdi>
      ) : (
        <span className="who-none">
          {t(name === null ? 'events.anonymous' : 'events.nameless')}
        </span>
      )}
    </span>
  );
}

function RoleMark({ of: role }: { readonly of: MarkedRole }) {
  const { t } = useWords();
  const Icon = ROLE_ICONS[role];
  const name = t(`role.${role}`);
  return (
    <span className="who-role" data-role={role} role="img" aria-label={name} title={name}>
      <Icon size={12} fill="currentColor" aria-hidden />
    </span>
  );
}

/** One icon per kind, the same everywhere. */
export const KIND_ICONS: Readonly<Record<EventKind, LucideIcon>> = {
  CHAT: MessageSquareText,
  DONATION: HandCoins,
  SUBSCRIPTION: Star,
  DROPS: Gift,
  GOODS_PURCHASE: ShoppingBag,
};
