import { type PropsWithChildren, useLayoutEffect, useRef } from 'react';
import { useModal } from './dialog.tsx';

type PopupProps = PropsWithChildren<{
  readonly label: string;
  readonly onClose: () => void;
}>;

/** Shown below the button that opened it, while rendered. Escape and a press beside it close it. */
export function Popup({ label, onClose, children }: PopupProps) {
  const box = useRef<HTMLDivElement>(null);
  // Before it takes the focus: from then on the opener is not known.
  useLayoutEffect(() => {
    const opener = document.activeElement?.getBoundingClientRect();
    box.current?.parentElement?.style.setProperty('--popup-at', `${opener?.left ?? 0}px`);
  }, []);
  const modal = useModal(onClose);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes every dialog
    <dialog
      {...modal}
      className="popup"
      aria-label={label}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <div ref={box} className="popup-box">
        {children}
      </div>
    </dialog>
  );
}
