import { Ban, EyeOff, Hand, History, ListX, Play, RotateCcw, X } from 'lucide-react';
import type { AlertsState } from '../../../shared/contract/alerts.ts';
import { selectAlerts } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { AlertList } from './alert-list.tsx';
import { type DismissalActions, UndoBars, useDismissals, useRejections } from './dismissals.tsx';
import { OnAirCard, type OnAirCardProps } from './on-air-card.tsx';

/** The show: what is on screen, what comes, and what became of the rest. */
export function QueuePart({ overlay }: Pick<OnAirCardProps, 'overlay'>) {
  const alerts = useSelect(selectAlerts);
  const dismissals = useDismissals(alerts);
  const rejections = useRejections();
  return (
    <div className="alert-desk columns">
      <div className="flow desk-coming">
        <OnAirCard alerts={alerts} overlay={overlay} onReject={rejections.reject} />
        <HeldCard alerts={alerts} overlay={overlay} onReject={rejections.reject} />
        <MissedCard alerts={alerts} dismissals={dismissals} />
      </div>
      <div className="flow">
        <OverCard alerts={alerts} />
        <TurnedDownCard alerts={alerts} />
      </div>
      <UndoBars dismissals={dismissals} rejections={rejections} />
    </div>
  );
}

function OverCard({ alerts: { over } }: { readonly alerts: AlertsState }) {
  const { t } = useWords();
  return (
    <Card icon={History} title={t('desk.over')} className="desk-list">
      <AlertList
        label={t('desk.over')}
        alerts={over}
        count={over.length}
        empty={t('desk.none-over')}
        actions={[{ command: 'replay', icon: RotateCcw, label: 'desk.replay-one' }]}
      />
    </Card>
  );
}

function TurnedDownCard({ alerts: { turnedDown } }: { readonly alerts: AlertsState }) {
  const { t } = useWords();
  return (
    <Card icon={Ban} title={t('desk.turned-down')} className="desk-list desk-turned-down">
      <AlertList
        label={t('desk.turned-down')}
        alerts={turnedDown}
        count={turnedDown.length}
        empty={t('desk.none-turned-down')}
        note={({ why }) => t(`desk.why-${why}`)}
        actions={[{ command: 'replay', icon: RotateCcw, label: 'desk.play-after-all-one' }]}
      />
    </Card>
  );
}

function HeldCard({ alerts: { held, heldCount }, overlay: { queue }, onReject }: OnAirCardProps) {
  const { t } = useWords();
  if (heldCount === 0 && !queue.approve && queue.holdS === 0) return null;
  return (
    <Card
      icon={Hand}
      title={t('desk.held')}
      className="desk-list"
      aside={
        heldCount > 0 ? (
          <Badge tone="warn">{t('desk.held-count', { count: heldCount })}</Badge>
        ) : undefined
      }
    >
      <AlertList
        label={t('desk.held')}
        alerts={held}
        count={heldCount}
        empty={t('desk.none-held')}
        note={({ heldUntil }) =>
          heldUntil === null ? t('desk.held-for-ever') : <TimeLeft until={heldUntil} />
        }
        actions={[
          {
            command: 'approve',
            icon: Play,
            variant: 'primary',
            word: 'desk.approve',
            label: 'desk.approve-one',
          },
          {
            command: 'reject',
            icon: Ban,
            word: 'desk.reject',
            label: 'desk.reject-one',
            onPress: onReject,
          },
        ]}
      />
    </Card>
  );
}

function TimeLeft({ until }: { readonly until: number }) {
  const { t, duration } = useWords();
  const now = useNow(1_000);
  return t('desk.held-until', { duration: duration(until - now) });
}

interface MissedCardProps {
  readonly alerts: AlertsState;
  readonly dismissals: DismissalActions;
}

/** Alerts that no overlay showed: play or dismiss them. */
function MissedCard({ alerts, dismissals }: MissedCardProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const shown = alerts.neverAppeared.filter(({ event }) => !dismissals.hidden.has(event.seq));
  // "Dismiss all" includes alerts beyond the list.
  const beyond = Math.max(0, alerts.neverAppearedCount - alerts.neverAppeared.length);
  const count = shown.length + (dismissals.hidesAll ? 0 : beyond);
  return (
    <Card
      icon={EyeOff}
      title={t('desk.missed')}
      className="desk-list"
      aside={count > 0 ? <Badge tone="warn">{t('desk.missed-count', { count })}</Badge> : undefined}
    >
      {count > 0 ? <p className="card-note">{t('desk.missed-text')}</p> : null}
      <AlertList
        label={t('desk.missed')}
        alerts={shown}
        count={count}
        empty={t('desk.none-missed')}
        actions={[
          { command: 'replay', icon: Play, word: 'desk.play', label: 'desk.play-one' },
          {
            command: 'dismiss',
            icon: X,
            label: 'desk.dismiss-one',
            onPress: ({ event }) => dismissals.dismiss(event.seq),
          },
        ]}
      >
        {count > 0 ? (
          <div className="card-row">
            <ActionButton
              action="alerts.replay-missed"
              icon={RotateCcw}
              variant="primary"
              title={t('desk.replay-missed-long')}
              onPress={() => {
                dismissals.settle();
                void dashboard.replayMissed();
              }}
            >
              {t('desk.replay-missed')}
            </ActionButton>
            <Button icon={ListX} onPress={dismissals.dismissAll}>
              {t('desk.dismiss-all')}
            </Button>
          </div>
        ) : null}
      </AlertList>
      <ActionProblem action="alerts.replay-missed" />
      <ActionProblem action="alerts.dismiss" />
    </Card>
  );
}
