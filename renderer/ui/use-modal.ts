import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
}

/**
 * Shows a dialog above the page while it is drawn. One that simply goes is closed first: that gives the
 * focus back to whatever opened it. `onClose` is called only where the dialog closed by itself.
 */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const isDrawn = useRef(false);
  useLayoutEffect(() => {
    const dialog = ref.current;
    isDrawn.current = true;
    // A page without a layout has no dialogs to show.
    dialog?.showModal?.();
    return () => {
      isDrawn.current = false;
      dialog?.close?.();
    };
  }, []);
  return {
    ref,
    // The word of a close arrives late: the dialog may be shown again by then, or gone.
    onClose({ currentTarget }) {
      if (isDrawn.current && !currentTarget.open) onClose();
    },
  };
}
