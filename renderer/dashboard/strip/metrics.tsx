import type { ReactNode } from 'react';
import type { AppStatus } from '../../../shared/status.ts';
import { useNow, useWords } from '../context.ts';

/** The numbers that are never out of sight. */
export function Metrics({ status }: { readonly status: AppStatus | null }) {
  const { t, number, milliseconds } = useWords();
  const session = status?.session ?? null;
  const roundTrip = session?.roundTripMs ?? null;
  return (
    <dl className="metrics">
      <Metric name={t('strip.session')} hint={t('strip.session-hint')}>
        {session ? <Age since={session.createdAt} /> : null}
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

function Age({ since }: { readonly since: number }) {
  const { duration } = useWords();
  return <>{duration(useNow(1_000) - since)}</>;
}
