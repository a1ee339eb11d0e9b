import { Layers } from 'lucide-react';
import { namedLayouts } from '../../../shared/overlay/layouts.ts';
import { selectOverlay } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { layoutName } from './layouts-bar.tsx';

/** Puts another layout on air from beside the show; nothing while there is only one. */
export function LayoutSwitch() {
  const words = useWords();
  const dashboard = useDashboard();
  const overlay = useSelect(selectOverlay);
  const all = overlay ? namedLayouts(overlay) : [];
  if (!overlay || all.length < 2) return null;
  return (
    <div className="layout-switch card-row">
      <Layers size={16} aria-hidden />
      <select
        className="entry-field"
        aria-label={words.t('layouts.switch')}
        title={words.t('layouts.switch')}
        value={overlay.onAirLayout}
        onChange={(event) => {
          void dashboard.ask('overlay.switch', { to: event.currentTarget.value });
        }}
      >
        {all.map((each) => (
          <option key={each.id} value={each.id}>
            {layoutName(each, words)}
          </option>
        ))}
      </select>
      <ActionProblem action="overlay.switch" closable />
    </div>
  );
}
