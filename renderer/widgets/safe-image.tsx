import { type ReactNode, useState } from 'react';
import { isImageAddress } from '../bridge/addresses.ts';

interface SafeImageProps {
  /** null or a disallowed address shows `fallback` from the start. */
  readonly url: string | null;
  readonly name: string;
  readonly className: string;
  /** Shown without an image, or if it fails. */
  readonly fallback: ReactNode;
}

/** A platform image, without referrer. A failed one stays hidden, with `fallback` in its place. */
export function SafeImage({ url, name, className, fallback }: SafeImageProps): ReactNode {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (url === null || !isImageAddress(url)) return fallback;
  const failed = failedUrl === url;
  return (
    <>
      <img
        className={className}
        src={url}
        alt={name}
        hidden={failed}
        referrerPolicy="no-referrer"
        loading="eager"
        decoding="async"
        draggable={false}
        onError={() => setFailedUrl(url)}
      />
      {failed ? fallback : null}
    </>
  );
}
