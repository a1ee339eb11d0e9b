import type { ReactNode } from 'react';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { selectOverlay } from '../../stores/dashboard-store.ts';
import { Waiting } from '../../ui/empty.tsx';
import { useSelect, useWords } from '../context.ts';
import { MediaCard } from '../media/media-card.tsx';
import { TestFormCard } from '../test-events/test-form-card.tsx';
import { RulesCard } from './alert-rules.tsx';
import { DefaultsCard } from './defaults-card.tsx';
import { QueueCard } from './queue-card.tsx';
import { QueuePart } from './queue-part.tsx';
import { SpeechCard } from './speech-card.tsx';

/** Running alerts: what is on screen, what comes, and what became of the rest. */
export function AlertQueuePage() {
  return <WithOverlay>{(overlay) => <QueuePart overlay={overlay} />}</WithOverlay>;
}

/** Making alerts: the rules, a test of them, and the files they use. */
export function AlertRulesPage() {
  return (
    <WithOverlay>
      {(overlay) => (
        <div className="alert-making columns">
          <RulesCard overlay={overlay} />
          <TestFormCard />
          <MediaCard />
        </div>
      )}
    </WithOverlay>
  );
}

/** What holds for all alerts. */
export function AlertSettingsPage() {
  return (
    <WithOverlay>
      {(overlay) => (
        <div className="alert-making columns">
          <DefaultsCard overlay={overlay} />
          <QueueCard overlay={overlay} />
          <SpeechCard overlay={overlay} />
        </div>
      )}
    </WithOverlay>
  );
}

function WithOverlay({ children }: { readonly children: (overlay: OverlaySettings) => ReactNode }) {
  const { t } = useWords();
  const overlay = useSelect(selectOverlay);
  return overlay ? children(overlay) : <Waiting title={t('app.waiting')} />;
}
