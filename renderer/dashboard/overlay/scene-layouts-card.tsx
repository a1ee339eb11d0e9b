import { Clapperboard } from 'lucide-react';
import { namedLayouts } from '../../../shared/overlay/layouts.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { selectObs } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/choices.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { layoutName } from './layouts-bar.tsx';

/** Stands for "leave the layout": ids are never empty. */
const NONE = '';

/** Which layout goes on air with which scene of OBS; nothing as long as there is one layout only. */
export function SceneLayoutsCard({ overlay }: { readonly overlay: OverlaySettings }) {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const obs = useSelect(selectObs);
  const layouts = namedLayouts(overlay);
  const { sceneLayouts: rules } = overlay;
  const isConnected = obs?.link.state === 'connected';
  if (layouts.length < 2 || (!isConnected && rules.length === 0)) return null;
  const known = obs?.scenes ?? [];
  const gone = rules.map(({ scene }) => scene).filter((scene) => !known.includes(scene));
  const choose = (scene: string, layout: string) => {
    const others = rules.filter((rule) => rule.scene !== scene);
    const sceneLayouts = layout === NONE ? others : [...others, { scene, layout }];
    void dashboard.ask('overlay.set', { sceneLayouts }, 'scenes');
  };
  return (
    <Card icon={Clapperboard} title={t('scenes.layouts')}>
      <p className="card-text">{t('scenes.layouts-text')}</p>
      {isConnected ? null : <p className="card-note">{t('scenes.no-obs')}</p>}
      <div className="scrolls stack roomy scene-layouts">
        {[...known, ...gone].map((scene) => (
          <SelectField
            key={scene}
            label={isConnected && gone.includes(scene) ? t('scenes.gone', { scene }) : scene}
            choices={[
              { value: NONE, label: t('scenes.keep') },
              ...layouts.map((each) => ({ value: each.id, label: layoutName(each, words) })),
            ]}
            chosen={rules.find((rule) => rule.scene === scene)?.layout ?? NONE}
            onChoose={(layout) => choose(scene, layout)}
          />
        ))}
      </div>
      <ActionProblem action="overlay.set#scenes" />
    </Card>
  );
}
