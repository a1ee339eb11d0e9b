import { type NumberEntryProps, NumberInput } from './fields.tsx';

interface OpenNumberFieldProps extends NumberEntryProps<number | null> {
  /** What an empty field means. */
  readonly placeholder: string;
}

/** A number in range and on the step; null for an empty field. */
export function OpenNumberField({ step = 1, ...props }: OpenNumberFieldProps) {
  const { min, max } = props;
  const read = ({ validity, value }: HTMLInputElement) => {
    // For invalid text the browser reports only `badInput`.
    if (validity.badInput) return undefined;
    if (value.trim() === '') return null;
    const typed = Number(value);
    const onStep = step === 'any' || Number.isInteger(typed / step);
    return typed >= min && typed <= max && onStep ? typed : undefined;
  };
  return <NumberInput {...props} step={step} read={read} />;
}
