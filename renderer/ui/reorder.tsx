import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** The announcement for screen readers. Places count from 1. */
export interface ReorderAnnouncement {
  readonly what: 'lifted' | 'moved' | 'dropped' | 'back';
  readonly id: string;
  readonly place: number;
  readonly count: number;
}

interface ReorderOptions {
  /** The rows in order; each is a child of the list. */
  readonly ids: readonly string[];
  /** A row was moved to an index of the new order, from 0. */
  readonly onMove: (id: string, to: number) => void;
}

export type Reorder = ReturnType<typeof useReorder>;

/** A row being moved. Nothing is reported until it is dropped. */
interface Lift {
  readonly id: string;
  readonly ids: readonly string[];
  readonly slots: readonly Slot[];
  readonly from: number;
  readonly to: number;
  /** With the pointer: distance from the row's own slot; null: with keys. */
  readonly pulled: number | null;
}

/**
 * Reorders a list: by pointer or touch on a row's grip, or by keys there (Space lifts and drops,
 * arrows, Home and End move, Escape cancels). Rows only appear to move until dropped; a change of
 * the list cancels the move.
 */
export function useReorder({ ids, onMove }: ReorderOptions) {
  const list = useRef<HTMLOListElement>(null);
  const grip = useRef<HTMLElement | null>(null);
  const [held, setHeld] = useState<Lift | null>(null);
  const [news, setNews] = useState<ReorderAnnouncement | null>(null);
  const stopPull = useRef(() => {});
  useEffect(() => () => stopPull.current(), []);
  const lift = held && sameIds(held.ids, ids) ? held : null;
  const rows = useRef(ids);
  useEffect(() => {
    rows.current = ids;
    if (!held || lift) return;
    stopPull.current();
    setHeld(null);
  });
  // Scrolls along with the row and the pointer if the list is longer than the page.
  useEffect(() => {
    if (lift) grip.current?.scrollIntoView?.({ block: 'nearest' });
  }, [lift]);

  const tell = (what: ReorderAnnouncement['what'], { id, ids: all }: Lift, place: number) =>
    setNews({ what, id, place: place + 1, count: all.length });
  const take = (id: string, element: HTMLElement, pulled: number | null): Lift | null => {
    const from = ids.indexOf(id);
    if (from === -1 || !list.current) return null;
    grip.current = element;
    const taken = { id, ids, slots: slotsOf(list.current), from, to: from, pulled };
    setHeld(taken);
    tell('lifted', taken, from);
    return taken;
  };
  const move = (now: Lift, to: number, pulled: number | null): Lift => {
    const place = Math.max(0, Math.min(to, now.ids.length - 1));
    const next = { ...now, to: place, pulled };
    setHeld(next);
    if (place !== now.to) tell('moved', next, place);
    return next;
  };
  const end = (now: Lift, wanted: boolean) => {
    const isTaken = wanted && sameIds(now.ids, rows.current);
    setHeld(null);
    tell(isTaken ? 'dropped' : 'back', now, isTaken ? now.to : now.from);
    if (isTaken && now.to !== now.from) onMove(now.id, now.to);
  };
  const pull = (id: string, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !list.current) return;
    stopPull.current();
    const start = yIn(list.current, event.clientY);
    let now = take(id, event.currentTarget, 0);
    const element = list.current;
    stopPull.current = followPointer(event, {
      onMove(clientY) {
        if (!now) return;
        const y = yIn(element, clientY);
        now = move(now, placeAt(now.slots, now.from, y), y - start);
      },
      onEnd(isTaken) {
        if (now) end(now, isTaken);
        now = null;
      },
    });
  };
  const pressLifted = (mine: Lift, key: string): boolean => {
    if (key === 'Escape') {
      end(mine, false);
      return true;
    }
    const to = placeOfKey(key, mine);
    if (to !== null) move(mine, to, null);
    return to !== null;
  };
  const press = (id: string, event: KeyboardEvent<HTMLElement>) => {
    const mine = lift?.id === id && lift.pulled === null ? lift : null;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (mine) end(mine, true);
      else if (!lift) take(id, event.currentTarget, null);
      return;
    }
    if (!mine || !pressLifted(mine, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    list,
    news,
    rowProps(id: string) {
      const index = lift ? lift.ids.indexOf(id) : -1;
      if (!lift || index === -1) return { style: undefined, 'data-reorder': undefined };
      const slot = shiftOf(lift.slots, lift.from, lift.to, index);
      const shift = index === lift.from ? (lift.pulled ?? slot) : slot;
      return {
        style: { transform: `translateY(${shift}px)` },
        'data-reorder': index === lift.from ? 'lifted' : 'yielding',
      } as const;
    },
    gripProps: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => pull(id, event),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(id, event),
      onBlur: () => {
        if (lift?.id === id && lift.pulled === null) end(lift, false);
      },
      'aria-pressed': lift?.id === id,
    }),
  };
}

function placeOfKey(key: string, { to, ids }: Lift): number | null {
  const places = new Map([
    ['ArrowUp', to - 1],
    ['ArrowDown', to + 1],
    ['Home', 0],
    ['End', ids.length - 1],
  ]);
  return places.get(key) ?? null;
}

interface Pull {
  readonly onMove: (clientY: number) => void;
  /** False if Escape was pressed or the pointer was lost: nothing changes. */
  readonly onEnd: (isTaken: boolean) => void;
}

function followPointer(
  { pointerId, clientY, currentTarget }: PointerEvent<HTMLElement>,
  { onMove, onEnd }: Pull,
): () => void {
  const ends = new AbortController();
  let y = clientY;
  const end = (isTaken: boolean) => {
    if (ends.signal.aborted) return;
    ends.abort();
    onEnd(isTaken);
  };
  const listen = <K extends keyof WindowEventMap>(
    name: K,
    handle: (event: WindowEventMap[K]) => void,
  ) => window.addEventListener(name, handle, { signal: ends.signal, capture: true });
  listen('pointermove', (moved) => {
    if (moved.pointerId !== pointerId) return;
    y = moved.clientY;
    onMove(y);
  });
  listen('scroll', () => onMove(y));
  listen('pointerup', (up) => {
    if (up.pointerId === pointerId) end(true);
  });
  listen('pointercancel', (lost) => {
    if (lost.pointerId === pointerId) end(false);
  });
  listen('keydown', (key) => {
    if (key.key !== 'Escape') return;
    key.stopPropagation();
    end(false);
  });
  currentTarget.setPointerCapture?.(pointerId);
  return () => end(false);
}

function yIn(list: HTMLElement, clientY: number): number {
  return clientY - list.getBoundingClientRect().top;
}

function slotsOf(list: HTMLElement): readonly Slot[] {
  const { top } = list.getBoundingClientRect();
  return [...list.children].map((row) => {
    const place = row.getBoundingClientRect();
    return { top: place.top - top, height: place.height };
  });
}

function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

interface Slot {
  readonly top: number;
  readonly height: number;
}

/** The index for a row lifted from `from` and held at `y`; from 0. */
export function placeAt(slots: readonly Slot[], from: number, y: number): number {
  return slots.filter(({ top, height }, index) => index !== from && y > top + height / 2).length;
}

/** The offset of the row at `index` while the one at `from` moves to `to`. */
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

interface GripProps {
  /** Its name, such as "Move: Large donations". */
  readonly label: string;
  readonly hint: string;
  readonly disabled: boolean;
  readonly grip: ReturnType<Reorder['gripProps']>;
}

/** The grip that moves a row. */
export function Grip({ label, hint, disabled, grip }: GripProps) {
  return (
    <button
      type="button"
      className="grip"
      aria-label={label}
      aria-description={hint}
      title={hint}
      disabled={disabled}
      {...grip}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  );
}
