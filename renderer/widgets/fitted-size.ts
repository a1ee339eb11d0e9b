import { type RefObject, useLayoutEffect } from 'react';

/**
 * Names the first of `sizes` that fits in `data-size`; checked on render and on resize only.
 * `across`: it has to be wide enough, too.
 */
export function useFittedSize(
  ref: RefObject<HTMLElement | null>,
  sizes: readonly string[],
  across = false,
): void {
  useLayoutEffect(() => {
    if (ref.current) fitIn(ref.current, sizes, across);
  });
  useLayoutEffect(() => {
    const element = ref.current;
    const place = element?.parentElement;
    const Observer = element?.ownerDocument.defaultView?.ResizeObserver;
    if (!place || !Observer) return undefined;
    const observer = new Observer(() => fitIn(element, sizes, across));
    observer.observe(place);
    return () => observer.disconnect();
  }, [ref, sizes, across]);
}

function fitIn(element: HTMLElement, sizes: readonly string[], across: boolean): void {
  for (const size of sizes) {
    element.dataset['size'] = size;
    // Tolerates a pixel of rounding.
    const isHigh = element.scrollHeight <= element.clientHeight + 1;
    if (isHigh && (!across || element.scrollWidth <= element.clientWidth + 1)) return;
  }
}
