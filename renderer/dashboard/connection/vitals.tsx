import type { SessionStatus } from '../../../shared/status.ts';
import { useNow, useWords } from '../context.ts';
import { useWhen } from '../times.tsx';

const HOUR = 3_600_000;
/** Specification, "Limits": session validity and connection lifetime. */
const SESSION_LIMIT_MS = 12 * HOUR;
const CONNECTION_LIMIT_MS = 2 * HOUR;

/** Sessions used, both ages against their limits with the next planned steps, and the last answer. */
export function Vitals({ session }: { readonly session: SessionStatus }) {
  const { t } = useWords();
  const now = useNow(1_000);
  return (
    <dl className="stack roomy">
      <Slots {...session} />
      <Age
        name={t('line.session-age')}
        next={t('line.next-roll-over')}
        since={session.createdAt}
        limitMs={SESSION_LIMIT_MS}
        nextAt={session.nextRollOverAt}
        now={now}
      />
      <Age
        name={t('line.connection-age')}
        next={t('line.next-renewal')}
        since={session.connectedAt}
        limitMs={CONNECTION_LIMIT_MS}
        nextAt={session.nextRenewalAt}
        now={now}
      />
      <LastPong session={session} now={now} />
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
      <dd className="vital-note">
        <span>{next}</span>
        <span>{nextAt === null ? t('line.not-planned') : future(nextAt)}</span>
      </dd>
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
