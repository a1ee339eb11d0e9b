import { Cable } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionStatus } from '../../../shared/status.ts';
import { summaryOf } from '../../stores/dashboard-history.ts';
import { selectConnectionHistory, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { useWhen } from '../times.tsx';
import { CoverageCallout, GapsBadge, isCovered, useCoverage } from './coverage.tsx';

/** The connection summary on the live page. */
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
    <dl className="vitals">
      <Slots used={session.slotsUsed} max={session.slotsMax} />
      <Age
        name={t('line.session-age')}
        next={t('line.next-roll-over')}
        since={session.createdAt}
        limitMs={SESSION_LIMIT_MS}
        nextAt={session.nextRollOverAt}
        now={now}
        detailed={detailed}
      />
      <Age
        name={t('line.connection-age')}
        next={t('line.next-renewal')}
        since={session.connectedAt}
        limitMs={CONNECTION_LIMIT_MS}
        nextAt={session.nextRenewalAt}
        now={now}
        detailed={detailed}
      />
      {detailed ? <LastPong session={session} now={now} /> : null}
    </dl>
  );
}

interface AgeProps {
  readonly name: string;
  /** The step planned before the limit. */
  readonly next: string;
  readonly since: number;
  readonly limitMs: number;
  readonly nextAt: number | null;
  readonly now: number;
  readonly detailed: boolean;
}

function Age({ name, next, since, limitMs, nextAt, now, detailed }: AgeProps) {
  const { t, duration } = useWords();
  const { future } = useWhen(now);
  const ageMs = Math.max(0, now - since);
  const planned = nextAt === null ? t('line.not-planned') : future(nextAt);
  return (
    <div className="vital">
      <dt>{name}</dt>
      <dd>{t('line.age', { age: duration(ageMs), limit: duration(limitMs) })}</dd>
      <AgeBar ageMs={ageMs} limitMs={limitMs} markMs={nextAt === null ? null : nextAt - since} />
      {detailed ? <Note name={next}>{planned}</Note> : null}
    </div>
  );
}

function LastPong({ session, now }: { readonly session: SessionStatus; readonly now: number }) {
  const { t, milliseconds } = useWords();
  const { ago } = useWhen(now);
  const { lastPongAt, roundTripMs } = session;
  return (
    <div className="vital">
      <dt>{t('line.pong')}</dt>
      <dd>
        {lastPongAt === null || roundTripMs === null
          ? t('line.pong-none')
          : t('line.pong-value', { roundTrip: milliseconds(roundTripMs), ago: ago(lastPongAt) })}
      </dd>
    </div>
  );
}

function Note({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <dd className="vital-note">
      <span>{name}</span>
      <span>{children}</span>
    </dd>
  );
}

interface AgeBarProps {
  readonly ageMs: number;
  readonly limitMs: number;
  /** The age of the next planned step; null if none. */
  readonly markMs: number | null;
}

/** A bar of an age against its limit; the text beside it says the same. */
function AgeBar({ ageMs, limitMs, markMs }: AgeBarProps) {
  const share = (ms: number) => `${Math.min(100, Math.max(0, (ms / limitMs) * 100)).toFixed(2)}%`;
  return (
    <dd className="age-bar" aria-hidden>
      <span className="age-fill" style={{ width: share(ageMs) }} />
      {markMs === null ? null : (
        <span className="age-mark" style={{ insetInlineStart: share(markMs) }} />
      )}
    </dd>
  );
}

interface SlotsProps {
  /** null if not checked yet. */
  readonly used: number | null;
  readonly max: number;
}

/** The most pips drawn. */
const MOST_PIPS = 10;

/** The channel's sessions in use: pips, numbers, and a note when all are used. */
function Slots({ used, max }: SlotsProps) {
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
