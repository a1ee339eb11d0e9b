import type { ReactNode } from 'react';
import type { PlayingAlert } from '../../shared/alerts.ts';
import { assertNever } from '../../shared/events.ts';
import { DonationAlert } from './donation-alert.tsx';
import { DrawAlert } from './draw-alert.tsx';
import { PurchaseAlert } from './purchase-alert.tsx';
import { SubscriptionAlert } from './subscription-alert.tsx';

export interface AlertCardProps {
  readonly alert: Pick<PlayingAlert, 'event' | 'tally'>;
}

/** The card of an alert, by its kind. Stands still: entering and leaving are the stage's. */
export function AlertCard({ alert }: AlertCardProps): ReactNode {
  const { event, tally } = alert;
  switch (event.kind) {
    case 'DONATION':
      return <DonationAlert event={event} />;
    case 'SUBSCRIPTION':
      return <SubscriptionAlert event={event} />;
    case 'DROPS':
      return <DrawAlert event={event} tally={tally} />;
    case 'GOODS_PURCHASE':
      return <PurchaseAlert event={event} />;
    default:
      return assertNever(event);
  }
}
