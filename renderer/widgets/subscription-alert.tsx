import { Star } from 'lucide-react';
import type { StageEvent } from '../../shared/events.ts';
import { AlertFrame } from './alert-frame.tsx';
import { Attribution, message, numberHero, SLOT } from './alert-parts.tsx';
import { useWords } from './widget-words.tsx';

export function SubscriptionAlert({ event }: { readonly event: StageEvent<'SUBSCRIPTION'> }) {
  const { t, number } = useWords();
  const { month, tierNo, subscriberChannelName, subscriptionMessage, emojis } = event.data;
  return (
    <AlertFrame
      tone="subscription"
      sign={<Star aria-hidden="true" fill="currentColor" />}
      label={t('subscription.label')}
      aside={tierNo === null ? null : t('subscription.tier', { n: number(tierNo) })}
      {...numberHero(
        month === null ? null : number(month),
        t('subscription.months', { count: month ?? 0, n: SLOT }),
        t('subscription.unknown-months'),
      )}
      who={<Attribution name={subscriberChannelName} by="subscription.by" />}
      what={message(subscriptionMessage, emojis)}
    />
  );
}
