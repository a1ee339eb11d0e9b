import { type RefObject, useLayoutEffect } from 'react';

/** Names the first of `sizes` that fits in `data-size`; checked on render and on resize only. */
export function useFittedSize(ref: RefObject<HTMLElement | null>, sizes: readonly string[]): void {
  useLayoutEffect(() => {
    if (ref.current) fitIn(ref.current, sizes);
  });
  useLayoutEffect(() => {
    const element = ref.current;
    const place = element?.parentElement;
    const Observer = element?.ownerDocument.defaultView?.ResizeObserver;
    if (!place || !Observer) return undefined;
    const observer = new Observer(() => fitIn(element, sizes));
    observer.observe(place);
    return () => observer.disconnect();
  }, [ref, sizes]);
}

function fitIn(element: HTMLElement, sizes: readonly string[]): void {
  for (const size of sizes) {
    element.dataset['size'] = size;
    // Tolerates a pixel of rounding.
    if (element.scrollHeight <= element.clientHeight + 1) return;
  }
}
