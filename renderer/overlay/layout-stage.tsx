import {
  type CSSProperties,
  memo,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { CANVAS, TICKER_SIZE, WIDGET_SIZES } from '../../shared/overlay/names.ts';
import type { Box, Widget } from '../../shared/overlay/widgets.ts';
import { useOverlay } from '../stores/overlay-context.tsx';
import { selectConfig, selectLook } from '../stores/overlay-store.ts';
import { WidgetView } from '../widgets/widget-view.tsx';
import { isNarrow, type Places, placesOf } from './layout-places.ts';

export interface LayoutStageProps {
  /** The widget that fills the page; null: the whole layout. */
  readonly only: string | null;
}

const UPRIGHT = '(orientation: portrait)';

/** Every widget in its place. Nothing before the core has said what the streamer has set. */
export function LayoutStage({ only }: LayoutStageProps): ReactNode {
  const config = useOverlay(selectConfig);
  const parts = useOverlay(selectLook)?.parts ?? null;
  const upright = useUpright();
  const layout = config?.layout;
  const places = useMemo(
    () => (layout ? placesOf(layout, { only, upright, parts }) : null),
    [layout, only, upright, parts],
  );
  const alone = places?.kind === 'alone' ? places.widgets[0] : undefined;
  useMeasureAlone(alone ?? null);
  return (
    <main className="sl-overlay" data-places={places?.kind}>
      {places?.widgets.map((widget) => (
        <Place
          key={widget.id}
          widget={widget}
          kind={places.kind}
          narrow={isNarrow(widget, places.kind, upright)}
        />
      ))}
    </main>
  );
}

interface PlaceProps {
  readonly widget: Widget;
  readonly kind: Places['kind'];
  readonly narrow: boolean;
}

/** One widget in its box; the dashboard's preview draws it, too. */
export const Place = memo(function Place({ widget, kind, narrow }: PlaceProps): ReactNode {
  return (
    <div
      className="sl-place"
      data-widget={widget.id}
      data-kind={widget.kind}
      data-narrow={narrow || undefined}
      style={kind === 'boxes' ? boxStyle(widget.box) : undefined}
    >
      <WidgetView widget={widget} />
    </div>
  );
});

/** Shares of the page; a box never reaches beyond it. */
function boxStyle({ x, y, width, height }: Box): CSSProperties {
  const share = (value: number): string => `${Math.round(value * 1e6) / 1e4}%`;
  return {
    left: share(x),
    top: share(y),
    width: share(Math.min(width, 1 - x)),
    height: share(Math.min(height, 1 - y)),
    '--ov-box-width': `${Math.round(Math.min(width, 1 - x) * 1e6) / 1e4}vw`,
  } as CSSProperties;
}

/** Measures the page by the size that its one widget is made for, instead of by a whole picture. */
function useMeasureAlone(widget: Widget | null): void {
  const { width, height } = widget === null ? CANVAS : sizeOf(widget);
  const alone = widget !== null;
  useLayoutEffect(() => {
    if (!alone) return undefined;
    const root = document.documentElement;
    root.dataset['alone'] = '';
    root.style.setProperty('--ov-alone-rem', `min(${1_600 / width}vw, ${1_600 / height}vh)`);
    return () => {
      delete root.dataset['alone'];
      root.style.removeProperty('--ov-alone-rem');
    };
  }, [alone, width, height]);
}

function sizeOf(widget: Widget): { readonly width: number; readonly height: number } {
  const inOneRow = widget.kind === 'chat' && widget.settings.style === 'ticker';
  return inOneRow ? TICKER_SIZE : WIDGET_SIZES[widget.kind];
}

function useUpright(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia?.(UPRIGHT);
      query?.addEventListener('change', changed);
      return () => query?.removeEventListener('change', changed);
    },
    () => window.matchMedia?.(UPRIGHT).matches ?? false,
  );
}
