import type { ReactNode } from 'react';
import type { Segment } from '../../shared/emoji-tokens.ts';
import { SafeImage } from './safe-image.tsx';

export interface RichTextProps {
  readonly segments: readonly Segment[];
}

/** A message: text as text nodes, emoji as images on its line, a failed image as its token. */
export function RichText({ segments }: RichTextProps): ReactNode {
  return segments.map((segment, at) =>
    segment.type === 'text' ? (
      segment.text
    ) : (
      <SafeImage
        // The pieces of one message never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={at}
        className="sl-emoji"
        url={segment.url}
        name={segment.token}
        fallback={segment.token}
      />
    ),
  );
}
