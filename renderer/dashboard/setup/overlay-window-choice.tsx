import { AppWindow } from 'lucide-react';
import { actionOf, selectDesktop } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';

/** The other way to put the overlay on the screen. */
export function OverlayWindowChoice() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const desktop = useSelect(selectDesktop);
  const shown = desktop?.overlayWindow.shown ?? false;
  const floats = desktop?.overlayFloats ?? true;
  const { phase } = useSelect(actionOf('overlay-window.set#setup'));
  return (
    <div className="panel">
      <div className="other-way">
        <AppWindow size={24} aria-hidden className="other-way-icon" />
        <div>
          <h3 className="panel-title">{t('onair.window')}</h3>
          <p className="card-text">{t(floats ? 'onair.window-text' : 'onair.window-sunk')}</p>
        </div>
        <Button
          busy={phase === 'pending'}
          onPress={() => void dashboard.desktop('overlay-window.set', { shown: !shown }, 'setup')}
        >
          {t(shown ? 'onair.window-off' : 'onair.window-on')}
        </Button>
      </div>
      <ActionProblem action="overlay-window.set#setup" />
    </div>
  );
}
