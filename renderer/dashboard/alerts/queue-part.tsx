import { Ban, BellPlus, EyeOff, Hand, History, ListX, Play, RotateCcw, X } from 'lucide-react';
import type { AlertsState } from '../../../shared/contract/alerts.ts';
import { selectAlerts } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { AlertList } from './alert-list.tsx';
import { type DismissalActions, UndoBars, useDismissals, useRejections } from './dismissals.tsx';
import { OnAirCard, type OnAirCardProps } from './on-air-card.tsx';
import { beginOwnAlert } from './own-alert.ts';

/** The show: what is on screen, what comes, and what became of the rest. */
export function QueuePart({ overlay }: Pick<OnAirCardProps, 'overlay'>) {
  const alerts = useSelect(selectAlerts);
  const dismissals = useDismissals(alerts);
  const rejections = useRejections();
  return (
    <div className="alert-desk columns">
      <div className="flow queue-coming">
        <OnAirCard alerts={alerts} overlay={overlay} onReject={rejections.reject} />
        <HeldCard alerts={alerts} overlay={overlay} onReject={rejections.reject} />
        <MissedCard alerts={alerts} dismissals={dismissals} />
      </div>
      <div className="flow">
        {overlay.rules.length === 0 ? <OwnAlert /> : null}
        <OverCard alerts={alerts} />
        <TurnedDownCard alerts={alerts} />
      </div>
      <UndoBars dismissals={dismissals} rejections={rejections} />
    </div>
  );
}

/** Leads whoever has no rule yet to a first alert of their own. */
function OwnAlert() {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <Callout
      tone="accent"
      icon={BellPlus}
      title={t('own-alert.title')}
      text={t('own-alert.text')}
      aside={
        <Button variant="primary" onPress={() => beginOwnAlert(dashboard)}>
          {t('own-alert.make')}
        </Button>
      }
    />
  );
}

function OverCard({ alerts: { over } }: { readonly alerts: AlertsState }) {
  const { t } = useWords();
  return (
    <Card icon={History} title={t('queue.over')} className="queue-list">
      <AlertList
        label={t('queue.over')}
        alerts={over}
        count={over.length}
        empty={t('queue.none-over')}
        actions={[{ command: 'replay', icon: RotateCcw, label: 'queue.replay-one' }]}
      />
    </Card>
  );
}

function TurnedDownCard({ alerts: { turnedDown } }: { readonly alerts: AlertsState }) {
  const { t } = useWords();
  return (
    <Card icon={Ban} title={t('queue.turned-down')} className="queue-list queue-turned-down">
      <AlertList
        label={t('queue.turned-down')}
        alerts={turnedDown}
        count={turnedDown.length}
        empty={t('queue.none-turned-down')}
        note={({ why }) => t(`queue.why-${why}`)}
        actions={[{ command: 'replay', icon: RotateCcw, label: 'queue.play-after-all-one' }]}
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
      title={t('queue.held')}
      className="queue-list"
      aside={
        heldCount > 0 ? (
          <Badge tone="warn">{t('queue.held-count', { count: heldCount })}</Badge>
        ) : undefined
      }
    >
      <AlertList
        label={t('queue.held')}
        alerts={held}
        count={heldCount}
        empty={t('queue.none-held')}
        note={({ heldUntil }) =>
          heldUntil === null ? t('queue.held-for-ever') : <TimeLeft until={heldUntil} />
        }
        actions={[
          {
            command: 'approve',
            icon: Play,
            variant: 'primary',
            word: 'queue.approve',
            label: 'queue.approve-one',
          },
          {
            command: 'reject',
            icon: Ban,
            word: 'queue.reject',
            label: 'queue.reject-one',
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
  return t('queue.held-until', { duration: duration(until - now) });
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
      title={t('queue.missed')}
      className="queue-list"
      aside={
        count > 0 ? <Badge tone="warn">{t('queue.missed-count', { count })}</Badge> : undefined
      }
    >
      {count > 0 ? <p className="card-note">{t('queue.missed-text')}</p> : null}
      <AlertList
        label={t('queue.missed')}
        alerts={shown}
        count={count}
        empty={t('queue.none-missed')}
        actions={[
          { command: 'replay', icon: Play, word: 'queue.play', label: 'queue.play-one' },
          {
            command: 'dismiss',
            icon: X,
            label: 'queue.dismiss-one',
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
              title={t('queue.replay-missed-long')}
              onPress={() => {
                dismissals.settle();
                void dashboard.replayMissed();
              }}
            >
              {t('queue.replay-missed')}
            </ActionButton>
            <Button icon={ListX} onPress={dismissals.dismissAll}>
              {t('queue.dismiss-all')}
            </Button>
          </div>
        ) : null}
      </AlertList>
      <ActionProblem action="alerts.replay-missed" />
      <ActionProblem action="alerts.dismiss" />
    </Card>
  );
}
