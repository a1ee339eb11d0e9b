import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AlertLook } from '../../shared/overlay/alert-look.ts';
import { mediaPath } from '../../shared/overlay/media.ts';

interface AlertMediaProps {
  readonly look: AlertLook;
  /** Of the box around it: there is none without a picture, so that no style has to look inside. */
  readonly className: string;
  /** Shown without a picture, or if it is missing or broken. */
  readonly fallback?: ReactNode;
}

/** A rule's own picture or video. */
export function AlertMedia({ look, className, fallback = null }: AlertMediaProps): ReactNode {
  const { image, imageKind, videoVolume } = look;
  if (image === null) return fallback;
  return (
    <MediaPicture
      key={image}
      hash={image}
      kind={imageKind}
      volume={videoVolume}
      className={className}
      fallback={fallback}
    />
  );
}

interface MediaPictureProps {
  /** Item of the media library. A new one needs a new element (`key`). */
  readonly hash: string;
  readonly kind?: 'image' | 'video' | undefined;
  /** null: silent. */
  readonly volume: number | null;
  readonly className: string;
  readonly fallback: ReactNode;
}

/** Items known to be videos: not tried as images again. */
const videos = new Set<string>();
const VIDEOS_MAX = 200;

/** If the core does not know an item's type, it is tried as an image, then as a video. */
function MediaPicture(props: MediaPictureProps): ReactNode {
  const { hash, kind, volume, className, fallback } = props;
  const [form, setForm] = useState<'image' | 'video' | 'none'>(
    kind ?? (videos.has(hash) ? 'video' : 'image'),
  );
  const video = useRef<HTMLVideoElement>(null);
  useEffect(
    () => (form === 'video' && video.current ? releaseWhenGone(video.current) : undefined),
    [form],
  );
  useEffect(() => {
    if (form === 'video' && video.current) setVolume(video.current, volume);
  }, [form, volume]);
  if (form === 'none') return fallback;
  if (form === 'image') {
    return (
      <div className={className}>
        <img
          className="sl-alert-media"
          src={mediaPath(hash)}
          alt=""
          decoding="async"
          draggable={false}
          onError={() => setForm(kind === 'image' ? 'none' : 'video')}
        />
      </div>
    );
  }
  return (
    <div className={className}>
      <video
        className="sl-alert-media"
        src={mediaPath(hash)}
        ref={video}
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
    </div>
  );
}

/** A browser that refuses sound pauses the video: it then goes on in silence. */
function setVolume(video: HTMLVideoElement, volume: number | null): void {
  video.muted = volume === null;
  if (volume === null) return;
  video.volume = Math.min(1, Math.max(0, volume));
  video.play().catch((failure: unknown) => {
    if (!(failure instanceof Error) || failure.name !== 'NotAllowedError') return;
    video.muted = true;
    void video.play().catch(() => undefined);
  });
}

/** Frees the decoder and buffer, which a detached video keeps until garbage collection. */
function releaseWhenGone(video: HTMLVideoElement): () => void {
  return () => {
    video.pause();
    video.removeAttribute('src');
    video.load();
  };
}
