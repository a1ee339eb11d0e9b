import { type ReactNode, useId, useState } from 'react';
import {
  CHAT_GROUP_CHOICES,
  type ChatGroup,
  FOLLOWER_MINUTES,
  SLOW_MODE_SECONDS,
} from '../../../shared/contract/stream.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceList, SelectField } from '../../ui/choices.tsx';
import { Entry } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { isChatGroup, minutesText, secondsText } from './field-words.tsx';

interface RuleControlProps<T> {
  /** null: it is not known. */
  readonly value: T | null;
  readonly onChoose: (value: T) => void;
}

export function GroupControl({
  value,
  onChoose,
}: {
  readonly value: string | null;
  readonly onChoose: (group: ChatGroup) => void;
}) {
  const { t } = useWords();
  const choices = CHAT_GROUP_CHOICES.map((group) => ({
    value: group,
    label: t(`stream.group.${group}`),
  }));
  return (
    <>
      <ChoiceList<ChatGroup | 'unknown'>
        label={t('stream.chat-group')}
        choices={choices}
        chosen={value !== null && isChatGroup(value) ? value : 'unknown'}
        onChoose={(group) => {
          if (group !== 'unknown') onChoose(group);
        }}
      />
      {value !== null && !isChatGroup(value) ? (
        <p className="entry-note">{t('stream.group-other', { value })}</p>
      ) : null}
    </>
  );
}

export function FollowerControl(props: RuleControlProps<number>) {
  const words = useWords();
  const { t } = words;
  return (
    <>
      <NumberChoice
        {...props}
        look="select"
        label={t('stream.follower-minutes')}
        otherLabel={t('stream.follower-other')}
        choices={FOLLOWER_MINUTES}
        unit={t('stream.minutes')}
        textOf={(minutes) => minutesText(words, minutes)}
      />
      <p className="entry-note">{t('stream.follower-note')}</p>
    </>
  );
}

export function SlowControl(props: RuleControlProps<number>) {
  const words = useWords();
  const { t } = words;
  return (
    <NumberChoice
      {...props}
      look="row"
      label={t('stream.slow')}
      otherLabel={t('stream.slow-other')}
      choices={SLOW_MODE_SECONDS}
      unit={t('stream.seconds')}
      textOf={(seconds) => secondsText(words, seconds)}
    />
  );
}

interface OnOffProps extends RuleControlProps<boolean> {
  readonly label: string;
  readonly note?: ReactNode;
}

/** On, off, or neither while unknown, which a switch cannot show. */
export function OnOffControl({ label, value, onChoose, note }: OnOffProps) {
  const { t } = useWords();
  return (
    <>
      <ChoiceList<'on' | 'off' | 'unknown'>
        label={label}
        choices={[
          { value: 'on', label: t('stream.on') },
          { value: 'off', label: t('stream.off') },
        ]}
        chosen={value === null ? 'unknown' : value ? 'on' : 'off'}
        onChoose={(picked) => onChoose(picked === 'on')}
      />
      {note ? <p className="entry-note">{note}</p> : null}
    </>
  );
}

interface NumberChoiceProps {
  readonly label: string;
  readonly otherLabel: string;
  /** null: it is not known. */
  readonly value: number | null;
  readonly choices: readonly number[];
  readonly unit: string;
  readonly textOf: (value: number) => string;
  readonly onChoose: (value: number) => void;
  /** All choices in a row, or a select. */
  readonly look: 'row' | 'select';
}

type Picked = `${number}` | 'other' | 'unknown';

/** A usual number, or any other. */
function NumberChoice(props: NumberChoiceProps) {
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

/** The largest value: three days in seconds, half a year in minutes. */
const MOST = 259_200;

interface WholeFieldProps {
  readonly label: string;
  readonly unit: string;
  /** null if the field is empty. */
  readonly value: number | null;
  /** null if the input is not a whole number from 0. */
  readonly onChange: (value: number | null) => void;
}

/** A whole number from 0. Input is kept as typed. */
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
