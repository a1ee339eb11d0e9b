import type { ReactNode } from 'react';
import type { PlayingAlert } from '../../shared/alerts.ts';
import { assertNever } from '../../shared/events.ts';
import type { StagedAlert } from '../stores/overlay-store.ts';
import { AlertLookContext } from './alert-frame.tsx';
import { DonationAlert, TogetherAlert } from './donation-alert.tsx';
import { DrawAlert } from './draws.tsx';
import { PurchaseAlert } from './purchases.tsx';
import { SubscriptionAlert } from './subscription-alert.tsx';

interface AlertStageProps {
  /** null: an empty stage. */
  readonly staged: StagedAlert | null;
  readonly align?: 'top' | 'middle' | 'bottom';
}

/** Shows alerts one at a time, with entrance and exit. */
export function AlertStage({ staged, align = 'top' }: AlertStageProps): ReactNode {
  return (
    <section className="sl-stage" data-align={align} aria-live="polite">
      {staged === null ? null : (
        <div
          className="sl-stage-slot"
          key={staged.showing}
          data-alert-id={staged.alert.alertId}
          data-phase={staged.phase}
          data-entrance={staged.alert.look.entrance}
          data-exit={staged.alert.look.exit}
        >
          <AlertCard alert={staged.alert} />
        </div>
      )}
    </section>
  );
}

type ShownAlert = Pick<PlayingAlert, 'event' | 'tally' | 'look'>;

/** Without animation, which the stage adds. */
export function AlertCard({ alert }: { readonly alert: ShownAlert }): ReactNode {
  return <AlertLookContext value={alert.look}>{cardOf(alert)}</AlertLookContext>;
}

function cardOf({ event, tally, look }: ShownAlert): ReactNode {
  switch (event.kind) {
    case 'DONATION':
      if (look.together !== null) return <TogetherAlert donations={look.together} />;
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
