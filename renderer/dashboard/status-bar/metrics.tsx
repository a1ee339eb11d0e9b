import type { ReactNode } from 'react';
import type { AppStatus } from '../../../shared/status.ts';
import { useNow, useWords } from '../context.ts';

/** Sessions a channel may have at once, while no session says so itself. */
const SLOTS_MAX = 3;

/** The numbers that are never out of sight. */
export function Metrics({ status }: { readonly status: AppStatus | null }) {
  const { t, number, milliseconds } = useWords();
  const session = status?.session ?? null;
  const roundTrip = session?.roundTripMs ?? null;
  const used = session?.slotsUsed ?? null;
  const max = session?.slotsMax ?? SLOTS_MAX;
  const renewalAt = session?.nextRenewalAt ?? null;
  return (
    <dl className="metrics">
      <Metric name={t('strip.slots')} hint={t('strip.slots-hint', { max })}>
        {used === null ? null : t('strip.slots-value', { used, max })}
      </Metric>
      <Metric name={t('strip.renewal')} hint={t('strip.renewal-hint')}>
        {renewalAt === null ? null : <Countdown to={renewalAt} />}
      </Metric>
      <Metric name={t('strip.round-trip')} hint={t('strip.round-trip-hint')}>
        {roundTrip === null ? null : milliseconds(roundTrip)}
      </Metric>
      <Metric name={t('strip.alerts')} hint={t('strip.alerts-hint')}>
        {status ? number(status.alerts.waiting) : null}
      </Metric>
      <Metric name={t('strip.pages')} hint={t('strip.pages-hint')}>
        {status ? number(status.overlay.connectedPages) : null}
      </Metric>
    </dl>
  );
}

interface MetricProps {
  readonly name: string;
  readonly hint: string;
  /** null: not known. */
  readonly children: ReactNode;
}

function Metric({ name, hint, children }: MetricProps) {
  const { t } = useWords();
  return (
    <div className="metric" title={hint}>
      <dt>{name}</dt>
      <dd>
        {children ?? (
          <>
            <span aria-hidden>–</span>
            <span className="only-heard">{t('strip.none')}</span>
          </>
        )}
      </dd>
    </div>
  );
}

function Countdown({ to }: { readonly to: number }) {
  const { t, duration } = useWords();
  const now = useNow(1_000);
  return <>{to <= now ? t('line.due') : duration(to - now)}</>;
}
