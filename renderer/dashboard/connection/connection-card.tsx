import { Cable } from 'lucide-react';
import type { SessionStatus } from '../../../shared/status.ts';
import { summaryOf } from '../../stores/dashboard-history.ts';
import { selectConnectionHistory, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { useWhen } from '../times.tsx';
import { CoverageCallout, GapsBadge, isCovered, useCoverage } from './coverage.tsx';

export function LineCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const session = useSelect(selectStatus)?.session ?? null;
  return (
    <Card
      icon={Cable}
      title={t('line.title')}
      aside={
        <div className="line-aside">
          <RecentGaps />
          <Button variant="ghost" onPress={() => dashboard.show('connection')}>
            {t('line.more')}
          </Button>
        </div>
      }
    >
      <CoverageCallout detailed={false} />
      {session ? <Vitals session={session} detailed={false} /> : null}
    </Card>
  );
}

const MINUTE = 60_000;

function RecentGaps() {
  const connectionHistory = useSelect(selectConnectionHistory);
  const now = useNow(MINUTE);
  const coverage = useCoverage();
  if (!connectionHistory) return null;
  const { count } = summaryOf(connectionHistory, now);
  // "No gap" means nothing where nothing should have been received.
  if (count === 0 && !isCovered(coverage)) return null;
  return <GapsBadge count={count} open={connectionHistory.openGap !== null} />;
}

const HOUR = 3_600_000;
/** Specification, "Limits": session validity and connection lifetime. */
const SESSION_LIMIT_MS = 12 * HOUR;
const CONNECTION_LIMIT_MS = 2 * HOUR;

interface VitalsProps {
  readonly session: SessionStatus;
  /** Also shows the next planned steps and the last answer. */
  readonly detailed: boolean;
}

/** Sessions used, both ages against their limits, and the last heartbeat. */
export function Vitals({ session, detailed }: VitalsProps) {
  const { t } = useWords();
  const now = useNow(1_000);
  return (
    <dl className="stack roomy">
      <Slots {...session} />
      <Age
        name={t('line.session-age')}
        next={detailed ? t('line.next-roll-over') : null}
        since={session.createdAt}
        limitMs={SESSION_LIMIT_MS}
        nextAt={session.nextRollOverAt}
        now={now}
      />
      <Age
        name={t('line.connection-age')}
        next={detailed ? t('line.next-renewal') : null}
        since={session.connectedAt}
        limitMs={CONNECTION_LIMIT_MS}
        nextAt={session.nextRenewalAt}
        now={now}
      />
      {detailed ? <LastPong session={session} now={now} /> : null}
    </dl>
  );
}

interface AgeProps {
  readonly name: string;
  /** The step planned before the limit; null if it is not to be shown. */
  readonly next: string | null;
  readonly since: number;
  readonly limitMs: number;
  readonly nextAt: number | null;
  readonly now: number;
}

function Age({ name, next, since, limitMs, nextAt, now }: AgeProps) {
  const { t, duration } = useWords();
  const { future } = useWhen(now);
  const ageMs = Math.max(0, now - since);
  const share = (ms: number) => `${Math.min(100, Math.max(0, (ms / limitMs) * 100)).toFixed(2)}%`;
  return (
    <div className="vital">
      <dt>{name}</dt>
      <dd>{t('line.age', { age: duration(ageMs), limit: duration(limitMs) })}</dd>
      {/* The text beside the bar says the same. */}
      <dd className="age-bar" aria-hidden>
        <span className="age-fill" style={{ width: share(ageMs) }} />
        {nextAt === null ? null : (
          <span className="age-mark" style={{ insetInlineStart: share(nextAt - since) }} />
        )}
      </dd>
      {next === null ? null : (
        <dd className="vital-note">
          <span>{next}</span>
          <span>{nextAt === null ? t('line.not-planned') : future(nextAt)}</span>
        </dd>
      )}
    </div>
  );
}

function LastPong({ session, now }: { readonly session: SessionStatus; readonly now: number }) {
  const { t, milliseconds } = useWords();
  const { ago } = useWhen(now);
  const { lastPongAt, roundTripMs } = session;
  const value =
    lastPongAt === null || roundTripMs === null
      ? t('line.pong-none')
      : t('line.pong-value', { roundTrip: milliseconds(roundTripMs), ago: ago(lastPongAt) });
  return <Vital name={t('line.pong')} value={value} />;
}

/** A vital sign without a bar. */
export function Vital({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="vital">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const MOST_PIPS = 10;

function Slots({ slotsUsed: used, slotsMax: max }: SessionStatus) {
  const { t } = useWords();
  const isFull = used !== null && used >= max;
  const pips = Array.from({ length: Math.min(max, MOST_PIPS) }, (_, at) => at < (used ?? 0));
  return (
    <div className="vital">
      <dt>{t('line.sessions')}</dt>
      <dd className="slots" data-full={isFull}>
        <span className="pips" aria-hidden>
          {pips.map((isUsed, at) => (
            // Pips never change places.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={at} className="pip" data-used={isUsed} />
          ))}
        </span>
        {used === null ? t('line.sessions-unknown') : t('line.sessions-value', { used, max })}
      </dd>
      {isFull ? <dd className="vital-warning">{t('line.sessions-full')}</dd> : null}
    </div>
  );
}
