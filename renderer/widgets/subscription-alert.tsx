import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StageEvent } from '../../shared/events.ts';
import { AlertFrame } from './alert-frame.tsx';
import { Attribution, formatNumber, message, SLOT, SlotText, useLanguage } from './alert-parts.tsx';
import { useWords } from './widget-words.tsx';

interface SubscriptionAlertProps {
  readonly event: StageEvent<'SUBSCRIPTION'>;
}

/** A subscription: how many months, who, and what they say. */
export function SubscriptionAlert({ event }: SubscriptionAlertProps): ReactNode {
  const { t } = useWords();
  const language = useLanguage();
  const { month, tierNo, subscriberChannelName, subscriptionMessage, emojis } = event.data;
  return (
    <AlertFrame
      tone="subscription"
      sign={<Star aria-hidden="true" fill="currentColor" />}
      label={t('subscription.label')}
      aside={tierNo === null ? null : t('subscription.tier', { n: formatNumber(tierNo, language) })}
      hero={
        month === null ? (
          <span className="sl-alert-title">{t('subscription.unknown-months')}</span>
        ) : (
          <SlotText sentence={t('subscription.months', { count: month, n: SLOT })}>
            <span className="sl-alert-number">{formatNumber(month, language)}</span>
          </SlotText>
        )
      }
      heroText={month === null ? t('subscription.unknown-months') : formatNumber(month, language)}
      who={
        <Attribution
          name={subscriberChannelName}
          by="subscription.by"
          byAnonymous="subscription.by-anonymous"
        />
      }
      what={message({ content: subscriptionMessage, emojis })}
    />
  );
}
