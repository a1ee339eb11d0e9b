import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface ListFocus {
  readonly ref: RefObject<HTMLOListElement | null>;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** Leaves the keyboard in a list when the row that had it goes; `rows`: what the list is made of. */
export function useListFocus(rows: unknown): ListFocus {
  const ref = useRef<HTMLOListElement>(null);
  const isInside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows takes the focus away
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    ref.current?.focus({ preventScroll: true });
  }, [rows]);
  return {
    ref,
    onFocus() {
      isInside.current = true;
    },
    // A button that is taken out of the page does not blur; one that is left does.
    onBlur({ target }) {
      if (target.isConnected) isInside.current = false;
    },
  };
}
