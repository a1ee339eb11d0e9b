import { FlaskConical, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { selectDesktop, selectReachable, selectStatus } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { SignOutDialog } from '../account/account.tsx';
import { StatusBarAlerts } from '../alerts/alert-controls.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { PreflightLink } from '../maintenance/preflight-card.tsx';
import { AirState, BeginBroadcast, BroadcastDialog, ViewerCount } from './air-state.tsx';
import { AppMenu, AttentionLink, MenuButton } from './app-menu.tsx';
import { ConnectionState } from './connection-state.tsx';
import { ObsButton, ObsPopup } from './obs-popup.tsx';

/** One line on top of every page; in a dock only what fits, and the rest in its menu. */
export function StatusBar() {
  const { t } = useWords();
  const status = useSelect(selectStatus);
  const reachable = useSelect(selectReachable);
  const [open, setOpen] = useState<'menu' | 'obs' | 'broadcast' | 'sign-out' | null>(null);
  const close = () => setOpen(null);
  const dashboard = useDashboard();
  const isSetUp = (useSelect(selectDesktop)?.setup.step ?? 'done') === 'done';
  // The first run stands in the pages' place: there the address opens over it.
  const openObs = () => (isSetUp ? dashboard.show('settings', 'obs') : setOpen('obs'));
  return (
    <header className="strip" data-stale={status !== null && !reachable}>
      <h1 className="only-heard">{t('app.name')}</h1>
      {status ? (
        <div className="strip-air">
          <AirState />
          <BeginBroadcast onOpen={() => setOpen('broadcast')} />
        </div>
      ) : null}
      {status?.demo ? (
        <Badge tone="accent" icon={FlaskConical} title={t('app.demo-hint')}>
          {t('app.demo')}
        </Badge>
      ) : null}
      <ViewerCount />
      <ObsButton onOpen={openObs} />
      <ConnectionState />
      <WaitingLink />
      <StatusBarAlerts />
      <div className="strip-end">
        <AttentionLink />
        <PreflightLink />
        <MenuButton onOpen={() => setOpen('menu')} />
      </div>
      {open === 'menu' ? (
        <AppMenu
          onBroadcast={() => setOpen('broadcast')}
          onSignOut={() => setOpen('sign-out')}
          onClose={close}
        />
      ) : null}
      {open === 'obs' ? <ObsPopup onClose={close} /> : null}
      {open === 'sign-out' ? <SignOutDialog onClose={close} /> : null}
      {open === 'broadcast' ? <BroadcastDialog onClose={close} /> : null}
    </header>
  );
}

/** How many alerts wait; leads to them. */
function WaitingLink() {
  const { t, number } = useWords();
  const dashboard = useDashboard();
  const count = useSelect(selectStatus)?.alerts.waiting;
  if (count === undefined) return null;
  return (
    <button
      type="button"
      className="strip-fact strip-waiting"
      data-none={count === 0}
      title={t('strip.waiting-hint')}
      onClick={() => dashboard.show('alerts', 'queue')}
    >
      <Hourglass size={14} aria-hidden />
      <span className="heard-when-tight">{t('strip.waiting', { count })}</span>
      <span className="strip-short" aria-hidden>
        {number(count)}
      </span>
    </button>
  );
}
