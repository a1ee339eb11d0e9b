import { FlaskConical, ListRestart, LogOut, Plug, Settings2 } from 'lucide-react';
import { useState } from 'react';
import type { AppMode, DesktopState } from '../../../shared/desktop.ts';
import { actionOf, type Dashboard } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { AskDialog } from '../../ui/dialog.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { useSetting } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';
import { HotkeysCard } from './hotkeys-card.tsx';
import { OverlayWindowCard } from './overlay-window-card.tsx';
import { UpdateCard, useShowName } from './update-card.tsx';
import { VaultCard } from './vault-card.tsx';

/** The desktop app: overlay window, hotkeys, startup and updates. */
export function DesktopPage({ desktop }: { readonly desktop: DesktopState }) {
  return (
    <div className="app-desk">
      <div className="app-side">
        <OverlayWindowCard desktop={desktop} />
        <div className="app-group">
          <ModeCard setup={desktop.setup} />
          <VaultCard vault={desktop.vault} />
        </div>
      </div>
      <div className="app-side">
        <HotkeysCard desktop={desktop} />
        <div className="app-group">
          <AppBehaviorCard desktop={desktop} />
          <UpdateCard desktop={desktop} />
        </div>
      </div>
    </div>
  );
}

/** Tray, startup, and update settings. */
function AppBehaviorCard({ desktop }: { readonly desktop: DesktopState }) {
  const { t } = useWords();
  const [toTray, setToTray] = useSetting('app.set', 'closeToTray', desktop.closeToTray);
  const [starts, setStarts] = useSetting('app.set', 'startWithSystem', desktop.startWithSystem);
  const [checks, setChecks] = useSetting('app.set', 'checkForUpdates', desktop.checkForUpdates);
  const able = desktop.canStartWithSystem;
  return (
    <Card icon={Settings2} title={t('maintenance.title')}>
      <Switch
        label={t('maintenance.close-to-tray')}
        text={t('maintenance.close-to-tray-text')}
        on={toTray}
        onChange={setToTray}
      />
      <Switch
        label={t('maintenance.start-with-system')}
        text={able ? undefined : t('maintenance.start-unable')}
        on={able && starts}
        disabled={!able}
        onChange={setStarts}
      />
      <Switch
        label={t('maintenance.check-updates')}
        text={t('maintenance.check-updates-text')}
        on={checks}
        onChange={setChecks}
      />
      <ActionProblem action="app.set#closeToTray" />
      <ActionProblem action="app.set#startWithSystem" />
      <ActionProblem action="app.set#checkForUpdates" />
    </Card>
  );
}

type Setup = DesktopState['setup'];
type Change = 'use-demo' | 'leave-demo';

/** Connected or demo mode, leaving the demo, and restarting the setup. */
function ModeCard({ setup }: { readonly setup: Setup }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [asking, setAsking] = useState(false);
  const again = useSelect(actionOf('setup.go'));
  const setting = useSelect(actionOf('setup.set-mode'));
  const change: Change = setup.mode === 'demo' ? 'leave-demo' : 'use-demo';
  // Nothing ends if nothing is connected.
  const asks = setup.mode !== 'undecided';
  return (
    <Card icon={Plug} title={t('mode.title')}>
      <div>
        <p className="update-title">{t(`mode.${setup.mode}`)}</p>
        <p className="card-note">{t(`mode.${setup.mode}-text`)}</p>
      </div>
      <div className="card-row">
        <Button
          icon={change === 'leave-demo' ? LogOut : FlaskConical}
          busy={setting.phase === 'pending'}
          onPress={() => (asks ? setAsking(true) : void changeMode(dashboard, change, setup))}
        >
          {t(`mode.${change}`)}
        </Button>
        <Button
          variant="ghost"
          icon={ListRestart}
          busy={again.phase === 'pending'}
          onPress={() => void dashboard.desktop('setup.go', { step: 'welcome' })}
        >
          {t('mode.again')}
        </Button>
      </div>
      <ActionProblem action="setup.set-mode" />
      <ActionProblem action="setup.go" />
      {asking ? (
        <ModeDialog setup={setup} change={change} onClose={() => setAsking(false)} />
      ) : null}
    </Card>
  );
}

interface ModeDialogProps {
  readonly setup: Setup;
  readonly change: Change;
  readonly onClose: () => void;
}

function ModeDialog({ setup, change, onClose }: ModeDialogProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const showName = useShowName();
  const leaving = change === 'leave-demo';
  const text = leaving
    ? t(isConnectable(setup) ? 'mode.ask-leave-text' : 'mode.ask-leave-setup')
    : t('mode.ask-demo-text');
  return (
    <AskDialog
      title={t(leaving ? 'mode.ask-leave' : 'mode.ask-demo')}
      name={showName}
      text={text}
      confirm={t(`mode.${change}`)}
      cancel={t('mode.cancel')}
      onConfirm={() => {
        onClose();
        void changeMode(dashboard, change, setup);
      }}
      onClose={onClose}
    />
  );
}

/** Whether the streamer's application is already set. */
function isConnectable({ connect }: Setup): boolean {
  return connect.clientId !== '' && connect.hasSecret;
}

/** Leaving the demo leads to the channel, or to its setup. */
async function changeMode(dashboard: Dashboard, change: Change, setup: Setup): Promise<void> {
  const setMode = (mode: AppMode) => dashboard.desktop('setup.set-mode', { mode });
  if (change === 'use-demo') {
    await setMode('demo');
  } else if (isConnectable(setup)) {
    await setMode('connect');
  } else if ((await setMode('undecided')) !== null) {
    await dashboard.desktop('setup.go', { step: 'application' });
  }
}
