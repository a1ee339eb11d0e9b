import { LoaderCircle } from 'lucide-react';
import type { AlertDesk } from '../../../shared/contract/alerts.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { selectAlerts, selectOverlay } from '../../stores/dashboard-store.ts';
import { AlertMaking } from '../alert-rules/alert-making.tsx';
import { useSelect, useWords } from '../context.ts';
import { HeldCard } from './held-card.tsx';
import { MissedCard } from './missed-card.tsx';
import { OnAirCard } from './on-air-card.tsx';
import { OverCard } from './over-card.tsx';
import { QueueCard } from './queue-card.tsx';
import { SpeechCard } from './speech-card.tsx';
import { TurnedDownCard } from './turned-down-card.tsx';
import { UndoBars } from './undo-bars.tsx';
import { useDismissals } from './use-dismissals.ts';
import { useRejections } from './use-rejections.ts';

/** The alerts: what is on air and what becomes of the others, and how the queue behaves. */
export function AlertsPage() {
  const { t } = useWords();
  const desk = useSelect(selectAlerts);
  const overlay = useSelect(selectOverlay);
  if (overlay) {
    return (
      <>
        <DeskPage desk={desk} overlay={overlay} />
        <AlertMaking />
      </>
    );
  }
  return (
    <div className="empty" role="status">
      <LoaderCircle size={32} aria-hidden className="spinning" />
      <p className="empty-title">{t('app.waiting')}</p>
    </div>
  );
}

interface DeskPageProps {
  readonly desk: AlertDesk;
  readonly overlay: OverlaySettings;
}

function DeskPage({ desk, overlay }: DeskPageProps) {
  const dismissals = useDismissals(desk);
  const rejections = useRejections();
  return (
    <div className="alert-desk">
      <div className="desk-flow desk-events">
        <div className="desk-flow desk-coming">
          <OnAirCard desk={desk} overlay={overlay} onReject={rejections.reject} />
          <HeldCard desk={desk} queue={overlay.queue} onReject={rejections.reject} />
          <MissedCard desk={desk} dismissals={dismissals} />
        </div>
        <div className="desk-flow">
          <OverCard desk={desk} />
          <TurnedDownCard desk={desk} />
        </div>
      </div>
      <div className="desk-flow">
        <QueueCard overlay={overlay} />
        <SpeechCard overlay={overlay} />
      </div>
      <UndoBars dismissals={dismissals} rejections={rejections} />
    </div>
  );
}
