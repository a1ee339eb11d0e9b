import { useId } from 'react';
import { Entry, type EntryProps } from './fields.tsx';
import { useNumberDraft } from './number-draft.ts';

interface OpenNumberFieldProps extends EntryProps {
  /** null if the field is empty. */
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly step?: number | 'any';
  readonly unit?: string;
  /** What an empty field means. */
  readonly placeholder: string;
  /** Called with numbers in range and on the step, or null for an empty field. */
  readonly onChange: (value: number | null) => void;
}

/** An optional number. Incomplete input stays in the field and is not reported. */
export function OpenNumberField(props: OpenNumberFieldProps) {
  const { label, value, min, max, step = 1, unit, placeholder, note, faulty, onChange } = props;
  const id = useId();
  const { draft, fieldProps } = useNumberDraft<number | null>({
    read(field) {
      // For invalid text the browser reports only `badInput`.
      if (field.validity.badInput) return undefined;
      const typed = field.value.trim() === '' ? null : Number(field.value);
      return typed === null || isTaken(typed, { min, max, step }) ? typed : undefined;
    },
    onChange,
  });
  return (
    <Entry id={id} label={label} note={note} {...(faulty === undefined ? {} : { faulty })}>
      <span className="entry-line">
        <input
          id={id}
          type="number"
          inputMode="decimal"
          className="entry-field"
          value={draft ?? (value === null ? '' : String(value))}
          min={min}
          max={max}
          step={step}
          placeholder={placeholder}
          aria-describedby={note ? `${id}note` : undefined}
          aria-invalid={faulty}
          {...fieldProps}
        />
        {unit ? <span className="entry-unit">{unit}</span> : null}
      </span>
    </Entry>
  );
}

function isTaken(
  typed: number,
  { min, max, step }: { min: number; max: number; step: number | 'any' },
): boolean {
  const onStep = step === 'any' || Number.isInteger(typed / step);
  return typed >= min && typed <= max && onStep;
}
