import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { useModal } from './use-modal.ts';

interface AskDialogProps {
  readonly title: string;
  /** What it is about, by name. */
  readonly name?: string | null;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly icon?: LucideIcon;
  readonly busy?: boolean;
  /** It cannot be done now; the children say why. */
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Such as why it failed. */
  readonly children?: ReactNode;
}

/** Asks before something that cannot be taken back. */
export function AskDialog(props: AskDialogProps) {
  const { title, name, text, confirm, cancel, icon, busy = false, onConfirm, onClose } = props;
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
      {name ? <bdi className="dialog-name">{name}</bdi> : null}
      <p id={`${id}text`}>{text}</p>
      {props.children}
      <div className="dialog-buttons">
        <Button onPress={onClose}>{cancel}</Button>
        <Button
          variant="danger"
          {...(icon ? { icon } : {})}
          busy={busy}
          disabled={props.disabled === true}
          onPress={onConfirm}
        >
          {confirm}
        </Button>
      </div>
    </dialog>
  );
}
