import type { Widget, WidgetScenes } from '../../../shared/overlay/widgets.ts';
import { selectObs } from '../../stores/dashboard-store.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { ChoiceList } from '../../ui/choices.tsx';
import { useSelect, useWords } from '../context.ts';
import { useEditor } from './editor-context.ts';
import { withScenes } from './layout-edit.ts';

const EVERYWHERE: WidgetScenes = { in: 'all', names: [] };
const WAYS = ['all', 'only', 'not'] as const satisfies readonly WidgetScenes['in'][];

/** In which of OBS's scenes the widget shows. */
export function WidgetScenesFields({ widget }: { readonly widget: Widget }) {
  const { t } = useWords();
  const { changeLayout } = useEditor();
  const { id, kind, scenes = EVERYWHERE } = widget;
  const set = (next: WidgetScenes) => changeLayout((layout) => withScenes(layout, id, next));
  return (
    <div className="stack roomy">
      <ChoiceList
        label={t('scenes.widget')}
        choices={WAYS.map((value) => ({ value, label: t(`scenes.${value}`) }))}
        chosen={scenes.in}
        onChoose={(way) => set({ ...scenes, in: way })}
      />
      {scenes.in === 'all' ? null : (
        <SceneList names={scenes.names} onChoose={(names) => set({ ...scenes, names })} />
      )}
      {kind === 'alerts' && scenes.in !== 'all' ? (
        <p className="card-note">{t('scenes.alerts-wait')}</p>
      ) : null}
    </div>
  );
}

interface SceneListProps {
  readonly names: readonly string[];
  readonly onChoose: (names: string[]) => void;
}

/** Those of OBS, and those chosen before that it does not have now. */
function SceneList({ names, onChoose }: SceneListProps) {
  const { t } = useWords();
  const obs = useSelect(selectObs);
  const isConnected = obs?.link.state === 'connected';
  const known = obs?.scenes ?? [];
  const gone = names.filter((name) => !known.includes(name));
  const choices = [
    ...known.map((value) => ({ value, label: value })),
    ...gone.map((value) => ({
      value,
      label: isConnected ? t('scenes.gone', { scene: value }) : value,
    })),
  ];
  return (
    <>
      {isConnected ? null : <p className="card-note">{t('scenes.no-obs')}</p>}
      {choices.length === 0 ? null : (
        <div className="scrolls obs-scenes">
          <CheckList
            label={t('scenes.list')}
            choices={choices}
            chosen={names}
            onChoose={onChoose}
          />
        </div>
      )}
    </>
  );
}
