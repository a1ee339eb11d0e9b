import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface ButtonProps {
  readonly variant?: 'primary' | 'plain' | 'ghost' | 'danger';
  readonly icon?: LucideIcon;
  /** What was asked is under way: it shows movement and does not take another press. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly title?: string;
  /** Its name where the words alone say too little. */
  readonly label?: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A button with words. It keeps the focus while busy, so that the keyboard is not lost. */
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
  /** Its name, for screen readers and as a hint. */
  readonly label: string;
  readonly busy?: boolean;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

/** A button that is only an icon, with a name. */
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
