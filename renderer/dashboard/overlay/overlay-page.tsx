import { Link2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { layoutOf, type NamedLayout } from '../../../shared/overlay/layouts.ts';
import { WIDGET_SIZES } from '../../../shared/overlay/names.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { selectOverlay, selectStatus } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { Waiting } from '../../ui/empty.tsx';
import { Fold } from '../../ui/fold.tsx';
import { AddressField, RevealButton } from '../address-field.tsx';
import { useSelect, useWords } from '../context.ts';
import { EditorProvider, useEditor, useEditorState, widgetName } from './editor-context.ts';
import { LayersCard } from './layers-card.tsx';
import { LayoutsBar } from './layouts-bar.tsx';
import { OverlayCard } from './overlay-card.tsx';
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
  return (
    <EditorProvider value={editor}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of what stands in it */}
      <div
        className="overlay-desk columns"
        onKeyDown={(event) => {
          const move = historyKey(event, event.target);
          if (!move) return;
          event.preventDefault();
          editor[move]();
        }}
      >
        <StageCard />
        <div className="overlay-side flow">
          <LayersCard />
          <WidgetCard />
          <OverlayCard />
          <AddressesCard />
        </div>
        <div className="flow">
          <ThemeCard />
        </div>
      </div>
    </EditorProvider>
  );
}

/** Stands for the overlay's own address, so the widget's name stays readable. */
const COVERED = '••••••••/';

function widgetAddress(overlayUrl: string, id: string): string {
  return `${overlayUrl}?widget=${encodeURIComponent(id)}`;
}

function AddressesCard() {
  const words = useWords();
  const { t } = words;
  const { state } = useEditor();
  const url = useSelect(selectStatus)?.overlay.url;
  const [revealed, setRevealed] = useState(false);
  if (url === undefined) return null;
  const sources = state.layout.map((widget) => ({
    id: widget.id,
    name: widgetName(widget, state.layout, words),
    size: WIDGET_SIZES[widget.kind],
    address: widgetAddress(url, widget.id),
    masked: widgetAddress(COVERED, widget.id),
  }));
  return (
    <Card
      icon={Link2}
      title={t('addresses.title')}
      aside={<RevealButton revealed={revealed} onChange={setRevealed} />}
    >
      <Fold title={t('addresses.each')}>
        <p className="card-note">{t('addresses.text')}</p>
        <ul className="stack">
          {sources.map(({ id, name, size, address, masked }) => (
            <li key={id}>
              <p className="source-name">
                <span>{name}</span>
                <span className="source-size">{t('addresses.size', size)}</span>
              </p>
              <AddressField
                label={t('addresses.of', { name })}
                address={address}
                masked={revealed ? null : masked}
                onReveal={() => setRevealed(true)}
                copyLabel={t('addresses.copy', { name })}
                wanted={false}
              />
            </li>
          ))}
        </ul>
      </Fold>
    </Card>
  );
}
