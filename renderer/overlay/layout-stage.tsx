import { type CSSProperties, memo, type ReactNode, useLayoutEffect, useMemo } from 'react';
import {
  CANVAS,
  groupOf,
  TICKER_SIZE,
  WIDGET_SIZES,
  type WidgetGroup,
} from '../../shared/overlay/names.ts';
import type { Box, Widget } from '../../shared/overlay/widgets.ts';
import { useOverlay } from '../stores/overlay-context.tsx';
import { useMedia } from '../ui/use-media.ts';
import { takesCanvas } from '../widgets/alert-stage.tsx';
import { ShownWords } from '../widgets/highlight.tsx';
import { WidgetView } from '../widgets/widget-view.tsx';
import {
  type DefaultShape,
  type Held,
  heldOn,
  isDefaultKind,
  isNarrow,
  isUnmoved,
  type Places,
  placesOf,
} from './layout-places.ts';

const UPRIGHT = '(orientation: portrait)';
/** Portrait up to 3:4; square up to slightly wider than high. */
const VERTICAL = '(max-aspect-ratio: 3/4)';
const SQUARE = '(max-aspect-ratio: 13/10)';

interface LayoutStageProps {
  readonly only: string | null;
  readonly group: WidgetGroup | null;
}

/** Draws nothing before the core sends the settings. */
export function LayoutStage({ only, group }: LayoutStageProps): ReactNode {
  const layout = useOverlay((state) => state.config?.layout);
  const parts = useOverlay((state) => state.look?.parts) ?? null;
  const away = useOverlay((state) => state.config?.away);
  const upright = useMedia(UPRIGHT);
  const shape = useShape(upright);
  const places = useMemo(
    () => (layout ? placesOf(layout, { only, shape, parts, away }) : null),
    [layout, only, shape, parts, away],
  );
  const isDrawn = useOverlay((state) => state.tallies.length > 0);
  const hasTallies = isDrawn && places?.widgets.some(({ kind }) => kind === 'tallies') === true;
  const isAlerting = useOverlay((state) => state.staged !== null);
  const alone = places?.kind === 'alone' ? places.widgets[0] : undefined;
  useMeasureAlone(alone ?? null);
  const isDrawnHere = ({ kind }: Widget): boolean =>
    group === null || alone !== undefined || groupOf(kind) === group;
  const showsWords =
    places?.kind === 'alone' ? alone?.kind === 'chat' : group === null || group === 'chat';
  return (
    <main
      className="sl-overlay"
      data-places={places?.kind}
      data-alerting={isAlerting || undefined}
      data-shape={places?.kind === 'shaped' ? places.shape : undefined}
    >
      {places?.widgets.filter(isDrawnHere).map((widget) => (
        <Place
          key={widget.id}
          widget={widget}
          kind={places.kind}
          shape={places.kind === 'shaped' ? places.shape : null}
          hasTallies={hasTallies}
          narrow={isNarrow(widget, places.kind, upright)}
        />
      ))}
      {places && showsWords ? <ShownWords widgets={places.widgets} /> : null}
    </main>
  );
}

interface PlaceProps {
  readonly widget: Widget;
  readonly kind: Places['kind'];
  readonly narrow: boolean;
  readonly shape?: DefaultShape | null;
  readonly hasTallies?: boolean;
}

/** One widget in its box; also drawn by the dashboard's preview. */
export const Place = memo(function Place(props: PlaceProps): ReactNode {
  const { widget, kind, narrow, shape = null, hasTallies = false } = props;
  const held =
    shape !== null && isDefaultKind(widget) ? heldOn(shape, widget.kind, hasTallies) : null;
  const own = kind === 'boxes' ? boxStyle(widget.box) : undefined;
  const isFront = useOverlay(
    ({ staged }) => widget.kind === 'alerts' && staged !== null && takesCanvas(staged.alert.look),
  );
  return (
    <div
      className="sl-place"
      data-widget={widget.id}
      data-kind={widget.kind}
      data-narrow={narrow || undefined}
      data-unmoved={(own && isUnmoved(widget)) || undefined}
      data-front={isFront || undefined}
      style={held === null ? own : heldStyle(held)}
    >
      <WidgetView widget={widget} />
    </div>
  );
});

function boxStyle(box: Box): CSSProperties {
  const { x, y } = box;
  const width = Math.min(box.width, 1 - x);
  const height = Math.min(box.height, 1 - y);
  const share = (value: number): string => `${Math.round(value * 1e6) / 1e4}%`;
  return {
    left: share(x),
    top: share(y),
    width: share(width),
    height: share(height),
    '--ov-box-width': `${Math.round(width * 1e6) / 1e4}vw`,
    // The canvas as seen from the box, for alerts that take more than their box.
    '--ov-canvas-left': share(-x / width),
    '--ov-canvas-top': share(-y / height),
    '--ov-canvas-width': share(1 / width),
    '--ov-canvas-height': share(1 / height),
  } as CSSProperties;
}

function heldStyle({ top, right, bottom, left, width, height }: Held): CSSProperties {
  const rem = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : `${value}rem`;
  const boxWidth =
    width === undefined ? `calc(100vw - ${(left ?? 0) + (right ?? 0)}rem)` : rem(width);
  return {
    top: rem(top),
    right: rem(right),
    bottom: rem(bottom),
    left: rem(left),
    width: rem(width),
    height: rem(height),
    '--ov-box-width': boxWidth,
    '--ov-canvas-left': `${-(left ?? 0)}rem`,
    '--ov-canvas-top': `${-(top ?? 0)}rem`,
    '--ov-canvas-width': '100vw',
    '--ov-canvas-height': '100vh',
  } as CSSProperties;
}

/** By its design size instead of the whole canvas. */
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

function useShape(upright: boolean): DefaultShape | null {
  const isVertical = useMedia(VERTICAL);
  const isSquare = useMedia(SQUARE);
  if (isVertical) return 'upright';
  if (!isSquare) return null;
  return upright ? 'square' : 'wide-square';
}
