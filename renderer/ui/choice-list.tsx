import { type ReactNode, useId } from 'react';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Before the label, such as a sample of a colour. */
  readonly sample?: ReactNode;
}

interface ChoiceListProps<T extends string> {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** One of a few, all in sight. */
export function ChoiceList<T extends string>(props: ChoiceListProps<T>) {
  const name = useId();
  return (
    <fieldset className="picks">
      <legend>{props.label}</legend>
      {props.choices.map(({ value, label, sample }) => (
        <label key={value} className="pick">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === props.chosen}
            onChange={() => props.onChoose(value)}
          />
          {sample}
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** One of several that may be chosen together. */
export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className="pick">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
