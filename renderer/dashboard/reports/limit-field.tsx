import { useEffect, useId, useState } from 'react';
import { Entry } from '../../ui/fields.tsx';

interface LimitFieldProps {
  readonly label: string;
  /** null: no limit. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** A number that may be left out. What is typed halfway stays in the field and is told to nobody. */
export function LimitField({ label, value, onChange }: LimitFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState(value === null ? '' : String(value));
  useEffect(() => {
    setDraft((now) => (limitOf(now) === value ? now : value === null ? '' : String(value)));
  }, [value]);
  return (
    <Entry id={id} label={label}>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        className="entry-field"
        value={draft}
        maxLength={16}
        aria-invalid={limitOf(draft) === undefined}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setDraft(text);
          const limit = limitOf(text);
          if (limit !== undefined) onChange(limit);
        }}
      />
    </Entry>
  );
}

/** undefined: not a number that could be a limit. */
export function limitOf(text: string): number | null | undefined {
  const plain = text.replaceAll(',', '').trim();
  if (plain === '') return null;
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined;
  const limit = Number(plain);
  return limit <= Number.MAX_SAFE_INTEGER ? limit : undefined;
}
