import { GripVertical } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';

/** The announcement for screen readers. Places count from 1. */
export interface ReorderAnnouncement {
  readonly what: 'lifted' | 'moved' | 'dropped' | 'back';
  readonly id: string;
  readonly place: number;
  readonly count: number;
}

interface ReorderOptions {
  /** The rows in their order; each is a child of the list. */
  readonly ids: readonly string[];
  /** A row was put down at another place, which counts from 0 in the order that then holds. */
  readonly onMove: (id: string, to: number) => void;
}

export interface Reorder {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly news: ReorderAnnouncement | null;
  rowProps(id: string): {
    readonly style: CSSProperties | undefined;
    readonly 'data-reorder': 'lifted' | 'yielding' | undefined;
  };
  gripProps(id: string): {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onBlur: () => void;
    readonly 'aria-pressed': boolean;
  };
}

/** A row being moved. Nothing is reported until it is dropped. */
interface Lift {
  readonly id: string;
  readonly ids: readonly string[];
  readonly slots: readonly Slot[];
  readonly from: number;
  readonly to: number;
  /** With the pointer: how far the row stands from its own slot; null: with keys. */
  readonly pulled: number | null;
}

/**
 * The rows of a list brought into another order: with the pointer or a finger on a row's grip, or
 * with keys there (Space lifts and puts down, arrows, Home and End move, Escape puts back). The rows
 * only look moved until then; a list that changes meanwhile takes the row out of hand.
 */
export function useReorder({ ids, onMove }: ReorderOptions): Reorder {
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
  // Follows the row out of sight, and the pointer with it: a list longer than the page scrolls.
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
  /** Whether the key means something to a lifted row. */
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
    rowProps(id) {
      const index = lift ? lift.ids.indexOf(id) : -1;
      if (!lift || index === -1) return { style: undefined, 'data-reorder': undefined };
      const slot = shiftOf(lift.slots, lift.from, lift.to, index);
      const shift = index === lift.from ? (lift.pulled ?? slot) : slot;
      return {
        style: { transform: `translateY(${shift}px)` },
        'data-reorder': index === lift.from ? 'lifted' : 'yielding',
      };
    },
    gripProps: (id) => ({
      onPointerDown: (event) => pull(id, event),
      onKeyDown: (event) => press(id, event),
      onBlur: () => {
        if (lift?.id === id && lift.pulled === null) end(lift, false);
      },
      'aria-pressed': lift?.id === id,
    }),
  };
}

function placeOfKey(key: string, { to, ids }: Lift): number | null {
  switch (key) {
    case 'ArrowUp':
      return to - 1;
    case 'ArrowDown':
      return to + 1;
    case 'Home':
      return 0;
    case 'End':
      return ids.length - 1;
    default:
      return null;
  }
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

/** Where the rows of a list are while one of them is moved: pure numbers, pixels of the list. */

interface Slot {
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

interface GripProps {
  /** Its name, such as "Move: Large donations". */
  readonly label: string;
  /** How it is used with keys. */
  readonly hint: string;
  readonly disabled: boolean;
  readonly grip: ReturnType<Reorder['gripProps']>;
}

/** What a row is taken by to be put elsewhere in its list. */
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
