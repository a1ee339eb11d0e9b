import type { ReactNode } from 'react';
import type { EmojiMap } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import { ALERT_LIMITS, cutWhole, isEmojiOnly, richSegments } from './rich-segments.ts';
import { RichText } from './rich-text.tsx';
import { SLOT, SlotText } from './slot-text.tsx';
import { useWords } from './widget-words.tsx';

const TEXT_MAX = 120;

/** A name or title in one line, cut with an ellipsis, in its own direction. */
export function OneLine({ text, className }: { text: string; className: string }): ReactNode {
  return <bdi className={className}>{cutWhole(text, TEXT_MAX)}</bdi>;
}

export interface WhoProps {
  /** null or blank: anonymous. */
  readonly name: string | null;
  /** Sentence with a name, and the one for somebody anonymous. */
  readonly by: string;
  readonly byAnonymous: string;
}

/** The line that says who did it. */
export function Who({ name, by, byAnonymous }: WhoProps): ReactNode {
  const { t } = useWords();
  const known = name !== null && name.trim() !== '';
  return (
    <SlotText sentence={t(known ? by : byAnonymous, { name: SLOT })}>
      <OneLine text={known ? name : t('anonymous')} className="sl-alert-name" />
    </SlotText>
  );
}

export interface MessageProps {
  readonly content: string;
  readonly emojis: EmojiMap;
}

/** What the viewer wrote, or nothing when they wrote nothing. */
export function message({ content, emojis }: MessageProps): ReactNode {
  if (content.trim() === '') return null;
  const segments = richSegments(content, emojis, ALERT_LIMITS);
  return (
    <p className="sl-alert-message" data-pictures={isEmojiOnly(segments) || undefined} dir="auto">
      <RichText segments={segments} />
    </p>
  );
}

/** The language of the words, as the widgets' numbers and dates want it. */
export function useLanguage(): Language {
  return useWords().language;
}

export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value);
}

/**
 * A time of day; with the date when it is not the day of `today`. Both in epoch milliseconds, read
 * in the zone of this computer.
 */
export function formatMoment(at: number, today: number, language: Language): string {
  const date = new Date(at);
  const sameDay = date.toDateString() === new Date(today).toDateString();
  return new Intl.DateTimeFormat(language, {
    ...(sameDay ? {} : { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(date);
}
