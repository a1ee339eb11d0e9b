import type { OverlayLook } from '../../shared/desktop.ts';
import { CANVAS, DEFAULT_BOXES, WIDGET_SIZES } from '../../shared/overlay/names.ts';
import type { Box, Layout, Widget } from '../../shared/overlay/widgets.ts';

/** Which widgets a page draws and how. Later ones are on top. */
export type Places =
  | { readonly kind: 'boxes'; readonly widgets: Layout }
  /** Unmoved widgets on a page that is not landscape: arranged for its shape. */
  | {
      readonly kind: 'shaped';
      readonly shape: DefaultShape;
      readonly widgets: readonly Widget<DefaultKind>[];
    }
  /** One widget fills the page; nothing is drawn if the name is unknown. */
  | { readonly kind: 'alone'; readonly widgets: Layout };

interface PageShape {
  /** `?widget=`; null: all. */
  readonly only: string | null;
  /** null: landscape. */
  readonly shape: DefaultShape | null;
  /** null: the page is not in the app's window. */
  readonly parts: OverlayLook['parts'] | null;
  /** Ids of widgets that OBS's scene hides, also when requested by name. */
  readonly away?: readonly string[] | undefined;
}

/** A widget requested by name is drawn even if the layout hides it. */
export function placesOf(layout: Layout, { only, shape, parts, away = [] }: PageShape): Places {
  const here = layout.filter(({ id }) => !away.includes(id));
  if (only !== null) return { kind: 'alone', widgets: here.filter(({ id }) => id === only) };
  const widgets = here.filter(
    (widget) => widget.shown && (!parts || !isDefaultKind(widget) || parts[widget.kind]),
  );
  if (shape === null || !isUntouched(layout)) return { kind: 'boxes', widgets };
  return { kind: 'shaped', shape, widgets: widgets.filter(isDefaultKind) };
}

export function isDefaultKind(widget: Widget): widget is Widget<DefaultKind> {
  return Object.hasOwn(DEFAULT_BOXES, widget.kind);
}

/** The defaults are made for landscape; once one was moved, all boxes apply to every shape. */
export function isUntouched(layout: Layout): boolean {
  return layout.every(isUnmoved);
}

/** Whether a widget stands where a new installation puts it. */
export function isUnmoved(widget: Widget): boolean {
  return isDefaultKind(widget) && isSameBox(DEFAULT_BOXES[widget.kind], widget.box);
}

function isSameBox(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** Alerts narrower than this (rem) use their compact layout. */
const NARROW_REM = 36;
const CANVAS_REM = CANVAS.width / 16;

/** Whether a widget's box is too narrow for its full layout. `upright`: the page is portrait. */
export function isNarrow(widget: Widget, kind: Places['kind'], upright: boolean): boolean {
  if (kind === 'alone') return WIDGET_SIZES[widget.kind].width / 16 < NARROW_REM;
  if (kind === 'shaped') return upright;
  return upright || widget.box.width * CANVAS_REM < NARROW_REM;
}

/** Places off landscape, in rem: a four-line card is equally high in rem on every page. */

/** `upright`: portrait; `square`: equal sides; `wide-square`: slightly wider than high. */
export type DefaultShape = 'upright' | 'square' | 'wide-square';

type DefaultKind = keyof typeof DEFAULT_BOXES;

/** Rem from the page's edges; an omitted edge is free. */
export type Held = Readonly<
  Partial<Record<'top' | 'right' | 'bottom' | 'left' | 'width' | 'height', number>>
>;

const EDGE = 1;
const GAP = 1;
/** The tallest card in compact and full layout; the style sheet enforces it. */
const NARROW_CARD = 18.5;
const FULL_CARD = 24;
/** Four rewards and a count of the rest, in the theme that needs most space. */
const TALLIES = 17;
const TALLIES_WIDTH = 17;

/** Alerts on top, draw totals below them or beside the chat, which takes the room that is left. */
export function heldOn(shape: DefaultShape, kind: DefaultKind, hasTallies: boolean): Held {
  const card = shape === 'wide-square' ? FULL_CARD : NARROW_CARD;
  const across = { left: EDGE, right: EDGE };
  if (kind === 'alerts') return { ...across, top: EDGE, height: card };
  const top = EDGE + card + GAP;
  if (kind === 'tallies') {
    const place = shape === 'upright' ? across : { right: EDGE, width: TALLIES_WIDTH };
    return { ...place, top, height: TALLIES };
  }
  if (shape === 'wide-square') return { top, left: EDGE, bottom: EDGE, width: 30 };
  const chat = { ...across, top, bottom: EDGE };
  if (!hasTallies) return chat;
  if (shape === 'upright') return { ...chat, top: top + TALLIES + GAP };
  return { ...chat, right: EDGE + TALLIES_WIDTH + GAP };
}
