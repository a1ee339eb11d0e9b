import type { OverlayLook } from '../../shared/desktop.ts';
import {
  CANVAS,
  DEFAULT_BOXES,
  WIDGET_SIZES,
  type WidgetKind,
} from '../../shared/overlay/names.ts';
import type { Box, Layout, Widget } from '../../shared/overlay/widgets.ts';

/** Which widgets a page draws and how. Later ones are on top. */
export type Places =
  /** Every widget in its own box. */
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
  /** `?widget=`; null: all widgets. */
  readonly only: string | null;
  /** null: landscape. */
  readonly shape: DefaultShape | null;
  /** Parts hidden by the app's window; null if the page is not in it. */
  readonly parts: OverlayLook['parts'] | null;
}

/** Widgets to draw. A widget requested by name is drawn even if the layout hides it. */
export function placesOf(layout: Layout, { only, shape, parts }: PageShape): Places {
  if (only !== null) return { kind: 'alone', widgets: layout.filter(({ id }) => id === only) };
  const widgets = layout.filter(({ shown, kind }) => shown && isPart(parts, kind));
  if (shape === null || !isUntouched(layout)) return { kind: 'boxes', widgets };
  return { kind: 'shaped', shape, widgets: widgets.filter(isDefaultKind) };
}

/** Whether new installations have this kind. */
export function isDefaultKind(widget: Widget): widget is Widget<DefaultKind> {
  const { kind } = widget;
  return kind === 'chat' || kind === 'alerts' || kind === 'tallies';
}

function isPart(parts: OverlayLook['parts'] | null, kind: WidgetKind): boolean {
  if (parts === null) return true;
  return kind === 'chat' || kind === 'alerts' || kind === 'tallies' ? parts[kind] : true;
}

/**
 * Whether every widget is still at its default place. The defaults are made for landscape; once the
 * user has moved one, all boxes apply to every shape.
 */
export function isUntouched(layout: Layout): boolean {
  return layout.every(
    (widget) => isDefaultKind(widget) && isSameBox(DEFAULT_BOXES[widget.kind], widget.box),
  );
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

/**
 * Default places on pages that are not landscape. In rem, like the widgets' content: a four-line
 * card has the same height in rem on every page.
 */

/** `upright`: portrait; `square`: equal sides; `wide-square`: slightly wider than high. */
export type DefaultShape = 'upright' | 'square' | 'wide-square';

/** The default widgets. */
type DefaultKind = Extract<WidgetKind, 'chat' | 'tallies' | 'alerts'>;

/** Rem from the page's edges; an omitted edge is free. */
export interface Held {
  readonly top?: number;
  readonly right?: number;
  readonly bottom?: number;
  readonly left?: number;
  readonly width?: number;
  readonly height?: number;
}

const EDGE = 1;
const GAP = 1;
/** The tallest card in compact and full layout; the style sheet enforces it. */
const NARROW_CARD = 18.5;
const FULL_CARD = 24;
/** Four rewards and a count of the rest, in the theme that needs most space. */
const TALLIES = 17;
/** Room for a reward's name beside its number. */
const TALLIES_WIDTH = 17;

const below = (height: number): number => EDGE + height + GAP;
const acrossTheTop = (height: number): Held => ({ top: EDGE, left: EDGE, right: EDGE, height });

/**
 * A widget's place: alerts on top, draw totals below them or beside the chat, chat at the bottom.
 * Without draw totals the chat takes their room.
 */
export function heldOn(shape: DefaultShape, kind: DefaultKind, hasTallies: boolean): Held {
  switch (shape) {
    case 'upright':
      return heldUpright(kind, hasTallies);
    case 'square':
      return heldSquare(kind, hasTallies);
    case 'wide-square':
      return heldWide(kind);
  }
}

function heldUpright(kind: DefaultKind, hasTallies: boolean): Held {
  const top = below(NARROW_CARD);
  switch (kind) {
    case 'alerts':
      return acrossTheTop(NARROW_CARD);
    case 'tallies':
      return { ...acrossTheTop(TALLIES), top };
    case 'chat':
      return {
        top: hasTallies ? top + TALLIES + GAP : top,
        left: EDGE,
        right: EDGE,
        bottom: EDGE,
      };
  }
}

function heldSquare(kind: DefaultKind, hasTallies: boolean): Held {
  const top = below(NARROW_CARD);
  switch (kind) {
    case 'alerts':
      return acrossTheTop(NARROW_CARD);
    case 'tallies':
      return { top, right: EDGE, width: TALLIES_WIDTH, height: TALLIES };
    case 'chat':
      return {
        top,
        left: EDGE,
        bottom: EDGE,
        right: hasTallies ? EDGE + TALLIES_WIDTH + GAP : EDGE,
      };
  }
}

function heldWide(kind: DefaultKind): Held {
  const top = below(FULL_CARD);
  switch (kind) {
    case 'alerts':
      return acrossTheTop(FULL_CARD);
    case 'tallies':
      return { top, right: EDGE, width: TALLIES_WIDTH, height: TALLIES };
    case 'chat':
      return { top, left: EDGE, bottom: EDGE, width: 30 };
  }
}
