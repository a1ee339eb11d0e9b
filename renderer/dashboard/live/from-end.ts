import type { Virtualizer } from '@tanstack/react-virtual';

type List = Virtualizer<HTMLDivElement, HTMLLIElement>;

/** Before the list has been measured. */
export const FIRST_RECT = { width: 400, height: 640 };

/** For a list that begins at the end of its box: offsets are distances from there. */
export const MIRRORED = {
  initialRect: FIRST_RECT,
  observeElementRect: keepRect,
  observeElementOffset: followFromEnd,
  scrollToFn: scrollFromEnd,
} as const;

/** A list without layout has no height; its last size counts. */
function keepRect(
  { scrollElement: element }: List,
  tell: (rect: { readonly width: number; readonly height: number }) => void,
): (() => void) | undefined {
  if (!element) return undefined;
  const look = () => {
    const { offsetWidth: width, offsetHeight: height } = element;
    if (height > 0) tell({ width, height });
  };
  look();
  if (typeof ResizeObserver !== 'function') return undefined;
  const observer = new ResizeObserver(look);
  observer.observe(element);
  return () => observer.disconnect();
}

function followFromEnd(
  { scrollElement: element }: List,
  tell: (offset: number, isScrolling: boolean) => void,
): (() => void) | undefined {
  if (!element) return undefined;
  const go = () => tell(0 - element.scrollTop, true);
  const rest = () => tell(0 - element.scrollTop, false);
  element.addEventListener('scroll', go, { passive: true });
  element.addEventListener('scrollend', rest, { passive: true });
  return () => {
    element.removeEventListener('scroll', go);
    element.removeEventListener('scrollend', rest);
  };
}

function scrollFromEnd(
  offset: number,
  { adjustments = 0, behavior }: { adjustments?: number; behavior?: ScrollBehavior },
  { scrollElement }: List,
): void {
  scrollElement?.scrollTo?.({ top: -(offset + adjustments), ...(behavior ? { behavior } : {}) });
}
