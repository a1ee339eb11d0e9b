import { useId } from 'react';
import { Entry, type EntryProps } from './fields.tsx';

interface SelectFieldProps<T extends string> extends EntryProps {
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** One of many, of which only the chosen one is in sight. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, choices, chosen, note, faulty, onChoose } = props;
  const id = useId();
  return (
    <Entry id={id} label={label} note={note} {...(faulty === undefined ? {} : { faulty })}>
      <select
        id={id}
        className="entry-field"
        value={chosen}
        aria-describedby={note ? `${id}note` : undefined}
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
