import type { ReactNode } from 'react';
import {
  CHAT_GROUP_CHOICES,
  type ChatGroup,
  FOLLOWER_MINUTES,
  SLOW_MODE_SECONDS,
} from '../../../shared/contract/stream.ts';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { useWords } from '../context.ts';
import { isChatGroup, minutesText, secondsText } from './field-words.ts';
import { NumberChoice } from './number-choice.tsx';

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

/** On or off, or neither while nobody knows: a switch would have to guess. */
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
