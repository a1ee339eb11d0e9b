import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';

/**
 * Shows a modal dialog while rendered. On unmount it is closed first, which returns the focus to
 * the opener. `onClose` is called if the browser wants it closed, as for Escape.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const isDrawn = useRef(false);
  useLayoutEffect(() => {
    const dialog = ref.current;
    isDrawn.current = true;
    // Environments without layout cannot show dialogs.
    dialog?.showModal?.();
    return () => {
      isDrawn.current = false;
      if (!dialog?.open) return;
      dialog.close?.();
      queueMicrotask(tellFocus);
    };
  }, []);
  return {
    ref,
    // Escape is answered now: the close event is a frame later, and would close what was opened since.
    onCancel(event: SyntheticEvent<HTMLDialogElement>) {
      // A file field's cancel event bubbles.
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    // The close event arrives late: the dialog may be shown again by then, or gone.
    onClose({ currentTarget }: SyntheticEvent<HTMLDialogElement>) {
      if (isDrawn.current && !currentTarget.open) onClose();
    },
  };
}

/** React hears no events while it commits: what got the focus meanwhile is told afterwards. */
function tellFocus(): void {
  const { activeElement, body } = document;
  if (activeElement === body) return;
  activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
}

interface AskDialogProps {
  readonly title: string;
  readonly name?: string | null;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly icon?: LucideIcon;
  readonly busy?: boolean;
  /** Nothing is lost by confirming. */
  readonly harmless?: boolean;
  /** Confirming is impossible now; the children say why. */
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before an action that cannot be undone, or that others notice at once. */
export function AskDialog(props: AskDialogProps) {
  const { title, name, text, confirm, cancel, icon, busy, disabled, onConfirm, onClose } = props;
  const variant = props.harmless ? 'primary' : 'danger';
  const modal = useModal(onClose);
  const id = useId();
  return (
    <dialog
      {...modal}
      className="dialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
    >
      <h2 id={`${id}title`}>{title}</h2>
      {name ? <bdi className="dialog-name cut">{name}</bdi> : null}
      <p id={`${id}text`}>{text}</p>
      {props.children}
      <div className="dialog-buttons">
        <Button onPress={onClose}>{cancel}</Button>
        <Button variant={variant} icon={icon} busy={busy} disabled={disabled} onPress={onConfirm}>
          {confirm}
        </Button>
      </div>
    </dialog>
  );
}
