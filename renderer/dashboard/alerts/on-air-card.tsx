import { ArrowUpToLine, ListX, Radio, Volume2, VolumeX, X } from 'lucide-react';
import { type CSSProperties, useMemo } from 'react';
import type { AlertsState, ListedAlert } from '../../../shared/contract/alerts.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useNow, usePage, useWords } from '../context.ts';
import { useOverlayFlag } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';
import { TryButton } from '../test-events/test-events-card.tsx';
import { AlertControlButtons, PausedCallout } from './alert-controls.tsx';
import { AlertFacts, AlertList } from './alert-list.tsx';

export interface OnAirCardProps {
  readonly alerts: AlertsState;
  readonly overlay: OverlaySettings;
  readonly onReject: (alert: ListedAlert) => void;
}

export function OnAirCard({ alerts, overlay, onReject }: OnAirCardProps) {
  const { t, duration } = useWords();
  const [muted, mute] = useOverlayFlag('muted', overlay);
  const { paused, waiting, waitingCount, behindMs } = alerts;
  return (
    <Card
      icon={Radio}
      title={t('queue.now-title')}
      aside={
        <Badge tone={paused && waitingCount > 0 ? 'warn' : 'neutral'}>
          {waitingCount === 0
            ? t('alerts.none-waiting')
            : t('queue.behind', { count: waitingCount, duration: duration(behindMs) })}
        </Badge>
      }
    >
      {paused ? <PausedCallout waiting={waitingCount} /> : null}
      {muted ? (
        <Callout
          tone="warn"
          icon={VolumeX}
          title={t('queue.muted-title')}
          text={t('queue.muted-text')}
        />
      ) : null}
      <Controls alerts={alerts} muted={muted} onMute={mute} />
      <Playing alerts={alerts} />
      <div className="queue-list stack">
        <h3>{t('queue.waiting')}</h3>
        <AlertList
          label={t('queue.waiting')}
          alerts={waiting}
          count={waitingCount}
          empty={t('queue.none-waiting')}
          actions={[
            { command: 'replay', icon: ArrowUpToLine, label: 'queue.next-one' },
            { command: 'reject', icon: X, label: 'queue.remove-one', onPress: onReject },
          ]}
        />
      </div>
    </Card>
  );
}

interface ControlsProps {
  readonly alerts: AlertsState;
  readonly muted: boolean;
  readonly onMute: (muted: boolean) => void;
}

function Controls({ alerts, muted, onMute }: ControlsProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <>
      <div className="queue-controls card-row">
        <AlertControlButtons />
        <ActionButton
          action="alerts.clear"
          icon={ListX}
          disabled={alerts.waitingCount === 0}
          title={t('queue.clear-long')}
          onPress={() => void dashboard.clearAlerts()}
        >
          {t('queue.clear')}
        </ActionButton>
        <Button icon={muted ? Volume2 : VolumeX} onPress={() => onMute(!muted)}>
          {t(muted ? 'queue.unmute' : 'queue.mute')}
        </Button>
      </div>
      <ActionProblem action="alerts.clear" />
      <ActionProblem action="overlay.set#muted" />
    </>
  );
}

/** Why nothing is on screen. */
function noneOf({ awaitsPage, offScene }: AlertsState) {
  if (offScene) return 'queue.off-scene';
  return awaitsPage ? 'queue.awaits-page' : 'queue.none-playing';
}

function Playing({ alerts }: { readonly alerts: AlertsState }) {
  const { t } = useWords();
  const { playing: alert } = alerts;
  if (!alert) {
    return (
      <div className="queue-none queue-try card-row">
        <p>{t(noneOf(alerts))}</p>
        <TryButton kind="DONATION" />
      </div>
    );
  }
  return (
    <section
      className="queue-playing stack"
      data-kind={alert.event.kind}
      aria-label={t('queue.playing')}
    >
      <AlertFacts alert={alert} />
      {alert.endsAt === null || alert.durationMs === null ? null : (
        <TimeLeft endsAt={alert.endsAt} durationMs={alert.durationMs} />
      )}
      {alert.paintedAt === null ? (
        <p className="queue-row-note card-note">{t('receipt.not-painted')}</p>
      ) : null}
      {alert.speak === null ? null : (
        <p className="queue-speak card-note">
          <Volume2 size={14} aria-hidden />
          <span className="only-heard">{t('queue.speaks')}</span>
          <bdi>{alert.speak}</bdi>
        </p>
      )}
    </section>
  );
}

interface TimeLeftProps {
  /** Epoch milliseconds. */
  readonly endsAt: number;
  readonly durationMs: number;
}

function TimeLeft({ endsAt, durationMs }: TimeLeftProps) {
  const { t } = useWords();
  const { clock } = usePage().host;
  const now = useNow(1_000);
  // Computed once per showing: the animation starts at its current position and then runs by
  // itself.
  const style = useMemo((): CSSProperties => {
    const gone = durationMs - leftOf(endsAt, clock.now(), durationMs);
    return { animationDuration: `${durationMs}ms`, animationDelay: `${-gone}ms` };
  }, [endsAt, durationMs, clock]);
  const seconds = Math.ceil(leftOf(endsAt, now, durationMs) / 1_000);
  return (
    <div className="time-left">
      <span className="time-left-track" aria-hidden>
        <span key={endsAt} className="time-left-bar" style={style} />
      </span>
      <span className="time-left-number card-note">{t('queue.time-left', { count: seconds })}</span>
    </div>
  );
}

/** Clamped to 0…durationMs, because the two clocks may differ. */
function leftOf(endsAt: number, now: number, durationMs: number): number {
  return Math.max(0, Math.min(durationMs, endsAt - now));
}
