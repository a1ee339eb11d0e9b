import { type ReactNode, useState } from 'react';
import { useOverlay, useOverlayStore } from '../stores/overlay-context.tsx';
import type { ViewProps } from './show-widgets.tsx';
import { WidgetPage } from './widget-page.tsx';

/** A widget of somebody else's in a frame of its own, which has nothing of this page. */
export function CustomWidget({ widget: { settings } }: ViewProps<'custom'>): ReactNode {
  const frame = useOverlay(({ widgets }) =>
    widgets.frames?.find(({ id }) => id === settings.package),
  );
  const [isStopped, setStopped] = useState<string | null>(null);
  const store = useOverlayStore();
  if (!frame || frame.paused) return null;
  const made = `${frame.address}#${frame.revision}`;
  // At once here, and on the other pages when the core has heard of it.
  if (isStopped === made) return null;
  return (
    <WidgetPage
      key={made}
      frame={frame}
      store={store}
      editing={false}
      onFault={(fault) => {
        setStopped(made);
        store.ofWidgets.say?.({ type: 'widget-fault', id: frame.id, fault });
      }}
    />
  );
}
