import { Gift, MessageCircle, PartyPopper, ShoppingBag, Star } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { assertNever, type StageEvent, type ValuedEvent } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import { formatMoney } from '../../shared/money.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import type { Translate } from '../i18n/page-words.ts';
import type { ChatLine } from '../stores/overlay-store.ts';
import { BeamIcon, formatNumber, OneLine, useLanguage } from './alert-parts.tsx';
import type { AlertTone } from './alert-tone.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { type RichLimits, RichText, richSegments } from './rich-text.tsx';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

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
  const language = useLanguage();
  const events = eventsToList(settings, latest, chat);
  if (events.length === 0) return null;
  return (
    <WidgetPanel className="sl-events" title={t('events.title')}>
      <ol className="sl-events-list">
        {events.map((event) => (
          <ErrorBoundary key={event.seq} of={event}>
            <EventRow event={event} language={language} />
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

interface RowProps {
  readonly event: StageEvent;
  readonly language: Language;
}

const EventRow = memo(function EventRow({ event, language }: RowProps): ReactNode {
  const { t } = useWords();
  const { tone, sign, name, value } = rowOf(event, language, t);
  return (
    <li className="sl-event" data-kind={event.kind} data-tone={tone}>
      <span className="sl-event-sign">{sign}</span>
      <OneLine
        text={name === null || name.trim() === '' ? t('anonymous') : name}
        className="sl-event-name"
      />
      <span className="sl-event-value" dir="auto">
        {value}
      </span>
    </li>
  );
});

interface Row {
  readonly tone: AlertTone | 'chat';
  readonly sign: ReactNode;
  readonly name: string | null;
  readonly value: ReactNode;
}

function donationRow(
  { payAmount, donationType, donatorNickname }: Extract<StageEvent, { kind: 'DONATION' }>['data'],
  language: Language,
  t: Translate,
): Row {
  const cheering = donationType === 'CHEERING';
  return {
    tone: cheering ? 'cheering' : 'donation',
    sign: cheering ? <PartyPopper aria-hidden="true" /> : <BeamIcon />,
    name: donatorNickname,
    value:
      payAmount === null
        ? t(cheering ? 'donation.label-cheering' : 'donation.label')
        : t('donation.amount', {
            count: Math.abs(payAmount),
            n: formatNumber(payAmount, language),
          }),
  };
}

function rowOf(event: StageEvent, language: Language, t: Translate): Row {
  switch (event.kind) {
    case 'CHAT':
      return {
        tone: 'chat',
        sign: <MessageCircle aria-hidden="true" />,
        name: event.data.profile.nickname,
        value: (
          <RichText segments={richSegments(event.data.content, event.data.emojis, ROW_LIMITS)} />
        ),
      };
    case 'DONATION':
      return donationRow(event.data, language, t);
    case 'SUBSCRIPTION': {
      const { month, subscriberChannelName } = event.data;
      return {
        tone: 'subscription',
        sign: <Star aria-hidden="true" fill="currentColor" />,
        name: subscriberChannelName,
        value:
          month === null
            ? t('subscription.unknown-months')
            : t('subscription.months', { count: month, n: formatNumber(month, language) }),
      };
    }
    case 'DROPS': {
      const { rewardTitle, count } = event.data;
      return {
        tone: 'draw',
        sign: <Gift aria-hidden="true" />,
        name: rewardTitle.trim() === '' ? t('draw.untitled') : rewardTitle,
        value: t('events.winners', { count, n: formatNumber(count, language) }),
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
