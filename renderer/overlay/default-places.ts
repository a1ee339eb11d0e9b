import type { WidgetKind } from '../../shared/overlay/names.ts';

/**
 * Where a new installation puts its widgets on pages that are no lying picture. In rem, because what
 * widgets draw is: a card of four lines is as high in rem on every page.
 */

/** `upright`: a vertical broadcast; `square`: as high as wide; `wide-square`: a little wider than high. */
export type DefaultShape = 'upright' | 'square' | 'wide-square';

/** The widgets that a new installation has. */
export type DefaultKind = Extract<WidgetKind, 'chat' | 'tallies' | 'alerts'>;

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
        ...{ left: EDGE, right: EDGE, bottom: EDGE },
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
        ...{ left: EDGE, bottom: EDGE },
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
