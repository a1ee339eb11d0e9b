import type { ReactNode } from 'react';
import type { PlayingAlert } from '../../shared/alerts.ts';
import { assertNever } from '../../shared/events.ts';
import { AlertLookContext } from './alert-look-context.ts';
import { DonationAlert } from './donation-alert.tsx';
import { DrawAlert } from './draw-alert.tsx';
import { PurchaseAlert } from './purchase-alert.tsx';
import { SubscriptionAlert } from './subscription-alert.tsx';
import { TogetherAlert } from './together-alert.tsx';

export type CardAlert = Pick<PlayingAlert, 'event' | 'tally' | 'look'>;

export interface AlertCardProps {
  readonly alert: CardAlert;
}

/** The card of an alert, by its kind. Stands still: entering and leaving are the stage's. */
export function AlertCard({ alert }: AlertCardProps): ReactNode {
  return (
    <AlertLookContext value={alert.look}>
      <KindOfCard alert={alert} />
    </AlertLookContext>
  );
}

function KindOfCard({ alert }: AlertCardProps): ReactNode {
  const { event, tally, look } = alert;
  switch (event.kind) {
    case 'DONATION':
      return look.together === null ? (
        <DonationAlert event={event} />
      ) : (
        <TogetherAlert donations={look.together} />
      );
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
