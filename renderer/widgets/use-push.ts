import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ShownLine } from './chat-view.ts';

const PUSH: KeyframeAnimationOptions = { duration: 220, easing: 'cubic-bezier(0.16, 1, 0.3, 1)' };

/**
 * New lines push the old ones on instead of making them jump: the list starts off by what was added
 * and slides into its place, up (`y`) or to the left (`x`). Only for lines that enter one by one; a
 * flood just stands there, and nothing of the layout is read for it.
 */
export function usePush(
  list: RefObject<HTMLOListElement | null>,
  lines: readonly ShownLine[],
  axis: 'x' | 'y',
): void {
  const newest = useRef(-1);
  useLayoutEffect(() => {
    const before = newest.current;
    const last = lines.at(-1)?.line;
    newest.current = last?.event.seq ?? -1;
    const element = list.current;
    if (!element || !last?.enters || before < 0 || last.event.seq <= before) return;
    if (typeof element.animate !== 'function' || prefersStill()) return;
    const way = added(element, before, axis === 'x' ? 'right' : 'bottom');
    if (way > 0) {
      const from = axis === 'x' ? `translateX(${way}px)` : `translateY(${way}px)`;
      element.animate([{ transform: from }, { transform: 'none' }], PUSH);
    }
  }, [list, lines, axis]);
}

/** Room that the lines above the number `before` take, pixels, with the gaps between them. */
function added(list: HTMLElement, before: number, side: 'right' | 'bottom'): number {
  const end = list.lastElementChild?.getBoundingClientRect()[side] ?? 0;
  let oldest: Element | null = null;
  for (let item = list.lastElementChild; item; item = item.previousElementSibling) {
    if (Number(item.getAttribute('data-seq')) <= before) {
      oldest = item;
      break;
    }
  }
  return oldest ? end - oldest.getBoundingClientRect()[side] : 0;
}

function prefersStill(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
