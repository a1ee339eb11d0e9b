import {
  CircleDashed,
  CirclePause,
  CloudOff,
  FlaskConical,
  LogIn,
  LogOut,
  type LucideIcon,
  Radio,
  RefreshCw,
  TriangleAlert,
  Unlink,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppStatus, ConnectionState } from '../../../shared/status.ts';
import {
  selectAddressGone,
  selectConnectionHistory,
  selectReachable,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Account } from '../account/account.tsx';
import { StatusBarAlerts } from '../alerts/alert-controls.tsx';
import { reasonText } from '../connection/coverage.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { PreflightLink } from '../maintenance/preflight-card.tsx';
import { Elapsed } from '../times.tsx';
import { LanguageSwitch, ThemeSwitch } from './preferences.tsx';

export function StatusBar() {
  const words = useWords();
  const { t } = words;
  const status = useSelect(selectStatus);
  const reachable = useSelect(selectReachable);
  const reason = reachable ? reasonText(status?.connection.reason ?? null, words) : null;
  return (
    <header className="strip" data-stale={status !== null && !reachable}>
      <h1 className="only-heard">{t('app.name')}</h1>
      <div className="strip-state">
        <StateBadge status={status} />
        {status?.demo ? (
          <Badge tone="accent" icon={FlaskConical} title={t('app.demo-hint')}>
            {t('app.demo')}
          </Badge>
        ) : null}
      </div>
      {reachable ? <GapHint /> : null}
      <p className="strip-reason" role="status">
        {reason}
      </p>
      <div className="strip-channel">
        <Account />
        <StatusBarAlerts />
      </div>
      <Metrics status={status} />
      <div className="strip-end">
        <PreflightLink />
        <Attention status={status} />
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** Without the core the state is unknown; before the first status it is connecting. */
function shownState(status: AppStatus | null, reachable: boolean, gone: boolean): ShownState {
  if (gone) return 'address-gone';
  if (!status) return 'connecting';
  return reachable ? status.connection.state : 'unreachable';
}

function Attention({ status }: { readonly status: AppStatus | null }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const urgent = status?.notices.filter((notice) => notice.level !== 'info').length ?? 0;
  const missing = status?.scopes.missing.length ?? 0;
  const count = urgent + missing;
  const part = urgent > 0 ? 'connection' : 'permissions';
  if (count === 0) return null;
  const label = t('strip.attention', { count });
  return (
    // The link targets the card; pressing it also opens the card's place.
    <a
      className="attention tone-warn"
      href={urgent > 0 ? '#health' : '#permissions'}
      title={label}
      onClick={() => dashboard.show('settings', part)}
    >
      <TriangleAlert size={16} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="only-heard">{label}</span>
    </a>
  );
}

function GapHint() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const openGap = useSelect(selectConnectionHistory)?.openGap ?? null;
  if (!openGap) return null;
  return (
    <button
      type="button"
      className="gap-hint tone-warn"
      title={t('strip.missing-hint')}
      onClick={() => dashboard.show('settings', 'connection')}
    >
      <TriangleAlert size={16} aria-hidden />
      {/* Only the words are read out; the seconds beside them are not. */}
      <span role="status">{t('strip.missing')}</span>
      <Elapsed since={openGap.from} />
    </button>
  );
}

function StateBadge({ status }: { readonly status: AppStatus | null }) {
  const { t } = useWords();
  const reachable = useSelect(selectReachable);
  const gone = useSelect(selectAddressGone);
  const shown = shownState(status, reachable, gone);
  const { icon: Icon, tone, busy } = STATE_STYLES[shown];
  return (
    <div className={`state tone-${tone}`} data-state={shown}>
      <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
      {/* Only the word is read out when it changes; the seconds beside it are not. */}
      <span className="state-word" role="status" aria-live="polite" aria-atomic="true">
        <span className="only-heard">{t('state.label')}: </span>
        {t(`state.${shown}`)}
      </span>
      {status && TIMED_STATES.has(shown) ? <SinceText since={status.connection.since} /> : null}
    </div>
  );
}

function SinceText({ since }: { readonly since: number }) {
  const { t, duration } = useWords();
  const now = useNow(1_000);
  return <span className="state-since">{t('state.for', { duration: duration(now - since) })}</span>;
}

type ShownState = ConnectionState | 'unreachable' | 'address-gone';

interface StateStyle {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  /** In progress: the icon is animated unless motion is reduced. */
  readonly busy?: boolean;
}

const STATE_STYLES: Readonly<Record<ShownState, StateStyle>> = {
  starting: { icon: CircleDashed, tone: 'neutral', busy: true },
  'signed-out': { icon: LogOut, tone: 'warn' },
  'signing-in': { icon: LogIn, tone: 'accent' },
  connecting: { icon: CircleDashed, tone: 'accent', busy: true },
  live: { icon: Radio, tone: 'live' },
  reconnecting: { icon: RefreshCw, tone: 'warn', busy: true },
  stopped: { icon: CirclePause, tone: 'neutral' },
  unreachable: { icon: CloudOff, tone: 'error' },
  'address-gone': { icon: Unlink, tone: 'error' },
};

const TIMED_STATES: ReadonlySet<ShownState> = new Set(['reconnecting', 'connecting']);

/** The session limit until a session reports it. */
const SLOTS_MAX = 3;

function Metrics({ status }: { readonly status: AppStatus | null }) {
  const { t, number, milliseconds } = useWords();
  const { slotsUsed = null, roundTripMs = null, nextRenewalAt = null } = status?.session ?? {};
  const max = status?.session?.slotsMax ?? SLOTS_MAX;
  return (
    <dl className="metrics">
      <Metric name={t('strip.slots')} hint={t('strip.slots-hint', { max })}>
        {slotsUsed === null ? null : t('strip.slots-value', { used: slotsUsed, max })}
      </Metric>
      <Metric name={t('strip.renewal')} hint={t('strip.renewal-hint')}>
        {nextRenewalAt === null ? null : <Countdown to={nextRenewalAt} />}
      </Metric>
      <Metric name={t('strip.round-trip')} hint={t('strip.round-trip-hint')}>
        {roundTripMs === null ? null : milliseconds(roundTripMs)}
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
  /** null if unknown. */
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
