import { type ReactNode, useContext } from 'react';
import { AlertLookContext } from './alert-look-context.ts';
import type { AlertTone } from './alert-tone.ts';
import { MediaPicture } from './media-picture.tsx';
import { cutWhole } from './rich-segments.ts';

interface AlertFrameProps {
  readonly tone: AlertTone;
  /** The picture on the coloured end: an icon, or what the platform sent. */
  readonly sign: ReactNode;
  /** What kind of alert this is, in a word or two. */
  readonly label: ReactNode;
  /** Smaller words beside the label. */
  readonly aside?: ReactNode;
  /** The one thing to be seen first. */
  readonly hero: ReactNode;
  /** The hero's text, to be measured: longer ones are set smaller. */
  readonly heroText: string;
  /** One line: who. The streamer's headline takes its place. */
  readonly who?: ReactNode;
  /** One block: what. */
  readonly what?: ReactNode;
}

/** A headline of two lines holds no more. */
const HEADLINE_MAX = 200;

/**
 * The shape that every alert has: a coloured sign, a hero, who, and below that, what. Of its look,
 * the headline stands where the own words about who would, and the picture where the own sign would.
 */
export function AlertFrame(props: AlertFrameProps): ReactNode {
  const { tone, sign, label, aside, hero, heroText, who, what } = props;
  const { headline, image, imageKind } = useContext(AlertLookContext);
  return (
    <article className="sl-alert" data-tone={tone}>
      <div className="sl-alert-band">
        <div className="sl-alert-sign">
          {image === null ? (
            sign
          ) : (
            <MediaPicture key={image} hash={image} kind={imageKind} fallback={sign} />
          )}
        </div>
        <div className="sl-alert-lead">
          <p className="sl-alert-label">
            <span className="sl-alert-kind">{label}</span>
            {aside ? <span className="sl-alert-aside">{aside}</span> : null}
          </p>
          <p className="sl-alert-hero" data-size={heroSize(heroText)}>
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

type HeroSize = 'xl' | 'l' | 'm' | 's';

/** Widest text, in em, that each size can hold beside the sign; the style sheet has the sizes. */
const WIDEST: readonly (readonly [HeroSize, number])[] = [
  ['xl', 5.5],
  ['l', 7.3],
  ['m', 10.5],
];

/** How large an alert's hero can be set so that it stays on its line. */
export function heroSize(text: string): HeroSize {
  let width = 0;
  for (const character of text) {
    width += emWidth(character);
    if (width > 12) return 's';
  }
  return WIDEST.find(([, widest]) => width <= widest)?.[0] ?? 's';
}

/** Rough on purpose: full squares for Hangul, kana, ideographs and emoji; narrow marks; the rest. */
function emWidth(character: string): number {
  if (/[\u1100-\uffdc\u{10000}-\u{10ffff}]/u.test(character)) return 0.95;
  return /[\s.,:;'!|il]/u.test(character) ? 0.28 : 0.6;
}
