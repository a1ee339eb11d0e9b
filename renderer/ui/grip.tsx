import { GripVertical } from 'lucide-react';
import type { Reorder } from './use-reorder.ts';

interface GripProps {
  /** Its name, such as "Move: Large donations". */
  readonly label: string;
  /** How it is used with keys. */
  readonly hint: string;
  readonly disabled: boolean;
  readonly grip: ReturnType<Reorder['gripProps']>;
}

/** What a row is taken by to be put elsewhere in its list. */
export function Grip({ label, hint, disabled, grip }: GripProps) {
  return (
    <button
      type="button"
      className="grip"
      aria-label={label}
      aria-description={hint}
      title={hint}
      disabled={disabled}
      {...grip}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  );
}
