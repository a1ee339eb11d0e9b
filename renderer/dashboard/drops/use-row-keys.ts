import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { DropsClaim } from '../../../shared/contract/drops.ts';

/** Rows that a page of the table is, for the keyboard. */
const PAGE_ROWS = 8;

export interface RowKeys {
  /** The one row that Tab comes to; it has to be drawn, wherever the table is scrolled to. */
  readonly at: number;
  /** The keyboard has come to a claim's row. */
  came(claimId: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * One stop for Tab, however many rows there are: the arrow keys, Page Up and Down, Home and End go from
 * row to row. Rows are found by `data-claim`, and their control is their first field.
 */
export function useRowKeys(
  claims: readonly DropsClaim[],
  frame: RefObject<HTMLElement | null>,
): RowKeys {
  const [current, setCurrent] = useState<string | null>(null);
  const isComing = useRef(false);
  const at = Math.max(
    0,
    claims.findIndex(({ claimId }) => claimId === current),
  );
  useEffect(() => {
    if (!isComing.current || current === null) return;
    isComing.current = false;
    const row = `[data-claim="${CSS.escape(current)}"] input`;
    frame.current?.querySelector<HTMLElement>(row)?.focus();
  }, [current, frame]);
  return {
    at,
    came: setCurrent,
    onKeyDown(event) {
      const next = claims[rowAfter(event.key, at, claims.length - 1)];
      if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      isComing.current = next.claimId !== current;
      setCurrent(next.claimId);
    },
  };
}

/** The row a key leads to, at the ends no further; -1: the key leads nowhere. */
function rowAfter(key: string, at: number, last: number): number {
  const to = (row: number) => Math.max(0, Math.min(row, last));
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'PageDown':
      return to(at + PAGE_ROWS);
    case 'PageUp':
      return to(at - PAGE_ROWS);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return -1;
  }
}
