import { type RefObject, useEffect } from 'react';
import { rowOfKey } from './row-keys.ts';

const PAGE_ROWS = 8;
const CONTROLS = 'a[href], button, input, select, textarea, summary';

/**
 * Makes the rows of a list one Tab stop: Tab reaches the controls of one row only; arrow keys, Page
 * Up and Down, Home and End lead to the same control of another. A row that goes while it has the
 * focus leaves it to the row that takes its place. `isListed`: the list is rendered.
 */
export function useRowStops(list: RefObject<HTMLElement | null>, isListed: boolean): void {
  useEffect(() => {
    const box = list.current;
    return box && isListed ? keepRowStop(box) : undefined;
  }, [list, isListed]);
}

/** Rows are the list's children that have controls. Returns a function that ends it. */
function keepRowStop(list: HTMLElement): () => void {
  let at = 0;
  /** The row that had the focus last; null before the first. */
  let current: Element | null = null;
  /** The control with the focus, and its place in its row; null while the focus is elsewhere. */
  let held: { control: HTMLElement; place: number } | null = null;
  const arrange = () => {
    const rows = rowsOf(list);
    const kept = current ? rows.indexOf(current) : -1;
    // The row that takes the place of a removed one, as far as there is one.
    at = kept >= 0 ? kept : Math.max(0, Math.min(at, rows.length - 1));
    const stop = rows[at];
    if (current && stop) current = stop;
    for (const row of rows) setTabStop(row, row === stop);
    if (held && !list.contains(held.control) && document.activeElement === document.body)
      focusControl(stop, held.place);
  };
  const leave = () => {
    held = null;
  };
  const come = ({ target }: FocusEvent) => {
    const row = rowOf(list, target);
    const control = target as HTMLElement;
    held = row && { control, place: controlsOf(row).indexOf(control) };
    if (row === null || row === current) return;
    current = row;
    arrange();
  };
  const press = (event: KeyboardEvent) => {
    const row = rowOf(list, event.target);
    if (row === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = rowsOf(list);
    const to = rowOfKey(event.key, rows.indexOf(row), rows.length - 1, PAGE_ROWS);
    const next = to === null ? undefined : rows[to];
    if (!next) return;
    event.preventDefault();
    focusControl(next, controlsOf(row).indexOf(event.target as HTMLElement));
  };
  const observer = new MutationObserver(arrange);
  observer.observe(list, { childList: true, subtree: true });
  // Some browsers say that a removed control lost the focus, some do not. So the focus is taken to
  // be elsewhere once it comes to something else or something else is pressed.
  document.addEventListener('focusin', come);
  document.addEventListener('pointerdown', leave);
  list.addEventListener('keydown', press);
  arrange();
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', come);
    document.removeEventListener('pointerdown', leave);
    list.removeEventListener('keydown', press);
  };
}

/** The row's control at this place, or its last one. */
function focusControl(row: Element | undefined, place: number): void {
  const controls = row ? controlsOf(row).filter((control) => !control.matches(':disabled')) : [];
  (controls[place] ?? controls.at(-1))?.focus();
}

function setTabStop(row: Element, isStop: boolean): void {
  for (const control of controlsOf(row)) control.tabIndex = isStop ? 0 : -1;
}

function rowsOf(list: HTMLElement): Element[] {
  return [...list.children].filter((row) => row.querySelector(CONTROLS) !== null);
}

function rowOf(list: HTMLElement, target: EventTarget | null): Element | null {
  return rowsOf(list).find((row) => target instanceof Node && row.contains(target)) ?? null;
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)];
}
