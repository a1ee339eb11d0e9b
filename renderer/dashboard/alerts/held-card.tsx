import { Ban, Hand, Play } from 'lucide-react';
import type { AlertDesk, DeskAlert } from '../../../shared/contract/alerts.ts';
import type { QueueSettings } from '../../../shared/overlay/alert-rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { alertName } from './alert-name.ts';
import { DeskList } from './desk-list.tsx';
import { DeskRow } from './desk-row.tsx';
import { RowButton } from './row-button.tsx';

interface HeldCardProps {
  readonly desk: AlertDesk;
  readonly queue: QueueSettings;
  readonly onReject: (alert: DeskAlert) => void;
}

/** Alerts that somebody may look at first; not there while none is and none would be held. */
export function HeldCard({ desk: { held, heldCount }, queue, onReject }: HeldCardProps) {
  const { t } = useWords();
  if (heldCount === 0 && !queue.approve && queue.holdS === 0) return null;
  return (
    <Card
      icon={Hand}
      title={t('desk.held')}
      aside={
        heldCount > 0 ? (
          <Badge tone="warn">{t('desk.held-count', { count: heldCount })}</Badge>
        ) : undefined
      }
    >
      <DeskList
        label={t('desk.held')}
        alerts={held}
        count={heldCount}
        empty={t('desk.none-held')}
        row={(alert) => <HeldRow key={alert.event.seq} alert={alert} onReject={onReject} />}
      />
    </Card>
  );
}

interface HeldRowProps {
  readonly alert: DeskAlert;
  readonly onReject: (alert: DeskAlert) => void;
}

function HeldRow({ alert, onReject }: HeldRowProps) {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const { seq } = alert.event;
  const name = alertName(alert.event, words);
  const approve = `alerts.approve#${seq}` as const;
  const reject = `alerts.reject#${seq}` as const;
  const note =
    alert.heldUntil === null ? t('desk.held-for-ever') : <TimeLeft until={alert.heldUntil} />;
  return (
    <DeskRow alert={alert} actions={[approve, reject]} note={note}>
      <RowButton
        icon={Play}
        variant="primary"
        word={t('desk.approve')}
        label={t('desk.approve-one', { name })}
        action={approve}
        onPress={() => void dashboard.approveAlert(seq)}
      />
      <RowButton
        icon={Ban}
        word={t('desk.reject')}
        label={t('desk.reject-one', { name })}
        action={reject}
        onPress={() => onReject(alert)}
      />
    </DeskRow>
  );
}

function TimeLeft({ until }: { readonly until: number }) {
  const { t, duration } = useWords();
  const now = useNow(1_000);
  return <>{t('desk.held-until', { duration: duration(until - now) })}</>;
}
