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
import type { PageKey } from '../../../shared/locales/index.ts';
import type { AppStatus, ConnectionState, ConnectionStatus } from '../../../shared/status.ts';
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

/** The status bar, always visible. */
export function StatusBar() {
  const words = useWords();
  const { t } = words;
  const status = useSelect(selectStatus);
  const reachable = useSelect(selectReachable);
  const gone = useSelect(selectAddressGone);
  const reason = reachable ? reasonText(status?.connection.reason ?? null, words) : null;
  return (
    <header className="strip" data-stale={status !== null && !reachable}>
      <h1 className="only-heard">{t('app.name')}</h1>
      <div className="strip-state">
        <StateBadge
          shown={shownState(status, reachable, gone)}
          connection={status?.connection ?? null}
        />
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

/** A link to the health card while it has entries. */
function Attention({ status }: { readonly status: AppStatus | null }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const urgent = status?.notices.filter((notice) => notice.level !== 'info').length ?? 0;
  const count = urgent + (status?.scopes.missing.length ?? 0);
  if (count === 0) return null;
  const label = t('strip.attention', { count });
  return (
    // The link targets the card; pressing it also opens the card's view.
    // biome-ignore lint/a11y/useValidAnchor: see above
    <a
      className="attention tone-warn"
      href="#health"
      title={label}
      onClick={() => dashboard.show('show')}
    >
      <TriangleAlert size={16} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="only-heard">{label}</span>
    </a>
  );
}

/** Warns that events may be missed right now, and links to the explanation. */
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
      onClick={() => dashboard.show('connection')}
    >
      <TriangleAlert size={16} aria-hidden />
      {/* Only the words are read out; the seconds beside them are not. */}
      <span role="status">{t('strip.missing')}</span>
      <Elapsed since={openGap.from} />
    </button>
  );
}

interface StateBadgeProps {
  readonly shown: ShownState;
  /** null before the first status. */
  readonly connection: ConnectionStatus | null;
}

/** The connection state: icon, word, colour, and duration if useful. */
function StateBadge({ shown, connection }: StateBadgeProps) {
  const { t } = useWords();
  const { icon: Icon, tone, word, busy } = STATE_STYLES[shown];
  return (
    <div className={`state tone-${tone}`} data-state={shown}>
      <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
      {/* Only the word is read out when it changes; the seconds beside it are not. */}
      <span className="state-word" role="status" aria-live="polite" aria-atomic="true">
        <span className="only-heard">{t('state.label')}: </span>
        {t(word)}
      </span>
      {connection && TIMED_STATES.has(shown) ? <SinceText since={connection.since} /> : null}
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
  readonly word: PageKey;
  /** In progress: the icon is animated unless motion is reduced. */
  readonly busy: boolean;
}

const STATE_STYLES: Readonly<Record<ShownState, StateStyle>> = {
  starting: { icon: CircleDashed, tone: 'neutral', word: 'state.starting', busy: true },
  'signed-out': { icon: LogOut, tone: 'warn', word: 'state.signed-out', busy: false },
  'signing-in': { icon: LogIn, tone: 'accent', word: 'state.signing-in', busy: false },
  connecting: { icon: CircleDashed, tone: 'accent', word: 'state.connecting', busy: true },
  live: { icon: Radio, tone: 'live', word: 'state.live', busy: false },
  reconnecting: { icon: RefreshCw, tone: 'warn', word: 'state.reconnecting', busy: true },
  stopped: { icon: CirclePause, tone: 'neutral', word: 'state.stopped', busy: false },
  unreachable: { icon: CloudOff, tone: 'error', word: 'state.unreachable', busy: false },
  'address-gone': { icon: Unlink, tone: 'error', word: 'state.address-gone', busy: false },
};

/** States shown with their duration. */
const TIMED_STATES: ReadonlySet<ShownState> = new Set(['reconnecting', 'connecting']);

/** The session limit until a session reports it. */
const SLOTS_MAX = 3;

/** The numbers that stay visible. */
function Metrics({ status }: { readonly status: AppStatus | null }) {
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
