import { useId, useState } from 'react';
import { Entry } from '../../ui/fields.tsx';

/** A week in seconds, half a year in minutes: what a limit of either could sensibly be. */
const MOST = 259_200;

interface WholeFieldProps {
  readonly label: string;
  readonly unit: string;
  /** null: the field is empty. */
  readonly value: number | null;
  /** null: what stands there is no whole number from 0. */
  readonly onChange: (value: number | null) => void;
}

/** A whole number from 0. What is typed stays as it is. */
export function WholeField({ label, unit, value, onChange }: WholeFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <Entry id={id} label={label}>
      <span className="entry-line">
        <input
          id={id}
          type="number"
          inputMode="numeric"
          className="entry-field"
          min={0}
          max={MOST}
          value={draft ?? (value === null ? '' : String(value))}
          onChange={(event) => {
            const text = event.currentTarget.value;
            const typed = Number(text);
            setDraft(text);
            const isWhole = text.trim() !== '' && Number.isInteger(typed) && typed >= 0;
            onChange(isWhole && typed <= MOST ? typed : null);
          }}
        />
        <span className="entry-unit">{unit}</span>
      </span>
    </Entry>
  );
}
