import { type ReactNode, useState } from 'react';
import { mediaPath } from '../../shared/overlay/media.ts';

export interface MediaPictureProps {
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
export function MediaPicture({ hash, kind, fallback }: MediaPictureProps): ReactNode {
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
