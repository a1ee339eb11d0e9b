import { type ReactNode, useState } from 'react';
import { isImageAddress } from '../bridge/addresses.ts';

interface SafeImageProps {
  /** null, or an address that is not allowed: `fallback` stands there from the start. */
  readonly url: string | null;
  /** The words for the image. */
  readonly name: string;
  readonly className: string;
  /** Shown where there is no image, or none came. */
  readonly fallback: ReactNode;
}

/**
 * An image from the platform. It tells the other side nothing of this page, and when it does not
 * come, `fallback` stands in its place (the element stays, hidden).
 */
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
