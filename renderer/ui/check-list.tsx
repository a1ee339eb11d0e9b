import { Check, type Choice } from './choices.tsx';

interface CheckListProps<T extends string> {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly chosen: readonly T[];
  /** In the order of the choices. */
  readonly onChoose: (chosen: T[]) => void;
}

/** A choice of several, with all options visible. */
export function CheckList<T extends string>(props: CheckListProps<T>) {
  const { label, choices, chosen, onChoose } = props;
  const toggle = (value: T, on: boolean) => {
    const values = choices.map((choice) => choice.value);
    onChoose(values.filter((each) => (each === value ? on : chosen.includes(each))));
  };
  return (
    <fieldset className="picks">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <Check
          key={choice.value}
          label={choice.label}
          checked={chosen.includes(choice.value)}
          onChange={(on) => toggle(choice.value, on)}
        />
      ))}
    </fieldset>
  );
}
