import type { CSSProperties, ReactNode } from 'react';
import type { EmojiMap } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import { ALERT_LIMITS, cutWhole, isEmojiOnly, RichText, richSegments } from './rich-text.tsx';
import { useWords } from './widget-words.tsx';

const TEXT_MAX = 120;

/** A name or title in one line, cut with an ellipsis, in its own direction. */
export function OneLine({ text, className }: { text: string; className: string }): ReactNode {
  return <bdi className={className}>{cutWhole(text, TEXT_MAX)}</bdi>;
}

/** The text, or `instead` where there is nothing to see. */
export function orElse(text: string | null, instead: string): string {
  return text === null || text.trim() === '' ? instead : text;
}

interface AttributionProps {
  /** null or blank: anonymous. */
  readonly name: string | null;
  /** The sentence's key; with `-anonymous` at its end, that of one without a name. */
  readonly by: string;
}

export function Attribution({ name, by }: AttributionProps): ReactNode {
  const { t } = useWords();
  const known = orElse(name, '');
  return (
    <SlotText sentence={t(known === '' ? `${by}-anonymous` : by, { name: SLOT })}>
      <OneLine text={orElse(known, t('anonymous'))} className="sl-alert-name" />
    </SlotText>
  );
}

export function message(content: string, emojis: EmojiMap): ReactNode {
  if (content.trim() === '') return null;
  const segments = richSegments(content, emojis, ALERT_LIMITS);
  return (
    <p className="sl-alert-message" data-pictures={isEmojiOnly(segments) || undefined} dir="auto">
      <RichText segments={segments} />
    </p>
  );
}

/**
 * A number whose digits roll to their values while an alert comes in: strips of digits move over the
 * place of the text, which is whole from the start. Nothing is laid out again.
 */
export function RollingNumber({ text }: { readonly text: string }): ReactNode {
  return (
    <>
      <span className="sl-roll" aria-hidden="true">
        {[...text].map((character, at) => (
          <i
            // Characters of one number never change places.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={at}
            data-mark={/\d/.test(character) ? undefined : character}
            style={{ '--at': at, '--digit': character } as CSSProperties}
          />
        ))}
      </span>
      <span className="sl-rolled">{text}</span>
    </>
  );
}

/** An alert's hero that is a number in its sentence, or words where the number is not known. */
export function numberHero(number: string | null, sentence: string, unknown: string) {
  if (number === null) {
    const hero = <span className="sl-alert-title">{unknown}</span>;
    return { hero, heroText: unknown, heroUnit: '' };
  }
  const hero = (
    <SlotText sentence={sentence}>
      <span className="sl-alert-number">
        <RollingNumber text={number} />
      </span>
    </SlotText>
  );
  return { hero, heroText: number, heroUnit: sentence.replace(SLOT, '') };
}

/** A time of day on this computer, with the date unless it is the day of `today`. */
export function formatMoment(at: number, today: number, language: Language): string {
  const date = new Date(at);
  const sameDay = date.toDateString() === new Date(today).toDateString();
  return new Intl.DateTimeFormat(language, {
    ...(sameDay ? {} : { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(date);
}

/** Stands in a sentence for an element: a private-use character, which no text contains. */
export const SLOT = '\uE000';

interface SlotTextProps {
  /** With `SLOT` in the part's place. */
  readonly sentence: string;
  readonly children: ReactNode;
}

/** A sentence with an element as one part. Viewers' text never passes through the translation. */
export function SlotText({ sentence, children }: SlotTextProps): ReactNode {
  const at = sentence.indexOf(SLOT);
  if (at < 0) return sentence;
  const before = sentence.slice(0, at);
  const after = sentence.slice(at + SLOT.length);
  return (
    <>
      {before === '' ? null : <span className="sl-slot-rest">{before}</span>}
      {children}
      {after === '' ? null : <span className="sl-slot-rest">{after}</span>}
    </>
  );
}

/** The platform's unit of donations, as a coin with a gleam in it. */
export function BeamIcon(): ReactNode {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path
        fillRule="evenodd"
        d="M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22Zm0 4c.9 4.3 2.7 6.1 7 7-4.3.9-6.1 2.7-7 7-.9-4.3-2.7-6.1-7-7 4.3-.9 6.1-2.7 7-7Z"
      />
    </svg>
  );
}
