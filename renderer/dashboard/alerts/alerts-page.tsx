import { Ban, History, LoaderCircle, RotateCcw } from 'lucide-react';
import type { AlertDesk, DeskAlert, TurnedDownAlert } from '../../../shared/contract/alerts.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { selectAlerts, selectOverlay } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { AlertMaking } from './alert-making.tsx';
import { alertName } from './alert-name.ts';
import { DeskList } from './desk-list.tsx';
import { DeskRow } from './desk-row.tsx';
import { HeldCard } from './held-card.tsx';
import { MissedCard } from './missed-card.tsx';
import { OnAirCard } from './on-air-card.tsx';
import { QueueCard } from './queue-card.tsx';
import { RowButton } from './row-button.tsx';
import { SpeechCard } from './speech-card.tsx';
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

/** What was on the screen, the latest first, to be played again. */
function OverCard({ desk: { over } }: { readonly desk: AlertDesk }) {
  const { t } = useWords();
  return (
    <Card icon={History} title={t('desk.over')}>
      <DeskList
        label={t('desk.over')}
        alerts={over}
        count={over.length}
        empty={t('desk.none-over')}
        row={(alert) => <OverRow key={alert.event.seq} alert={alert} />}
      />
    </Card>
  );
}

function OverRow({ alert }: { readonly alert: DeskAlert }) {
  const words = useWords();
  const dashboard = useDashboard();
  const { seq } = alert.event;
  const replay = `alerts.replay#${seq}` as const;
  return (
    <DeskRow alert={alert} actions={[replay]}>
      <RowButton
        icon={RotateCcw}
        label={words.t('desk.replay-one', { name: alertName(alert.event, words) })}
        action={replay}
        onPress={() => void dashboard.replayAlert(seq)}
      />
    </DeskRow>
  );
}

/** What was turned down or stayed below the minimum, the latest first, to be played after all. */
function TurnedDownCard({ desk: { turnedDown } }: { readonly desk: AlertDesk }) {
  const { t } = useWords();
  return (
    <Card icon={Ban} title={t('desk.turned-down')} className="desk-turned-down">
      <DeskList
        label={t('desk.turned-down')}
        alerts={turnedDown}
        count={turnedDown.length}
        empty={t('desk.none-turned-down')}
        row={(alert) => <TurnedDownRow key={alert.event.seq} alert={alert} />}
      />
    </Card>
  );
}

function TurnedDownRow({ alert }: { readonly alert: TurnedDownAlert }) {
  const words = useWords();
  const dashboard = useDashboard();
  const { seq } = alert.event;
  const play = `alerts.replay#${seq}` as const;
  return (
    <DeskRow alert={alert} actions={[play]} note={words.t(`desk.why-${alert.why}`)}>
      <RowButton
        icon={RotateCcw}
        label={words.t('desk.play-after-all-one', { name: alertName(alert.event, words) })}
        action={play}
        onPress={() => void dashboard.replayAlert(seq)}
      />
    </DeskRow>
  );
}
