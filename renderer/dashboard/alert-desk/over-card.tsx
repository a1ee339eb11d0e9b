import { History, RotateCcw } from 'lucide-react';
import type { AlertDesk, DeskAlert } from '../../../shared/contract/alerts.ts';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useWords } from '../context.ts';
import { alertName } from './alert-name.ts';
import { DeskList } from './desk-list.tsx';
import { DeskRow } from './desk-row.tsx';
import { RowButton } from './row-button.tsx';

/** What was on the screen, the latest first, to be played again. */
export function OverCard({ desk: { over } }: { readonly desk: AlertDesk }) {
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
