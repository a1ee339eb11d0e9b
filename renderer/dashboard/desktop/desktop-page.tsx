import { Settings2 } from 'lucide-react';
import type { DesktopState } from '../../../shared/desktop.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useWords } from '../context.ts';
import { HotkeysCard } from './hotkeys-card.tsx';
import { ModeCard } from './mode-card.tsx';
import { OverlayWindowCard } from './overlay-window-card.tsx';
import { UpdateCard } from './update-card.tsx';
import { useSetting } from './use-setting.ts';
import { VaultCard } from './vault-card.tsx';

/** The app around the core: its overlay window, hotkeys, and the care of itself. */
export function AppPage({ desktop }: { readonly desktop: DesktopState }) {
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
          <CareCard desktop={desktop} />
          <UpdateCard desktop={desktop} />
        </div>
      </div>
    </div>
  );
}

/** How the app behaves as a program of the system. */
function CareCard({ desktop }: { readonly desktop: DesktopState }) {
  const { t } = useWords();
  const [toTray, setToTray] = useSetting('app.set', 'closeToTray', desktop.closeToTray);
  const [starts, setStarts] = useSetting('app.set', 'startWithSystem', desktop.startWithSystem);
  const [checks, setChecks] = useSetting('app.set', 'checkForUpdates', desktop.checkForUpdates);
  const able = desktop.canStartWithSystem;
  return (
    <Card icon={Settings2} title={t('care.title')}>
      <Switch
        label={t('care.close-to-tray')}
        text={t('care.close-to-tray-text')}
        on={toTray}
        onChange={setToTray}
      />
      <Switch
        label={t('care.start-with-system')}
        text={able ? undefined : t('care.start-unable')}
        on={able && starts}
        disabled={!able}
        onChange={setStarts}
      />
      <Switch
        label={t('care.check-updates')}
        text={t('care.check-updates-text')}
        on={checks}
        onChange={setChecks}
      />
      <ActionProblem action="app.set#closeToTray" />
      <ActionProblem action="app.set#startWithSystem" />
      <ActionProblem action="app.set#checkForUpdates" />
    </Card>
  );
}
