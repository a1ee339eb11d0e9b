import {
  CircleDashed,
  CirclePause,
  CloudOff,
  LogIn,
  LogOut,
  type LucideIcon,
  Radio,
  RefreshCw,
  TriangleAlert,
  Unlink,
} from 'lucide-react';
import type { AppStatus, ConnectionState as State } from '../../../shared/status.ts';
import { firstOpenGap, missedKinds } from '../../stores/dashboard-history.ts';
import {
  selectAddressGone,
  selectConnectionHistory,
  selectReachable,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import type { Tone } from '../../ui/badge.tsx';
import { kindTexts, reasonText } from '../connection/coverage.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { Elapsed } from '../times.tsx';

/** The connection, seen only while something is wrong with it; changes are always read out. */
export function ConnectionState() {
  const words = useWords();
  const status = useSelect(selectStatus);
  const reachable = useSelect(selectReachable);
  const gone = useSelect(selectAddressGone);
  const shown = shownState(status, reachable, gone);
  // With a gap to tell of there is no room for why; it stands on the connection's page.
  const isGap = firstOpenGap(useSelect(selectConnectionHistory)) !== null && reachable;
  const room = isGap ? 'heard-unless-wide' : 'heard-when-narrow';
  const reason = reachable ? reasonText(status?.connection.reason ?? null, words) : null;
  return (
    <>
      <StateBadge shown={shown} since={status?.connection.since ?? null} room={room} />
      {reachable ? <GapHint /> : null}
      {reachable ? <SlotsHint /> : null}
      <p className={`strip-reason ${room}`} role="status">
        {reason}
      </p>
    </>
  );
}

/** Without the core the state is unknown; before the first status it is connecting. */
function shownState(status: AppStatus | null, reachable: boolean, gone: boolean): ShownState {
  if (gone) return 'address-gone';
  if (!status) return 'connecting';
  return reachable ? status.connection.state : 'unreachable';
}

type ShownState = State | 'unreachable' | 'address-gone';

interface StateBadgeProps {
  readonly shown: ShownState;
  /** null if unknown. */
  readonly since: number | null;
  /** Where its seconds are seen. */
  readonly room: string;
}

function StateBadge({ shown, since, room }: StateBadgeProps) {
  const { t } = useWords();
  const { icon: Icon, tone, busy } = STATE_STYLES[shown];
  const look = shown === 'live' ? 'only-heard' : `state tone-${tone}`;
  return (
    <div className={look} data-state={shown}>
      <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
      {/* Only the word is read out when it changes; the seconds beside it are not. */}
      <span className="state-word" role="status" aria-live="polite" aria-atomic="true">
        <span className="only-heard">{t('state.label')}: </span>
        {t(`state.${shown}`)}
      </span>
      {since !== null && TIMED_STATES.has(shown) ? <SinceText since={since} room={room} /> : null}
    </div>
  );
}

function SinceText({ since, room }: { readonly since: number; readonly room: string }) {
  const { t, duration } = useWords();
  const now = useNow(1_000);
  return (
    <span className={`state-since ${room}`}>
      {t('state.for', { duration: duration(now - since) })}
    </span>
  );
}

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

/** Events may be missed right now. */
function GapHint() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const history = useSelect(selectConnectionHistory);
  const first = firstOpenGap(history);
  if (!history || !first) return null;
  const kinds = kindTexts(missedKinds(history));
  return (
    <button
      type="button"
      className="gap-hint tone-warn"
      title={t('strip.missing-hint')}
      onClick={() => dashboard.show('settings', 'connection')}
    >
      <TriangleAlert size={16} aria-hidden />
      {/* Only the words are read out; the seconds beside them are not. */}
      <span className="gap-word cut" role="status">
        {kinds ? t('strip.missing-kinds', { kinds }) : t('strip.missing')}
      </span>
      <Elapsed since={first.from} />
    </button>
  );
}

/** No session is free for the next change of sessions. */
function SlotsHint() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const session = useSelect(selectStatus)?.session ?? null;
  if (session === null || session.slotsUsed === null) return null;
  if (session.slotsUsed < session.slotsMax) return null;
  return (
    <button
      type="button"
      className="gap-hint slots-hint tone-warn"
      title={t('line.sessions-full')}
      onClick={() => dashboard.show('settings', 'connection')}
    >
      <TriangleAlert size={16} aria-hidden />
      <span className="heard-when-narrow">{t('strip.slots-full')}</span>
    </button>
  );
}
