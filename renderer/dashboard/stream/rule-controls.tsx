import { type ReactNode, useId, useState } from 'react';
import {
  type CHAT_FIELDS,
  CHAT_GROUP_CHOICES,
  type ChatGroup,
  FOLLOWER_MINUTES,
  SLOW_MODE_SECONDS,
  type StreamFields,
} from '../../../shared/contract/stream.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceList, SelectField } from '../../ui/choices.tsx';
import { Entry } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { isChatGroup, minutesText, secondsText } from './field-words.tsx';

export type ChatFieldName = (typeof CHAT_FIELDS)[number];

interface RuleProps<T> {
  /** null: it is not known. */
  readonly value: T | null;
  readonly onChoose: (value: NonNullable<T>) => void;
}

const CONTROLS: {
  readonly [F in ChatFieldName]: (props: RuleProps<StreamFields[F]>) => ReactNode;
} = {
  chatAllowedGroup: GroupControl,
  minFollowerMinute: FollowerControl,
  followerSubscriberChatAllow: (props) => <OnOffControl {...props} word="stream.subscribers" />,
  chatEmojiMode: (props) => <OnOffControl {...props} word="stream.emoji" />,
  chatSlowModeSec: SlowControl,
};

export function RuleControl<F extends ChatFieldName>({
  field,
  value,
  onChoose,
}: RuleProps<StreamFields[F]> & { readonly field: F }) {
  const Control: (props: RuleProps<StreamFields[F]>) => ReactNode = CONTROLS[field];
  return <Control value={value} onChoose={onChoose} />;
}

function GroupControl({ value, onChoose }: RuleProps<string>) {
  const { t } = useWords();
  const isKnown = value !== null && isChatGroup(value);
  return (
    <>
      <ChoiceList<ChatGroup | 'unknown'>
        label={t('stream.chat-group')}
        choices={CHAT_GROUP_CHOICES.map((group) => ({
          value: group,
          label: t(`stream.group.${group}`),
        }))}
        chosen={isKnown ? value : 'unknown'}
        onChoose={onChoose}
      />
      {value !== null && !isKnown ? (
        <p className="entry-note">{t('stream.group-other', { value })}</p>
      ) : null}
    </>
  );
}

function FollowerControl(props: RuleProps<number | null>) {
  const { t } = useWords();
  return (
    <>
      <NumberChoice
        {...props}
        look="select"
        label={t('stream.follower-minutes')}
        otherLabel={t('stream.follower-other')}
        choices={FOLLOWER_MINUTES}
        unit={t('stream.minutes')}
        textOf={minutesText}
      />
      <p className="entry-note">{t('stream.follower-note')}</p>
    </>
  );
}

function SlowControl(props: RuleProps<number>) {
  const { t } = useWords();
  return (
    <NumberChoice
      {...props}
      look="row"
      label={t('stream.slow')}
      otherLabel={t('stream.slow-other')}
      choices={SLOW_MODE_SECONDS}
      unit={t('stream.seconds')}
      textOf={secondsText}
    />
  );
}

interface OnOffProps extends RuleProps<boolean> {
  readonly word: 'stream.subscribers' | 'stream.emoji';
}

/** On, off, or neither while unknown, which a switch cannot show. */
function OnOffControl({ word, value, onChoose }: OnOffProps) {
  const { t } = useWords();
  const known = value ? 'on' : 'off';
  return (
    <ChoiceList<'on' | 'off' | 'unknown'>
      label={t(word)}
      choices={[
        { value: 'on', label: t('stream.on') },
        { value: 'off', label: t('stream.off') },
      ]}
      chosen={value === null ? 'unknown' : known}
      onChoose={(picked) => onChoose(picked === 'on')}
    />
  );
}

interface NumberChoiceProps extends RuleProps<number | null> {
  readonly label: string;
  readonly otherLabel: string;
  readonly choices: readonly number[];
  readonly unit: string;
  readonly textOf: (words: Words, value: number) => string;
  readonly look: 'row' | 'select';
}

type Picked = `${number}` | 'other' | 'unknown';

function NumberChoice(props: NumberChoiceProps) {
  const { label, otherLabel, value, choices, unit, textOf, onChoose, look } = props;
  const words = useWords();
  const { t } = words;
  const [isOther, setOther] = useState(false);
  const [typed, setTyped] = useState<number | null>(null);
  const isUsual = value !== null && choices.includes(value);
  const shown: Picked =
    isOther || (value !== null && !isUsual) ? 'other' : value === null ? 'unknown' : `${value}`;
  const entry = (picked: Picked, text: string) => ({ value: picked, label: text });
  const all = choices.map((choice) => entry(`${choice}`, textOf(words, choice)));
  all.push(entry('other', t('stream.other')));
  if (look === 'select' && value === null) all.unshift(entry('unknown', t('stream.unknown')));
  const Choice = look === 'row' ? ChoiceList<Picked> : SelectField<Picked>;
  const choose = (picked: Picked) => {
    setTyped(null);
    setOther(picked === 'other');
    if (picked !== 'other' && picked !== 'unknown') onChoose(Number(picked));
  };
  const own = typed ?? (isUsual ? null : value);
  return (
    <div className="stream-numbers stack">
      <Choice label={label} choices={all} chosen={shown} onChoose={choose} />
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
      <span className="line">
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
