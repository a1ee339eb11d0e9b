import { CircleX } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useState } from 'react';
import { useNumberDraft } from './number-draft.ts';

export interface EntryProps {
  readonly label: string;
  /** Its purpose, or its fault. */
  readonly note?: ReactNode;
  readonly faulty?: boolean | undefined;
}

interface FrameProps extends EntryProps {
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A name above, the control, a note below. */
export function Entry(props: FrameProps) {
  const { id, className = '', label, note, faulty = false, children } = props;
  return (
    <div className={`entry ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children}
      {note ? (
        <p id={`${id}note`} className="entry-note" data-fault={faulty}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

/** What connects a control to its `Entry`. */
export function useEntry(note: ReactNode) {
  const id = useId();
  return { id, 'aria-describedby': note ? `${id}note` : undefined };
}

export interface ControlProps<T> {
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export interface NumberEntryProps<V extends number | null> extends EntryProps, ControlProps<V> {
  readonly min: number;
  readonly max: number;
  readonly step?: number | 'any';
  /** Shown after the number, such as its unit. */
  readonly unit?: string;
}

interface NumberInputProps<V extends number | null> extends NumberEntryProps<V> {
  readonly placeholder?: string;
  readonly read: (field: HTMLInputElement) => V | undefined;
}

/** A field for what `read` takes as a number. Incomplete input stays in it and is not reported. */
export function NumberInput<V extends number | null>(props: NumberInputProps<V>) {
  const { label, value, unit, note, faulty, read, onChange, ...attributes } = props;
  const control = useEntry(note);
  const { draft, fieldProps } = useNumberDraft({ read, onChange });
  return (
    <Entry id={control.id} label={label} note={note} faulty={faulty}>
      <span className="line">
        <input
          {...control}
          {...attributes}
          type="number"
          inputMode="decimal"
          className="entry-field"
          value={draft ?? (value === null ? '' : String(value))}
          aria-invalid={faulty}
          {...fieldProps}
        />
        {unit ? <span className="entry-unit">{unit}</span> : null}
      </span>
    </Entry>
  );
}

/** A number in range; only those are reported. */
export function NumberField({ step = 1, ...props }: NumberEntryProps<number>) {
  const read = ({ value: text }: HTMLInputElement) => {
    const typed = Number(text);
    return text.trim() !== '' && typed >= props.min && typed <= props.max ? typed : undefined;
  };
  return <NumberInput {...props} step={step} read={read} />;
}

interface LineFieldProps extends EntryProps, ControlProps<string> {
  readonly max: number;
  readonly placeholder?: string;
  /** Hides the input. */
  readonly covered?: boolean;
  readonly field?: Ref<HTMLInputElement>;
}

export function LineField(props: LineFieldProps) {
  const { label, value, max, placeholder, note, field, onChange } = props;
  const { faulty = false, covered = false } = props;
  const control = useEntry(note);
  return (
    <Entry id={control.id} label={label} note={note} faulty={faulty}>
      <input
        {...control}
        ref={field}
        type={covered ? 'password' : 'text'}
        className="entry-field"
        value={value}
        maxLength={max}
        placeholder={placeholder}
        autoComplete="off"
        aria-invalid={faulty}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Entry>
  );
}

interface EntriesFieldProps extends EntryProps, ControlProps<readonly string[]> {
  /** The longest entry in characters, and the most entries; anything beyond is dropped. */
  readonly max: number;
  readonly most: number;
  readonly rows?: number;
}

/** One entry per line; empty and repeated lines do not count. */
export function EntriesField(props: EntriesFieldProps) {
  const { label, value, max, most, rows = 3, note, onChange } = props;
  const control = useEntry(note);
  const [draft, setDraft] = useState<string | null>(null);
  const shown = value.join('\n');
  // Shows a value set by another page unless the text already matches it.
  useEffect(() => {
    setDraft((now) =>
      now !== null && entriesOf(now, max, most).join('\n') === shown ? now : null,
    );
  }, [shown, max, most]);
  return (
    <Entry id={control.id} label={label} note={note}>
      <textarea
        {...control}
        className="entry-field entry-area"
        rows={rows}
        value={draft ?? shown}
        spellCheck={false}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          onChange(entriesOf(event.currentTarget.value, max, most));
        }}
        onBlur={() => setDraft(null)}
      />
    </Entry>
  );
}

function entriesOf(text: string, max: number, most: number): string[] {
  const lines = text.split('\n').map((line) => line.trim().slice(0, max));
  return [...new Set(lines.filter((line) => line !== ''))].slice(0, most);
}

interface CodeFieldProps extends EntryProps {
  readonly value: string;
  readonly max?: number;
  readonly rows: number;
  readonly readOnly?: boolean;
  readonly placeholder?: string;
  readonly onChange?: (value: string) => void;
}

/** Machine-readable text: monospaced, without spelling correction. */
export function CodeField(props: CodeFieldProps) {
  const { label, value, max, rows, readOnly = false, placeholder, note, faulty = false } = props;
  const control = useEntry(note);
  return (
    <Entry id={control.id} label={label} note={note} faulty={faulty}>
      <textarea
        {...control}
        className="entry-field entry-area entry-code"
        rows={rows}
        value={value}
        maxLength={max}
        readOnly={readOnly}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        aria-invalid={faulty}
        onChange={(event) => props.onChange?.(event.currentTarget.value)}
        onFocus={(event) => {
          if (readOnly) event.currentTarget.select();
        }}
      />
    </Entry>
  );
}

/** A date and time in this computer's time zone, in epoch milliseconds; null if empty. */
export function MomentField(props: EntryProps & ControlProps<number | null>) {
  const { label, value, note, onChange } = props;
  const control = useEntry(note);
  return (
    <Entry id={control.id} label={label} note={note}>
      <input
        {...control}
        type="datetime-local"
        className="entry-field"
        value={value === null ? '' : localMoment(value)}
        onChange={(event) => {
          const moment = new Date(event.currentTarget.value).getTime();
          onChange(Number.isNaN(moment) ? null : moment);
        }}
      />
    </Entry>
  );
}

/** The field's format: 2026-01-31T18:30. */
function localMoment(epochMs: number): string {
  const date = new Date(epochMs);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** A choice of one among a few short words, for view settings. */
export function Segments<T extends string>({ label, choices, chosen, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === chosen}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}

interface TextFieldProps extends ControlProps<string> {
  readonly label: string;
  /** How to fix the value; null if it is fine. */
  readonly fault?: string | null;
  readonly note?: string;
  readonly placeholder?: string;
  /** Hides the input. */
  readonly covered?: boolean;
  readonly aside?: ReactNode;
  readonly field?: Ref<HTMLInputElement>;
  readonly onLeave?: () => void;
}

/** A text field with its label above and its fault below. */
export function TextField(props: TextFieldProps) {
  const { label, value, fault = null, note, placeholder, covered = false, aside, field } = props;
  const words = fault ?? note;
  const control = useEntry(words);
  const marked = words ? (
    <>
      {fault === null ? null : <CircleX size={14} aria-hidden className="field-mark" />}
      <span>{words}</span>
    </>
  ) : null;
  return (
    <Entry id={control.id} className="field" label={label} note={marked} faulty={fault !== null}>
      <div className="field-line">
        <input
          ref={field}
          {...control}
          type={covered ? 'password' : 'text'}
          value={value}
          placeholder={placeholder}
          maxLength={300}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={fault !== null}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={props.onLeave}
        />
        {aside}
      </div>
    </Entry>
  );
}
