import { type RefObject, useLayoutEffect } from 'react';

/** From the largest on. */
const SIZES = ['full', 'tight', 'short', 'line'] as const;

/**
 * Draws an element in the largest of its measures that its place is high enough for: `data-size` on it
 * says which. Looked at when it is drawn and when its place changes; nothing runs in between.
 */
export function useFittedSize(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (ref.current) fitIn(ref.current);
  });
  useLayoutEffect(() => {
    const element = ref.current;
    const place = element?.parentElement;
    const Observer = element?.ownerDocument.defaultView?.ResizeObserver;
    if (!place || !Observer) return undefined;
    const observer = new Observer(() => fitIn(element));
    observer.observe(place);
    return () => observer.disconnect();
  }, [ref]);
}

function fitIn(element: HTMLElement): void {
  for (const size of SIZES) {
    element.dataset['size'] = size;
    // A pixel of rounding is no letter that is cut off.
    if (element.scrollHeight <= element.clientHeight + 1) return;
  }
}
