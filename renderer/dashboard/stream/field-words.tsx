import { GitCompareArrows } from 'lucide-react';
import {
  CHAT_GROUP_CHOICES,
  type ChatGroup,
  type StreamBase,
  type StreamCategory,
  type StreamFieldName,
  type StreamFieldValue,
  type StreamState,
} from '../../../shared/contract/stream.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useWords } from '../context.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A value in words: numbers with units, never empty. */
export function valueText(words: Words, field: StreamFieldName, value: StreamFieldValue): string {
  const { t } = words;
  if (field === 'category')
    return (value as StreamCategory | null)?.categoryValue ?? t('stream.none');
  if (value === null) return t('stream.unknown');
  if (typeof value === 'boolean') return t(value ? 'stream.on' : 'stream.off');
  if (typeof value === 'number') {
    return field === 'minFollowerMinute' ? minutesText(words, value) : secondsText(words, value);
  }
  if (typeof value !== 'string') {
    return Array.isArray(value) && value.length > 0 ? value.join(', ') : t('stream.none');
  }
  if (field === 'chatAllowedGroup') return groupText(words, value);
  return value === '' ? t('stream.none') : value;
}

export function minutesText(words: Words, minutes: number): string {
  return minutes === 0 ? words.t('stream.at-once') : lengthText(words, minutes * 60);
}

export function secondsText(words: Words, seconds: number): string {
  return seconds === 0 ? words.t('stream.off') : lengthText(words, seconds);
}

/** In the largest unit that divides it evenly. */
function lengthText({ t }: Words, seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  return t(`stream.length.${unit}`, { count: seconds / size });
}

export function isChatGroup(value: string): value is ChatGroup {
  return (CHAT_GROUP_CHOICES as readonly string[]).includes(value);
}

/** The current values of some fields, without unknown ones. */
export function knownOf(stream: StreamState, fields: readonly StreamFieldName[]): StreamBase {
  const { chatEmojiMode, chatSlowModeSec } = stream.setByUs;
  const all: StreamBase = {
    ...stream.settings?.value,
    tags: stream.settings ? [...stream.settings.value.tags] : undefined,
    ...stream.chat?.value,
    chatEmojiMode: chatEmojiMode?.value,
    chatSlowModeSec: chatSlowModeSec?.value,
  };
  const known = fields.filter((field) => all[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, all[field]]));
}

function groupText({ t }: Words, value: string): string {
  return isChatGroup(value) ? t(`stream.group.${value}`) : value;
}

interface ConflictProps {
  readonly field: StreamFieldName;
  readonly mine: StreamFieldValue;
  readonly theirs: StreamFieldValue;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** A field changed elsewhere while it was edited here: both values, and the choice. */
export function Conflict({ field, mine, theirs, onKeep, onTake }: ConflictProps) {
  const words = useWords();
  const { t } = words;
  return (
    <Callout tone="warn" icon={GitCompareArrows} role="alert" title={t('stream.conflict')}>
      <dl className="stream-facts stream-both">
        <dt>{t('stream.conflict-mine')}</dt>
        <dd>
          <bdi>{valueText(words, field, mine)}</bdi>
        </dd>
        <dt>{t('stream.conflict-theirs')}</dt>
        <dd>
          <bdi>{valueText(words, field, theirs)}</bdi>
        </dd>
      </dl>
      <div className="card-row">
        <Button onPress={onKeep}>{t('stream.conflict-keep')}</Button>
        <Button onPress={onTake}>{t('stream.conflict-take')}</Button>
      </div>
    </Callout>
  );
}

export function ReadAtNote({ at }: { readonly at: number | null }) {
  const { t, time } = useWords();
  return (
    <span className="card-note stream-count">
      {at === null ? t('stream.never-read') : t('stream.read-at', { time: time(at) })}
    </span>
  );
}
