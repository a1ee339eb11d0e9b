import { FlaskConical, ListRestart, LogOut, Plug, Settings2 } from 'lucide-react';
import { useState } from 'react';
import type { AppMode, DesktopState } from '../../../shared/desktop.ts';
import type { Dashboard } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { AskDialog } from '../../ui/dialog.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { useSetting } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';
import { hasApplication } from '../setup/steps.ts';
import { HotkeysCard } from './hotkeys-card.tsx';
import { OverlayWindowCard } from './overlay-window-card.tsx';
import { UpdateCard, useShowName } from './update-card.tsx';
import { VaultCard } from './vault-card.tsx';

export function DesktopPage({ desktop }: { readonly desktop: DesktopState }) {
  return (
    <div className="app-desk columns">
      <div className="app-side flow">
        <OverlayWindowCard desktop={desktop} />
        <div className="app-group flow">
          <ModeCard setup={desktop.setup} />
          <VaultCard vault={desktop.vault} />
        </div>
      </div>
      <div className="app-side flow">
        <HotkeysCard desktop={desktop} />
        <div className="app-group flow">
          <AppBehaviorCard desktop={desktop} />
          <UpdateCard desktop={desktop} />
        </div>
      </div>
    </div>
  );
}

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

function ModeCard({ setup }: { readonly setup: Setup }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const showName = useShowName();
  const [asking, setAsking] = useState(false);
  const leaving = setup.mode === 'demo';
  const change = t(leaving ? 'mode.leave-demo' : 'mode.use-demo');
  const leaveText = hasApplication(setup) ? 'mode.ask-leave-text' : 'mode.ask-leave-setup';
  const changeMode = () => {
    setAsking(false);
    void (leaving ? leaveDemo(dashboard, setup) : setMode(dashboard, 'demo'));
  };
  return (
    <Card icon={Plug} title={t('mode.title')}>
      <div>
        <p className="update-title">{t(`mode.${setup.mode}`)}</p>
        <p className="card-note">{t(`mode.${setup.mode}-text`)}</p>
      </div>
      <div className="card-row">
        <ActionButton
          action="setup.set-mode"
          icon={leaving ? LogOut : FlaskConical}
          // Nothing ends if nothing is connected.
          onPress={() => (setup.mode === 'undecided' ? changeMode() : setAsking(true))}
        >
          {change}
        </ActionButton>
        <ActionButton
          action="setup.go"
          variant="ghost"
          icon={ListRestart}
          onPress={() => void dashboard.desktop('setup.go', { step: 'welcome' })}
        >
          {t('mode.again')}
        </ActionButton>
      </div>
      <ActionProblem action="setup.set-mode" />
      <ActionProblem action="setup.go" />
      {asking ? (
        <AskDialog
          title={t(leaving ? 'mode.ask-leave' : 'mode.ask-demo')}
          name={showName}
          text={t(leaving ? leaveText : 'mode.ask-demo-text')}
          confirm={change}
          cancel={t('mode.cancel')}
          onConfirm={changeMode}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  );
}

const setMode = (dashboard: Dashboard, mode: AppMode) =>
  dashboard.desktop('setup.set-mode', { mode });

async function leaveDemo(dashboard: Dashboard, setup: Setup): Promise<void> {
  if (hasApplication(setup)) {
    await setMode(dashboard, 'connect');
  } else if (await setMode(dashboard, 'undecided')) {
    await dashboard.desktop('setup.go', { step: 'application' });
  }
}
