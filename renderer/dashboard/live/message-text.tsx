import { memo } from 'react';
import type { EmojiMap } from '../../../shared/events.ts';
import { type RichLimits, richSegments } from '../../widgets/rich-segments.ts';
import { RichText } from '../../widgets/rich-text.tsx';
import { useWords } from '../context.ts';

interface MessageTextProps {
  readonly content: string;
  readonly emojis: EmojiMap;
}

/** The platform's longest message is far below; what is longer is cut, not laid out. */
const LIMITS: RichLimits = { characters: 600, emojis: 80 };

/** A viewer's words: text nodes, and images where the platform sent an address for a token. */
export const MessageText = memo(function MessageText({ content, emojis }: MessageTextProps) {
  const { t } = useWords();
  if (content.length === 0) return null;
  return (
    <p className="message" dir="auto">
      <RichText
        segments={richSegments(content, emojis, LIMITS)}
        emojiClass="emoji"
        emojiLabel={(token) => t('events.emoji', { name: emojiName(token) })}
      />
    </p>
  );
});

/** The name in a token: what stands between its first hyphen and its last colon. */
function emojiName(token: string): string {
  return token.replace(/^:[^:]*?-/u, '').replace(/:$/u, '');
}
