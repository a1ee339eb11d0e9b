import { memo, type ReactNode, useMemo } from 'react';
import type { Widget } from '../../../shared/overlay/widgets.ts';
import { isNarrow } from '../../overlay/layout-places.ts';
import { Place } from '../../overlay/layout-stage.tsx';
import { selectLanguage } from '../../stores/dashboard-store.ts';
import { OverlayStoreProvider } from '../../stores/overlay-context.tsx';
import { WidgetLanguage } from '../../widgets/widget-words.tsx';
import { useSelect } from '../context.ts';
import { type PreviewOf, usePreview } from './use-preview.ts';

/** What the overlay page draws on a lying picture, by the page's own parts. */
export const PreviewWidgets = memo(function PreviewWidgets(props: PreviewOf): ReactNode {
  const language = useSelect(selectLanguage);
  const { source, theme, replay = null } = props;
  const layout = useMemo(
    () => (source === 'sample' ? props.layout.map(lasting) : props.layout),
    [source, props.layout],
  );
  const store = usePreview({ layout, theme, source, replay });
  const shown = layout.filter((widget) => widget.shown);
  return (
    <OverlayStoreProvider store={store}>
      <WidgetLanguage language={language}>
        <main className="sl-overlay" data-places="boxes">
          {shown.map((widget) => (
            <Place
              key={widget.id}
              widget={widget}
              kind="boxes"
              narrow={isNarrow(widget, 'boxes', false)}
            />
          ))}
        </main>
      </WidgetLanguage>
    </OverlayStoreProvider>
  );
});

/** The widget as it is before its time is up: a sample show does not go on, and would soon be empty. */
function lasting(widget: Widget): Widget {
  if (widget.kind === 'chat' && widget.settings.fadeAfterS !== null) {
    return { ...widget, settings: { ...widget.settings, fadeAfterS: null } };
  }
  if (widget.kind === 'purchases' && widget.settings.holdS !== null) {
    return { ...widget, settings: { ...widget.settings, holdS: null } };
  }
  return widget;
}
