import { FlaskConical, TriangleAlert } from 'lucide-react';
import type { AppStatus, ConnectionStatus } from '../../../shared/status.ts';
import {
  selectAddressGone,
  selectLifeline,
  selectReachable,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Account } from '../account/account.tsx';
import { AlertStrip } from '../alerts/alert-strip.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { Lasting } from '../lasting.tsx';
import { PreflightLink } from '../maintenance/preflight-link.tsx';
import { reasonText } from '../reason-text.ts';
import { Metrics } from './metrics.tsx';
import { LanguageSwitch, ThemeSwitch } from './preferences.tsx';
import { type ShownState, STATE_LOOKS, TIMED_STATES } from './state-words.ts';

/** The strip that is never out of sight. */
export function StateStrip() {
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
        <AlertStrip />
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

/** A page that cannot reach the core does not know the state; before the first word it connects. */
function shownState(status: AppStatus | null, reachable: boolean, gone: boolean): ShownState {
  if (gone) return 'address-gone';
  if (!status) return 'connecting';
  return reachable ? status.connection.state : 'unreachable';
}

/** The way to the health card, where it wants to be read. */
function Attention({ status }: { readonly status: AppStatus | null }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const urgent = status?.notices.filter((notice) => notice.level !== 'info').length ?? 0;
  const count = urgent + (status?.scopes.missing.length ?? 0);
  if (count === 0) return null;
  const label = t('strip.attention', { count });
  return (
    // The link goes to the card; pressing it also brings the view that the card is in.
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

/** Events may be missed right now: never out of sight, and the way to where it is explained. */
function GapHint() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const openGap = useSelect(selectLifeline)?.openGap ?? null;
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
      <Lasting since={openGap.from} />
    </button>
  );
}

interface StateBadgeProps {
  readonly shown: ShownState;
  /** null before the core has spoken. */
  readonly connection: ConnectionStatus | null;
}

/** What the live stream is doing: icon, word, colour, and how long where it matters. */
function StateBadge({ shown, connection }: StateBadgeProps) {
  const { t } = useWords();
  const { icon: Icon, tone, word, busy } = STATE_LOOKS[shown];
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
