/** Where the rows of a list are while one of them is moved: pure numbers, pixels of the list. */

export interface Slot {
  readonly top: number;
  readonly height: number;
}

/** The place that a row lifted from `from` takes when it is held at `y`; from 0. */
export function placeAt(slots: readonly Slot[], from: number, y: number): number {
  return slots.filter(({ top, height }, index) => index !== from && y > top + height / 2).length;
}

/** How far the row at `index` stands from its own slot while the one at `from` is on its way to `to`. */
export function shiftOf(slots: readonly Slot[], from: number, to: number, index: number): number {
  const lifted = slots[from];
  const aim = slots[to];
  if (!lifted || !aim) return 0;
  if (index === from) {
    return to > from ? aim.top + aim.height - lifted.top - lifted.height : aim.top - lifted.top;
  }
  const room = lifted.height + gapOf(slots);
  if (index > from && index <= to) return -room;
  return index < from && index >= to ? room : 0;
}

function gapOf([first, second]: readonly Slot[]): number {
  return first && second ? second.top - first.top - first.height : 0;
}
