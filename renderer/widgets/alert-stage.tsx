import type { ReactNode } from 'react';
import type { StagedAlert } from '../stores/overlay-store.ts';
import { AlertCard } from './alert-card.tsx';

export interface AlertStageProps {
  /** null: an empty stage, with nothing in the page. */
  readonly staged: StagedAlert | null;
}

/** Where alerts come and go, one at a time. */
export function AlertStage({ staged }: AlertStageProps): ReactNode {
  return (
    <section className="sl-stage" aria-live="polite">
      {staged === null ? null : (
        <div
          className="sl-stage-slot"
          key={staged.showing}
          data-alert-id={staged.alert.alertId}
          data-phase={staged.phase}
        >
          <AlertCard alert={staged.alert} />
        </div>
      )}
    </section>
  );
}
