import { MonitorPlay } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ObsState } from '../../../shared/contract/obs.ts';
import { useRowStops } from '../../ui/row-stops.ts';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

/** OBS's scenes: a press puts one on air. Arrow keys lead from one to the next and switch nothing. */
export function ObsScenes({ obs }: { readonly obs: ObsState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const list = useRef<HTMLUListElement>(null);
  const [last, setLast] = useState<string | null>(null);
  const { scenes, programScene, strip } = obs;
  useRowStops(list, scenes.length > 0);
  if (scenes.length === 0) return null;
  const show = (scene: string) => {
    setLast(scene);
    void dashboard.ask('obs.scene', { scene }, scene);
  };
  return (
    <section className="stack" aria-label={t('obs.strip-scenes')}>
      <h3>{t('obs.strip-scenes')}</h3>
      {strip.studioMode ? <p className="card-note">{t('obs.strip-studio')}</p> : null}
      <ul className="scrolls obs-scenes obs-switch" ref={list}>
        {scenes.map((scene) => {
          const isOnAir = scene === programScene;
          return (
            <li key={scene}>
              <CoreButton
                action={`obs.scene#${scene}`}
                icon={isOnAir ? MonitorPlay : undefined}
                label={isOnAir ? t('obs.scene-on-air', { scene }) : scene}
                title={scene}
                pressed={isOnAir}
                onPress={() => {
                  if (!isOnAir) show(scene);
                }}
              >
                {scene}
              </CoreButton>
            </li>
          );
        })}
      </ul>
      {last === null ? null : <ActionProblem action={`obs.scene#${last}`} />}
    </section>
  );
}
