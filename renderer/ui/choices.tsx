import { type ReactNode, useId } from 'react';
import { type ChoiceProps, Entry, type EntryProps, useEntry } from './fields.tsx';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Shown before the label, such as a colour sample. */
  readonly sample?: ReactNode;
}

interface ChoiceListProps<T extends string> extends ChoiceProps<T> {
  readonly choices: readonly Choice<T>[];
}

/** A choice of one, with all options visible. */
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

/** One option of a multiple choice. */
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

type SelectFieldProps<T extends string> = EntryProps & ChoiceProps<T>;

/** A choice of one, with only the chosen option visible. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, choices, chosen, note, faulty, onChoose } = props;
  const control = useEntry(note);
  return (
    <Entry id={control.id} label={label} note={note} faulty={faulty}>
      <select
        {...control}
        className="entry-field"
        value={chosen}
        onChange={(event) => {
          const choice = choices.find(({ value }) => value === event.currentTarget.value);
          if (choice) onChoose(choice.value);
        }}
      >
        {choices.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Entry>
  );
}

interface SwitchProps {
  readonly label: string;
  /** What it does, or why it is unavailable. */
  readonly text?: ReactNode;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A switch that applies at once. The whole row can be pressed. */
export function Switch({ label, text, on, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch" data-disabled={disabled}>
      <span className="switch-words">
        <span id={`${id}label`}>{label}</span>
        {text ? (
          <span id={`${id}text`} className="card-note switch-text">
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

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The formatted value with its unit. */
  readonly valueText: string;
  readonly onChange: (value: number) => void;
}

/** A slider, with its value beside its name. */
export function Slider(props: SliderProps) {
  const id = useId();
  return (
    <div className="slider">
      <label htmlFor={id}>{props.label}</label>
      <output htmlFor={id} className="slider-value">
        {props.valueText}
      </output>
      <input
        id={id}
        type="range"
        min={props.min}
        max={props.max}
        step={props.step}
        value={props.value}
        aria-valuetext={props.valueText}
        onChange={(event) => props.onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
