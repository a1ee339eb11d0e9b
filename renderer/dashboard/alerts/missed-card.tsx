import { EyeOff, ListX, Play, X } from 'lucide-react';
import type { AlertDesk, DeskAlert } from '../../../shared/contract/alerts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useWords } from '../context.ts';
import { alertName } from './alert-name.ts';
import { DeskList } from './desk-list.tsx';
import { DeskRow } from './desk-row.tsx';
import { RowButton } from './row-button.tsx';
import type { DismissalsInUse } from './use-dismissals.ts';

interface MissedCardProps {
  readonly desk: AlertDesk;
  readonly dismissals: DismissalsInUse;
}

/** Alerts whose turn passed with nobody to see them: to be played, or taken off the list. */
export function MissedCard({ desk, dismissals }: MissedCardProps) {
  const { t } = useWords();
  const shown = desk.neverAppeared.filter(({ event }) => !dismissals.hidden.has(event.seq));
  // Those that the list does not hold go with it when all are dismissed.
  const beyond = Math.max(0, desk.neverAppearedCount - desk.neverAppeared.length);
  const count = shown.length + (dismissals.hidesAll ? 0 : beyond);
  return (
    <Card
      icon={EyeOff}
      title={t('desk.missed')}
      aside={count > 0 ? <Badge tone="warn">{t('desk.missed-count', { count })}</Badge> : undefined}
    >
      {count > 0 ? <p className="card-note">{t('desk.missed-text')}</p> : null}
      <DeskList
        label={t('desk.missed')}
        alerts={shown}
        count={count}
        empty={t('desk.none-missed')}
        row={(alert) => (
          <MissedRow key={alert.event.seq} alert={alert} onDismiss={dismissals.dismiss} />
        )}
      >
        {count > 0 ? (
          <div className="card-row">
            <Button icon={ListX} onPress={() => dismissals.dismissAll(desk)}>
              {t('desk.dismiss-all')}
            </Button>
          </div>
        ) : null}
      </DeskList>
      <ActionProblem action="alerts.dismiss" />
    </Card>
  );
}

interface MissedRowProps {
  readonly alert: DeskAlert;
  readonly onDismiss: (seq: number) => void;
}

function MissedRow({ alert, onDismiss }: MissedRowProps) {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const { seq } = alert.event;
  const name = alertName(alert.event, words);
  const play = `alerts.replay#${seq}` as const;
  const dismiss = `alerts.dismiss#${seq}` as const;
  return (
    <DeskRow alert={alert} actions={[play, dismiss]}>
      <RowButton
        icon={Play}
        word={t('desk.play')}
        label={t('desk.play-one', { name })}
        action={play}
        onPress={() => void dashboard.replayAlert(seq)}
      />
      <RowButton
        icon={X}
        label={t('desk.dismiss-one', { name })}
        action={dismiss}
        onPress={() => onDismiss(seq)}
      />
    </DeskRow>
  );
}
