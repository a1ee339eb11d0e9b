import { LoaderCircle } from 'lucide-react';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { selectOverlay } from '../../stores/dashboard-store.ts';
import { useSelect, useWords } from '../context.ts';
import { AddressesCard } from './addresses-card.tsx';
import { EditorProvider } from './editor-context.ts';
import { LayersCard } from './layers-card.tsx';
import { historyKey, StageCard } from './stage-card.tsx';
import { ThemeCard } from './theme-card.tsx';
import { ThemeFileCard } from './theme-file-card.tsx';
import { useEditorState } from './use-editor-state.ts';
import { WidgetCard } from './widget-card.tsx';

/** What viewers see: what stands where, how it looks, and by which addresses it gets into OBS. */
export function OverlayPage() {
  const { t } = useWords();
  const overlay = useSelect(selectOverlay);
  if (overlay) return <EditorPage overlay={overlay} />;
  return (
    <div className="empty" role="status">
      <LoaderCircle size={32} aria-hidden className="spinning" />
      <p className="empty-title">{t('app.waiting')}</p>
    </div>
  );
}

function EditorPage({ overlay }: { readonly overlay: OverlaySettings }) {
  const { editor, removed } = useEditorState(overlay);
  return (
    <EditorProvider value={editor}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of what stands in it */}
      <div
        className="overlay-desk"
        onKeyDown={(event) => {
          const move = historyKey(event, event.target);
          if (!move) return;
          event.preventDefault();
          editor[move]();
        }}
      >
        <StageCard removed={removed} />
        <div className="overlay-side">
          <LayersCard />
          <WidgetCard />
          <AddressesCard />
        </div>
        <div className="overlay-look">
          <ThemeCard />
          <ThemeFileCard />
        </div>
      </div>
    </EditorProvider>
  );
}
