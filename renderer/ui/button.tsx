import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface PressProps {
  readonly icon?: LucideIcon | undefined;
  /** The accessible name if the text is not enough. */
  readonly label?: string;
  readonly title?: string;
  /** The action is running: shows progress and ignores presses. */
  readonly busy?: boolean | undefined;
  readonly pressed?: boolean;
  readonly disabled?: boolean | undefined;
  readonly tabIndex?: number;
  /** Of the icon, pixels. */
  readonly size?: number;
  readonly onPress: () => void;
  readonly children?: ReactNode;
}

/** It keeps the focus while busy. */
function Press(props: PressProps & { readonly className: string }) {
  const { className, icon, busy = false, disabled = false, size = 16, onPress, children } = props;
  const Icon = busy ? LoaderCircle : icon;
  return (
    <button
      type="button"
      className={className}
      tabIndex={props.tabIndex}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-busy={busy}
      disabled={disabled}
      title={props.title}
      onClick={() => {
        if (!busy) onPress();
      }}
    >
      {Icon ? <Icon size={size} aria-hidden className={busy ? 'spinning' : undefined} /> : null}
      {children}
    </button>
  );
}

interface ButtonProps extends PressProps {
  readonly variant?: 'primary' | 'plain' | 'ghost' | 'danger';
  readonly children: ReactNode;
}

export function Button({ variant = 'plain', children, ...press }: ButtonProps) {
  return (
    <Press {...press} className={`button button-${variant}`}>
      <span>{children}</span>
    </Press>
  );
}

interface IconButtonProps extends Omit<PressProps, 'title' | 'children'> {
  readonly icon: LucideIcon;
  /** The name, for screen readers and as the tooltip. */
  readonly label: string;
}

export function IconButton(props: IconButtonProps) {
  return <Press {...props} className="icon-button" title={props.label} />;
}
