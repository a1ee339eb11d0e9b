import type { OverlayLook } from '../../shared/desktop.ts';
import {
  CANVAS,
  DEFAULT_BOXES,
  WIDGET_SIZES,
  type WidgetKind,
} from '../../shared/overlay/names.ts';
import type { Box, Layout, Widget } from '../../shared/overlay/widgets.ts';

/** Which widgets a page draws, in which way. Later ones stand above earlier ones. */
export type Places =
  /** Every widget in its own box. */
  | { readonly kind: 'boxes'; readonly widgets: Layout }
  /** Unmoved widgets on a page that is not landscape: arranged for its shape. */
  | {
      readonly kind: 'shaped';
      readonly shape: DefaultShape;
      readonly widgets: readonly Widget<DefaultKind>[];
    }
  /** One widget fills the page; nothing where no widget has that name. */
  | { readonly kind: 'alone'; readonly widgets: Layout };

interface PageShape {
  /** `?widget=`; null: all of them. */
  readonly only: string | null;
  /** null: a lying picture. */
  readonly shape: DefaultShape | null;
  /** Parts that the app's own window leaves out; null: the page is in no such window. */
  readonly parts: OverlayLook['parts'] | null;
}

/**
 * Widgets to draw. One that was asked for by its name is drawn although the layout hides it: a
 * source of its own is a wish of its own.
 */
export function placesOf(layout: Layout, { only, shape, parts }: PageShape): Places {
  if (only !== null) return { kind: 'alone', widgets: layout.filter(({ id }) => id === only) };
  const widgets = layout.filter(({ shown, kind }) => shown && isPart(parts, kind));
  if (shape === null || !isUntouched(layout)) return { kind: 'boxes', widgets };
  return { kind: 'shaped', shape, widgets: widgets.filter(isDefaultKind) };
}

/** Whether it is of a kind that a new installation has. */
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

/** Narrower than this (rem) an alert is drawn in its smaller measures. */
const NARROW_REM = 36;
const CANVAS_REM = CANVAS.width / 16;

/** Whether a widget's box is too narrow for its full measures. `upright`: the page is higher than wide. */
export function isNarrow(widget: Widget, kind: Places['kind'], upright: boolean): boolean {
  if (kind === 'alone') return WIDGET_SIZES[widget.kind].width / 16 < NARROW_REM;
  if (kind === 'shaped') return upright;
  return upright || widget.box.width * CANVAS_REM < NARROW_REM;
}

/**
 * Where a new installation puts its widgets on pages that are no lying picture. In rem, because what
 * widgets draw is: a card of four lines is as high in rem on every page.
 */

/** `upright`: a vertical broadcast; `square`: as high as wide; `wide-square`: a little wider than high. */
export type DefaultShape = 'upright' | 'square' | 'wide-square';

/** The widgets that a new installation has. */
type DefaultKind = Extract<WidgetKind, 'chat' | 'tallies' | 'alerts'>;

/** Rem from the page's edges; an edge that is left out does not hold the widget. */
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
/** The highest card in its narrow and in its full measures; the style sheet holds cards to it. */
const NARROW_CARD = 18.5;
const FULL_CARD = 24;
/** Four rewards, and how many more there are, in the theme that needs most. */
const TALLIES = 17;
/** Room for a reward's name beside its number. */
const TALLIES_WIDTH = 17;

const below = (height: number): number => EDGE + height + GAP;
const acrossTheTop = (height: number): Held => ({ top: EDGE, left: EDGE, right: EDGE, height });

/**
 * The place of a widget: alerts on top, totals of draws below them or beside the chat, the chat at
 * the bottom. The chat takes the room of totals that there are none of.
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
