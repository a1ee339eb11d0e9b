import { FlaskConical, TriangleAlert } from 'lucide-react';
import type { AppStatus } from '../../../shared/status.ts';
import { selectAddressGone, selectReachable, selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { AlertStrip } from '../alert-controls/alert-strip.tsx';
import { PreflightLink } from '../care/preflight-link.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { reasonText } from '../reason-text.ts';
import { Account } from './account.tsx';
import { GapHint } from './gap-hint.tsx';
import { Metrics } from './metrics.tsx';
import { LanguageSwitch, ThemeSwitch } from './preferences.tsx';
import { StateBadge } from './state-badge.tsx';
import type { ShownState } from './state-words.ts';

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
