import { Bell, CirclePause } from 'lucide-react';
import type { ListedAlert } from '../../../shared/contract/alerts.ts';
import { selectAlerts } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { EventBody, KIND_ICONS } from '../live/event-body.tsx';

/** The alert on screen and the next one, small enough to stay beside the chat. */
export function AlertsNow() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { paused, offScene, playing, waiting, waitingCount } = useSelect(selectAlerts);
  return (
    <Card
      icon={Bell}
      title={t('alerts.title')}
      className="alerts-now"
      aside={
        <span className="line">
          <Badge tone={paused ? 'warn' : 'neutral'} {...(paused ? { icon: CirclePause } : {})}>
            {waitingCount === 0
              ? t('alerts.none-waiting')
              : t('alerts.waiting', { count: waitingCount })}
          </Badge>
          <Button variant="ghost" onPress={() => dashboard.show('alerts', 'queue')}>
            {t('queue.open')}
          </Button>
        </span>
      }
    >
      <dl className="alerts-now-rows">
        <NowRow name={t('alerts.now')} alert={playing} none={t(noneNow(paused, offScene))} />
        <NowRow name={t('alerts.next')} alert={waiting[0] ?? null} none={t('alerts.next-none')} />
      </dl>
    </Card>
  );
}

/** Why nothing is on screen. */
function noneNow(paused: boolean, offScene: boolean) {
  if (paused) return 'alerts.paused-title';
  return offScene ? 'queue.off-scene' : 'alerts.now-none';
}

interface NowRowProps {
  readonly name: string;
  readonly alert: ListedAlert | null;
  readonly none: string;
}

function NowRow({ name, alert, none }: NowRowProps) {
  const { t } = useWords();
  const event = alert?.event;
  const Icon = event ? KIND_ICONS[event.kind] : null;
  return (
    <div className="alerts-now-row" data-kind={event?.kind}>
      <dt>{name}</dt>
      <dd>
        {event && Icon ? (
          <>
            <span className="event-kind" title={t(`kind.${event.kind}`)}>
              <Icon size={14} aria-hidden />
              <span className="only-heard">{t(`kind.${event.kind}`)}</span>
            </span>
            <div className="event-body">
              <EventBody event={event} />
            </div>
          </>
        ) : (
          <span className="alerts-now-none">{none}</span>
        )}
      </dd>
    </div>
  );
}
