import { createContext, type ReactNode, useContext, useState } from 'react';
import { type AlertLook, PLAIN_LOOK } from '../../shared/overlay/alert-look.ts';
import { mediaPath } from '../../shared/overlay/media.ts';
import type { AlertTone } from './alert-tone.ts';
import { cutWhole } from './rich-text.tsx';

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

/** As much as two lines hold. */
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

/** How the card around is to look: the kinds of cards know nothing of it, their frame draws it. */
export const AlertLookContext = createContext<AlertLook>(PLAIN_LOOK);

interface MediaPictureProps {
  /** Item of the media library. A new one needs a new element (`key`). */
  readonly hash: string;
  /** Left out: not known. */
  readonly kind?: 'image' | 'video' | undefined;
  /** Stands there when the item does not come or is broken. */
  readonly fallback: ReactNode;
}

/** Items that were found to be videos: they are not tried as images again. */
const videos = new Set<string>();
const VIDEOS_MAX = 200;

/**
 * A picture, animation or silent looping video of the library, below the page's own address. Its
 * name does not tell which it is: where the core does not either, what cannot be drawn as an image is
 * tried as a video.
 */
function MediaPicture({ hash, kind, fallback }: MediaPictureProps): ReactNode {
  const [form, setForm] = useState<'image' | 'video' | 'none'>(
    kind ?? (videos.has(hash) ? 'video' : 'image'),
  );
  if (form === 'none') return fallback;
  if (form === 'image') {
    return (
      <img
        className="sl-alert-media"
        src={mediaPath(hash)}
        alt=""
        decoding="async"
        draggable={false}
        onError={() => setForm(kind === 'image' ? 'none' : 'video')}
      />
    );
  }
  return (
    <video
      className="sl-alert-media"
      src={mediaPath(hash)}
      ref={releaseWhenGone}
      muted
      loop
      autoPlay
      playsInline
      disablePictureInPicture
      onLoadedData={() => {
        if (videos.size < VIDEOS_MAX) videos.add(hash);
      }}
      onError={() => {
        videos.delete(hash);
        setForm('none');
      }}
    />
  );
}

/** A detached video would keep its decoder and its buffer until it is collected. */
function releaseWhenGone(video: HTMLVideoElement | null): (() => void) | undefined {
  if (!video) return undefined;
  return () => {
    video.pause();
    video.removeAttribute('src');
    video.load();
  };
}
