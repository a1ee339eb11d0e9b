import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { Entry } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useWords } from '../context.ts';

interface NumberChoiceProps {
  readonly label: string;
  readonly otherLabel: string;
  /** null: it is not known. */
  readonly value: number | null;
  readonly choices: readonly number[];
  readonly unit: string;
  readonly textOf: (value: number) => string;
  readonly onChoose: (value: number) => void;
  /** All in sight beside each other, or one line that opens. */
  readonly look: 'row' | 'select';
}

type Picked = `${number}` | 'other' | 'unknown';

/** One of the numbers that are usual, or any other. */
export function NumberChoice(props: NumberChoiceProps) {
  const { label, otherLabel, value, choices, unit, textOf, onChoose, look } = props;
  const { t } = useWords();
  const [isOther, setOther] = useState(false);
  const [typed, setTyped] = useState<number | null>(null);
  const isUsual = value !== null && choices.includes(value);
  const shown: Picked =
    isOther || (value !== null && !isUsual) ? 'other' : value === null ? 'unknown' : `${value}`;
  const known = choices.map((choice) => ({ value: `${choice}` as Picked, label: textOf(choice) }));
  const all = [...known, { value: 'other' as Picked, label: t('stream.other') }];
  const choose = (picked: Picked) => {
    setTyped(null);
    setOther(picked === 'other');
    if (picked !== 'other' && picked !== 'unknown') onChoose(Number(picked));
  };
  const own = typed ?? (isUsual ? null : value);
  return (
    <div className="stream-numbers">
      {look === 'row' ? (
        <ChoiceList label={label} choices={all} chosen={shown} onChoose={choose} />
      ) : (
        <SelectField
          label={label}
          choices={
            value === null ? [{ value: 'unknown', label: t('stream.unknown') }, ...all] : all
          }
          chosen={shown}
          onChoose={choose}
        />
      )}
      {shown === 'other' ? (
        <div className="stream-other">
          <WholeField label={otherLabel} unit={unit} value={own} onChange={setTyped} />
          <Button
            disabled={own === null || own === value}
            onPress={() => {
              if (own === null) return;
              setOther(false);
              setTyped(null);
              onChoose(own);
            }}
          >
            {t('stream.apply')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

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
function WholeField({ label, unit, value, onChange }: WholeFieldProps) {
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
