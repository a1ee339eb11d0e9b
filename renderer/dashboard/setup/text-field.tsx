import { CircleX } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  /** What to do about it; null: it is fine. */
  readonly fault: string | null;
  readonly note?: string;
  readonly placeholder?: string;
  /** What is typed is not to be seen. */
  readonly covered?: boolean;
  /** Beside the field. */
  readonly aside?: ReactNode;
  readonly field?: Ref<HTMLInputElement>;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}

/** One line to type, with its name above and what is wrong with it below. */
export function TextField(props: TextFieldProps) {
  const { label, value, fault, note, placeholder, covered = false, aside, field } = props;
  const id = useId();
  const words = fault ?? note;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-line">
        <input
          ref={field}
          id={id}
          type={covered ? 'password' : 'text'}
          value={value}
          placeholder={placeholder}
          maxLength={300}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={fault !== null}
          aria-describedby={words ? `${id}-words` : undefined}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={props.onLeave}
        />
        {aside}
      </div>
      {words ? (
        <p id={`${id}-words`} className="field-words" data-fault={fault !== null}>
          {fault === null ? null : <CircleX size={14} aria-hidden className="field-mark" />}
          <span>{words}</span>
        </p>
      ) : null}
    </div>
  );
}
