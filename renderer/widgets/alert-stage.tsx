import type { ReactNode } from 'react';
import type { StagedAlert } from '../stores/overlay-store.ts';
import { AlertCard } from './alert-card.tsx';

export interface AlertStageProps {
  /** null: an empty stage, with nothing in the page. */
  readonly staged: StagedAlert | null;
  /** Where in its box the card stands. */
  readonly align?: 'top' | 'middle' | 'bottom';
}

/** Where alerts come and go, one at a time. */
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
