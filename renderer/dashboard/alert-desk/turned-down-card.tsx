import { Ban, RotateCcw } from 'lucide-react';
import type { AlertDesk, TurnedDownAlert } from '../../../shared/contract/alerts.ts';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useWords } from '../context.ts';
import { alertName } from './alert-name.ts';
import { DeskList } from './desk-list.tsx';
import { DeskRow } from './desk-row.tsx';
import { RowButton } from './row-button.tsx';

/** What was turned down or stayed below the minimum, the latest first, to be played after all. */
export function TurnedDownCard({ desk: { turnedDown } }: { readonly desk: AlertDesk }) {
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
