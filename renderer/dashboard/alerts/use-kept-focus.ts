import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface KeptFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

interface Place {
  readonly row: number;
  readonly button: number;
}

/**
 * Keeps the keyboard in a list whose rows go when their buttons are pressed: the same button of the row
 * that comes into the place has the focus then, or the words that there is none left. `rows` is what
 * the list is made of; it is looked at when that changes.
 */
export function useKeptFocus(rows: unknown): KeptFocus {
  const ref = useRef<HTMLDivElement>(null);
  const place = useRef<Place | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows takes the focus away
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list || !place.current || document.activeElement !== document.body) return;
    targetIn(list, place.current)?.focus({ preventScroll: true });
  }, [rows]);
  return {
    ref,
    onFocus({ currentTarget, target }) {
      place.current = placeOf(currentTarget, target);
    },
    // A button that is taken out of the page does not blur; one that is left does.
    onBlur({ target }) {
      if (target.isConnected) place.current = null;
    },
  };
}

function rowsOf(list: Element): readonly Element[] {
  return [...list.querySelectorAll('.desk-row')];
}

/** What is in no row, such as a button for all of them, counts as the beginning. */
function placeOf(list: Element, target: Element): Place {
  const row = Math.max(
    0,
    rowsOf(list).findIndex((each) => each.contains(target)),
  );
  const buttons: readonly Element[] = [...(rowsOf(list)[row]?.querySelectorAll('button') ?? [])];
  return { row, button: Math.max(0, buttons.indexOf(target)) };
}

function targetIn(list: Element, { row, button }: Place): HTMLElement | null {
  const rows = rowsOf(list);
  const next = rows[Math.min(row, rows.length - 1)];
  const buttons = next?.querySelectorAll('button');
  return buttons?.[button] ?? list.querySelector<HTMLElement>('.desk-none');
}
