import { createContext, type ReactNode, useContext } from 'react';
import type { ValueSort } from '../../shared/events.ts';
import { type AlertLook, PLAIN_LOOK } from '../../shared/overlay/alert-look.ts';
import { AlertMedia } from './alert-media.tsx';
import { cutWhole } from './rich-text.tsx';

interface AlertFrameProps {
  readonly tone: ValueSort;
  readonly sign: ReactNode;
  readonly label: ReactNode;
  readonly aside?: ReactNode;
  readonly hero: ReactNode;
  /** Measured to choose the hero's size. */
  readonly heroText: string;
  /** Its unit, drawn smaller. */
  readonly heroUnit?: string;
  /** One line, replaced by the streamer's headline. */
  readonly who?: ReactNode;
  readonly what?: ReactNode;
}

/** Fits two lines. */
const HEADLINE_MAX = 200;

/** A rule's headline replaces the line about who, its picture beside the text the sign. */
export function AlertFrame(props: AlertFrameProps): ReactNode {
  const { tone, sign, label, aside, hero, heroText, heroUnit, who, what } = props;
  const look = useContext(AlertLookContext);
  const { headline, picturePlace, level } = look;
  const plainSign = <div className="sl-alert-sign">{sign}</div>;
  return (
    <article
      className="sl-alert"
      data-tone={tone}
      data-level={level}
      data-behind={picturePlace === 'behind' || undefined}
    >
      {picturePlace === 'behind' ? <AlertMedia look={look} className="sl-alert-behind" /> : null}
      <div className="sl-alert-band">
        {picturePlace === 'beside' ? (
          <AlertMedia look={look} className="sl-alert-sign sl-alert-own" fallback={plainSign} />
        ) : (
          plainSign
        )}
        <div className="sl-alert-lead">
          <p className="sl-alert-label">
            <span className="sl-alert-kind">{label}</span>
            {aside ? <span className="sl-alert-aside">{aside}</span> : null}
          </p>
          <p className="sl-alert-hero" data-size={heroSize(heroText, heroUnit, roomIn(look))}>
            {hero}
          </p>
          {headline === null ? (
            who && <p className="sl-alert-who">{who}</p>
          ) : (
            <p className="sl-alert-headline" dir="auto">
              {cutWhole(headline, HEADLINE_MAX)}
            </p>
          )}
        </div>
      </div>
      {what ? <div className="sl-alert-what">{what}</div> : null}
    </article>
  );
}

/** The share of the hero's usual room that an own picture, which is wider than a sign, leaves it. */
function roomIn({ image, picturePlace, level }: AlertLook): number {
  if (image === null || picturePlace !== 'beside' || level === 'grand') return 1;
  return level === 'large' ? 0.66 : 0.78;
}

/** The largest size at which the hero fits beside the sign; the style sheet has the sizes. */
export function heroSize(text: string, unit: string = '', room = 1): 'xl' | 'l' | 'm' | 's' {
  const em = (emWidth(text) + UNIT_SIZE * emWidth(unit)) / room;
  if (em > 10.5) return 's';
  if (em > 7.3) return 'm';
  return em > 5.5 ? 'l' : 'xl';
}

/** Of a unit's letters, in those of its number (`.sl-slot-rest`). */
const UNIT_SIZE = 0.56;
/** So long a text has the smallest size in any case. */
const MEASURED_MAX = 40;

function emWidth(text: string): number {
  const letters = [...text.slice(0, MEASURED_MAX)];
  return letters.reduce((em, letter) => em + letterWidth(letter), 0);
}

/** A rough estimate: full squares for Hangul, kana, ideographs, emoji; narrow marks; the rest. */
function letterWidth(character: string): number {
  if (/[\u1100-\uffdc\u{10000}-\u{10ffff}]/u.test(character)) return 0.95;
  return /[\s.,:;'!|il]/u.test(character) ? 0.28 : 0.6;
}

/** Passed to the frame without the cards of each kind knowing it. */
export const AlertLookContext = createContext<AlertLook>(PLAIN_LOOK);
