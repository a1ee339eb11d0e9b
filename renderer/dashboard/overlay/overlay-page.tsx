import { useEffect, useMemo, useState } from 'react';
import { layoutOf, type NamedLayout } from '../../../shared/overlay/layouts.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { selectOverlay } from '../../stores/dashboard-store.ts';
import { Waiting } from '../../ui/empty.tsx';
import { useSelect, useWords } from '../context.ts';
import { EditorProvider, useEditorState } from './editor-context.ts';
import { LayersCard } from './layers-card.tsx';
import { LayoutsBar } from './layouts-bar.tsx';
import { OverlayCard } from './overlay-card.tsx';
import { SceneLayoutsCard } from './scene-layouts-card.tsx';
import { historyKey, StageCard } from './stage-card.tsx';
import { ThemeCard } from './theme-card.tsx';
import { WidgetCard } from './widget-card.tsx';

export function OverlayPage() {
  const { t } = useWords();
  const overlay = useSelect(selectOverlay);
  return overlay ? <Layouts overlay={overlay} /> : <Waiting title={t('app.waiting')} />;
}

/** Shows one layout to edit; which one is on air is decided apart from that. */
function Layouts({ overlay }: { readonly overlay: OverlaySettings }) {
  const [wanted, edit] = useState(overlay.onAirLayout);
  const edited = useMemo(
    () => layoutOf(overlay, wanted) ?? layoutOf(overlay, overlay.onAirLayout),
    [overlay, wanted],
  );
  if (!edited) return null;
  return (
    <>
      <LayoutsBar overlay={overlay} edited={edited} onEdit={edit} />
      <EditorPage key={edited.id} overlay={overlay} entry={edited} />
    </>
  );
}

interface EditorPageProps {
  readonly overlay: OverlaySettings;
  readonly entry: NamedLayout;
}

function EditorPage({ overlay, entry }: EditorPageProps) {
  const editor = useEditorState(overlay, entry);
  const { undo, redo } = editor;
  useEffect(() => {
    // On the document: after a touch, or a press beside everything, nothing in here has the focus.
    const press = (event: KeyboardEvent) => {
      const move = historyKey(event, event.target);
      if (!move || event.defaultPrevented) return;
      event.preventDefault();
      (move === 'undo' ? undo : redo)();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [undo, redo]);
  return (
    <EditorProvider value={editor}>
      <div className="overlay-desk columns">
        <StageCard />
        <div className="overlay-side flow">
          <LayersCard />
          <WidgetCard />
          <OverlayCard />
        </div>
        <div className="flow">
          <ThemeCard />
          <SceneLayoutsCard overlay={overlay} />
        </div>
      </div>
    </EditorProvider>
  );
}
