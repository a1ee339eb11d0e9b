import type { ReactNode } from 'react';
import type { Segment } from '../../shared/emoji-tokens.ts';
import { SafeImage } from './safe-image.tsx';

export interface RichTextProps {
  readonly segments: readonly Segment[];
  /** The class of an emoji's image. */
  readonly emojiClass?: string;
  /** The words for an emoji's image; its token when left out. */
  readonly emojiLabel?: (token: string) => string;
}

/** A message: text as text nodes, emoji as images on its line, a failed image as its token. */
export function RichText({
  segments,
  emojiClass = 'sl-emoji',
  emojiLabel = (token) => token,
}: RichTextProps): ReactNode {
  return segments.map((segment, at) =>
    segment.type === 'text' ? (
      segment.text
    ) : (
      <SafeImage
        // The pieces of one message never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={at}
        className={emojiClass}
        url={segment.url}
        name={emojiLabel(segment.token)}
        fallback={segment.token}
      />
    ),
  );
}
