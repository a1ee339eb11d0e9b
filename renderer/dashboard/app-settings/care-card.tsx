import { Settings2 } from 'lucide-react';
import type { DesktopState } from '../../../shared/desktop.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useWords } from '../context.ts';
import { useSetting } from './use-setting.ts';

/** How the app behaves as a program of the system. */
export function CareCard({ desktop }: { readonly desktop: DesktopState }) {
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
