import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface ButtonProps {
  readonly variant?: 'primary' | 'plain' | 'ghost' | 'danger';
  readonly icon?: LucideIcon;
  /** The action is running: shows progress and ignores presses. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly title?: string;
  /** The accessible name if the text is not enough. */
  readonly label?: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A button with text. It keeps the focus while busy. */
export function Button(props: ButtonProps) {
  const { variant = 'plain', icon, busy = false, disabled = false, onPress, children } = props;
  const Icon = busy ? LoaderCircle : icon;
  return (
    <button
      type="button"
      className={`button button-${variant}`}
      aria-busy={busy}
      disabled={disabled}
      title={props.title}
      aria-label={props.label}
      onClick={() => {
        if (!busy) onPress();
      }}
    >
      {Icon ? <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} /> : null}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps {
  readonly icon: LucideIcon;
  /** The name, for screen readers and as the tooltip. */
  readonly label: string;
  readonly busy?: boolean;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

/** An icon button with a name. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, busy = false, pressed, disabled = false, onPress } = props;
  const Icon = busy ? LoaderCircle : icon;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={busy}
      disabled={disabled}
      title={label}
      onClick={() => {
        if (!busy) onPress();
      }}
    >
      <Icon size={16} aria-hidden className={busy ? 'spinning' : undefined} />
    </button>
  );
}
