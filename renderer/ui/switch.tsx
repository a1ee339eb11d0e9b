import { type ReactNode, useId } from 'react';

interface SwitchProps {
  readonly label: string;
  /** What it does, or why it cannot be had. */
  readonly text?: ReactNode;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Something that is on or off at once. The whole row can be pressed. */
export function Switch({ label, text, on, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch" data-disabled={disabled}>
      <span className="switch-words">
        <span id={`${id}label`}>{label}</span>
        {text ? (
          <span id={`${id}text`} className="switch-text">
            {text}
          </span>
        ) : null}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="switch-track"
        checked={on}
        aria-checked={on}
        disabled={disabled}
        aria-labelledby={`${id}label`}
        aria-describedby={text ? `${id}text` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
