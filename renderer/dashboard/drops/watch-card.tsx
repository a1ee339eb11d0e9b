import { Hourglass, RefreshCw, ScanSearch } from 'lucide-react';
import type { DropsState, QuotaMeter } from '../../../shared/contract/drops.ts';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ActionProblem, DamagedNote } from '../problems.tsx';
import { useWhen } from '../times.tsx';

const TICK_MS = 1_000;

export function WatchCard({ drops }: { readonly drops: DropsState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const now = useNow(TICK_MS);
  const when = useWhen(now);
  return (
    <Card
      icon={ScanSearch}
      title={t('drops.watch')}
      aside={
        <Badge tone={drops.unpaid > 0 ? 'warn' : drops.readAt === null ? 'neutral' : 'live'}>
          {t('drops.watch-unpaid', { count: drops.unpaid })}
        </Badge>
      }
    >
      <WatchState watch={drops.watch} now={now} />
      <DamagedNote of="drops" count={drops.damaged} />
      <div className="card-row">
        <CoreButton
          action="drops.refresh"
          icon={RefreshCw}
          busy={drops.watch.kind === 'reading'}
          onPress={() => void dashboard.ask('drops.refresh', {})}
        >
          {t('drops.refresh')}
        </CoreButton>
        <span className="card-note">
          {drops.readAt === null
            ? t('drops.read-never')
            : t('drops.read-at', { when: when.ago(drops.readAt) })}
        </span>
      </div>
      <ActionProblem action="drops.refresh" />
      <Quota quota={drops.quota} now={now} />
      <p className="card-note">{t('drops.signed-out-note')}</p>
    </Card>
  );
}

function WatchState({ watch, now }: Pick<DropsState, 'watch'> & { readonly now: number }) {
  const { t, duration, pick } = useWords();
  switch (watch.kind) {
    case 'off':
    case 'reading':
      return <p className="card-text">{t(`drops.watch-${watch.kind}`)}</p>;
    case 'quota':
    case 'limited':
      return (
        <Callout
          tone="warn"
          icon={Hourglass}
          role="status"
          title={t(`drops.watch-${watch.kind}`)}
          text={t(`drops.watch-${watch.kind}-text`, {
            duration: duration(watch.until - now + TICK_MS - 1),
          })}
        />
      );
    case 'waiting': {
      const left = watch.nextAt - now;
      return (
        <>
          {watch.problem ? (
            <Callout
              tone="error"
              title={t('drops.watch-failed')}
              text={`${pick(whatOf(watch.problem))} ${pick(cureOf(watch.problem))}`}
            />
          ) : null}
          <p className="card-text">
            {left <= 0
              ? t('drops.watch-due')
              : t('drops.watch-next', { duration: duration(left + TICK_MS - 1) })}
          </p>
        </>
      );
    }
  }
}

function Quota({ quota, now }: Pick<DropsState, 'quota'> & { readonly now: number }) {
  const { t, duration, moment } = useWords();
  const isKnown = quota.read.seenLimit !== null || quota.write.seenLimit !== null;
  return (
    <div className="apart stack">
      <Meter label={t('drops.quota-read')} meter={quota.read} />
      <Meter label={t('drops.quota-write')} meter={quota.write} />
      <p className="card-note">
        {t('drops.quota-resets', {
          time: moment(quota.resetsAt, now),
          duration: duration(quota.resetsAt - now),
        })}
      </p>
      <p className="card-note">{t(isKnown ? 'drops.quota-seen' : 'drops.quota-unknown')}</p>
    </div>
  );
}

function Meter({ label, meter }: { readonly label: string; readonly meter: QuotaMeter }) {
  const { t } = useWords();
  const { used, refused, seenLimit } = meter;
  const limit = seenLimit === null ? null : Math.max(seenLimit, used);
  return (
    <div className="drops-meter card-row">
      <span>{label}</span>
      <span className="drops-meter-value">
        {refused ? <Badge tone="warn">{t('drops.quota-refused')}</Badge> : null}
        {limit === null
          ? t('drops.quota-used', { count: used })
          : t('drops.quota-of', { used, limit })}
      </span>
      {limit === null ? null : (
        <progress aria-label={label} value={used} max={Math.max(limit, 1)} />
      )}
    </div>
  );
}
