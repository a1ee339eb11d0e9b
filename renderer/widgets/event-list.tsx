import { Gift, MessageCircle, PartyPopper, ShoppingBag, Star } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import {
  assertNever,
  type StageEvent,
  type ValuedEvent,
  type ValueSort,
} from '../../shared/events.ts';
import { formatMoney } from '../../shared/money.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import type { ChatLine } from '../stores/overlay-store.ts';
import { BeamIcon, OneLine, orElse } from './alert-parts.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { type RichLimits, RichText, richSegments } from './rich-text.tsx';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords, type WidgetWords } from './widget-words.tsx';

interface EventListProps {
  readonly settings: Widget<'events'>['settings'];
  /** Events with a value, oldest first. */
  readonly latest: readonly ValuedEvent[];
  /** Oldest first; only where the settings ask for chat. */
  readonly chat: readonly ChatLine[];
}

/** The part of a message that fits one row. */
const ROW_LIMITS: RichLimits = { characters: 100, emojis: 10 };

/** The latest events of the chosen kinds, newest first. Hidden while empty. */
export function EventList({ settings, latest, chat }: EventListProps): ReactNode {
  const { t } = useWords();
  const events = eventsToList(settings, latest, chat);
  if (events.length === 0) return null;
  return (
    <WidgetPanel className="sl-events" title={t('events.title')}>
      <ol className="sl-events-list">
        {events.map((event) => (
          <ErrorBoundary key={event.seq} of={event}>
            <EventRow event={event} />
          </ErrorBoundary>
        ))}
      </ol>
    </WidgetPanel>
  );
}

/** Events of the chosen kinds, newest first, up to the configured number. */
function eventsToList(
  { most, kinds }: EventListProps['settings'],
  latest: readonly ValuedEvent[],
  chat: readonly ChatLine[],
): readonly StageEvent[] {
  const valued: StageEvent[] = latest.filter(({ kind }) => kinds.includes(kind)).slice(-most);
  if (!kinds.includes('CHAT')) return valued.reverse();
  const lines = chat.slice(-most).map(({ event }) => event);
  return [...valued, ...lines].sort((a, b) => b.seq - a.seq).slice(0, most);
}

const EventRow = memo(function EventRow(props: { readonly event: StageEvent }): ReactNode {
  const { event } = props;
  const words = useWords();
  const { tone, sign, name, value } = rowOf(event, words);
  return (
    <li className="sl-event" data-kind={event.kind} data-tone={tone}>
      <span className="sl-event-sign">{sign}</span>
      <OneLine text={orElse(name, words.t('anonymous'))} className="sl-event-name" />
      <span className="sl-event-value" dir="auto">
        {value}
      </span>
    </li>
  );
});

interface Row {
  readonly tone: ValueSort | 'chat';
  readonly sign: ReactNode;
  readonly name: string | null;
  readonly value: ReactNode;
}

function donationRow({ data }: StageEvent<'DONATION'>, { t, number }: WidgetWords): Row {
  const { payAmount, donatorNickname: name } = data;
  const value =
    payAmount === null
      ? null
      : t('donation.amount', { count: Math.abs(payAmount), n: number(payAmount) });
  if (data.donationType === 'CHEERING') {
    const sign = <PartyPopper aria-hidden="true" />;
    return { tone: 'cheering', sign, name, value: value ?? t('donation.label-cheering') };
  }
  return { tone: 'donation', sign: <BeamIcon />, name, value: value ?? t('donation.label') };
}

function rowOf(event: StageEvent, words: WidgetWords): Row {
  const { t, number, language } = words;
  switch (event.kind) {
    case 'CHAT': {
      const { profile, content, emojis } = event.data;
      return {
        tone: 'chat',
        sign: <MessageCircle aria-hidden="true" />,
        name: profile.nickname,
        value: <RichText segments={richSegments(content, emojis, ROW_LIMITS)} />,
      };
    }
    case 'DONATION':
      return donationRow(event, words);
    case 'SUBSCRIPTION': {
      const { month, subscriberChannelName } = event.data;
      return {
        tone: 'subscription',
        sign: <Star aria-hidden="true" fill="currentColor" />,
        name: subscriberChannelName,
        value:
          month === null
            ? t('subscription.unknown-months')
            : t('subscription.months', { count: month, n: number(month) }),
      };
    }
    case 'DROPS': {
      const { rewardTitle, count } = event.data;
      return {
        tone: 'draw',
        sign: <Gift aria-hidden="true" />,
        name: orElse(rewardTitle, t('draw.untitled')),
        value: t('events.winners', { count, n: number(count) }),
      };
    }
    case 'GOODS_PURCHASE': {
      const { profile, totalAmount, currency } = event.data;
      return {
        tone: 'purchase',
        sign: <ShoppingBag aria-hidden="true" />,
        name: profile?.nickname ?? null,
        value:
          totalAmount === null
            ? t('purchase.untitled')
            : formatMoney(totalAmount, currency, language),
      };
    }
    default:
      return assertNever(event);
  }
}
