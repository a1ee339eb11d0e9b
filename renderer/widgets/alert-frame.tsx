import { createContext, type ReactNode, useContext, useState } from 'react';
import type { ValueSort } from '../../shared/events.ts';
import { type AlertLook, PLAIN_LOOK } from '../../shared/overlay/alert-look.ts';
import { mediaPath } from '../../shared/overlay/media.ts';
import { cutWhole } from './rich-text.tsx';

interface AlertFrameProps {
  readonly tone: ValueSort;
  readonly sign: ReactNode;
  readonly label: ReactNode;
  readonly aside?: ReactNode;
  readonly hero: ReactNode;
  /** Measured to choose the hero's size. */
  readonly heroText: string;
  /** One line, replaced by the streamer's headline. */
  readonly who?: ReactNode;
  readonly what?: ReactNode;
}

/** Fits two lines. */
const HEADLINE_MAX = 200;

/** A rule's headline replaces the line about who, its picture the sign. */
export function AlertFrame(props: AlertFrameProps): ReactNode {
  const { tone, sign, label, aside, hero, heroText, who, what } = props;
  const { headline, image, imageKind, level } = useContext(AlertLookContext);
  return (
    <article className="sl-alert" data-tone={tone} data-level={level}>
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

/** The largest size at which the hero fits beside the sign; the style sheet has the sizes. */
export function heroSize(text: string): 'xl' | 'l' | 'm' | 's' {
  let em = 0;
  for (const character of text) {
    em += emWidth(character);
    if (em > 10.5) return 's';
  }
  if (em > 7.3) return 'm';
  return em > 5.5 ? 'l' : 'xl';
}

/** A rough estimate: full squares for Hangul, kana, ideographs, emoji; narrow marks; the rest. */
function emWidth(character: string): number {
  if (/[\u1100-\uffdc\u{10000}-\u{10ffff}]/u.test(character)) return 0.95;
  return /[\s.,:;'!|il]/u.test(character) ? 0.28 : 0.6;
}

/** Passed to the frame without the cards of each kind knowing it. */
export const AlertLookContext = createContext<AlertLook>(PLAIN_LOOK);

interface MediaPictureProps {
  /** Item of the media library. A new one needs a new element (`key`). */
  readonly hash: string;
  readonly kind?: 'image' | 'video' | undefined;
  /** Shown if the item is missing or broken. */
  readonly fallback: ReactNode;
}

/** Items known to be videos: not tried as images again. */
const videos = new Set<string>();
const VIDEOS_MAX = 200;

/** If the core does not know an item's type, it is tried as an image, then as a video. */
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

/** Frees the decoder and buffer, which a detached video keeps until garbage collection. */
function releaseWhenGone(video: HTMLVideoElement | null): (() => void) | undefined {
  if (!video) return undefined;
  return () => {
    video.pause();
    video.removeAttribute('src');
    video.load();
  };
}
