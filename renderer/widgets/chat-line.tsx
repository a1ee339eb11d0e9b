import { Crown } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { ChatLine as Line } from '../stores/overlay-store.ts';
import { nameColor } from './name-colors.ts';
import { CHAT_LIMITS, cutWhole, hasLongWord, isEmojiOnly, richSegments } from './rich-segments.ts';
import { RichText } from './rich-text.tsx';
import { ViewerBadges } from './viewer-badges.tsx';

export interface ChatLineProps {
  readonly line: Line;
  /** The words for the streamer's mark. */
  readonly streamerLabel: string;
}

/** The ellipsis comes much earlier; this only keeps a hostile name out of the layout. */
const NAME_MAX = 80;

/** One message: badges, name, words. Drawn once; a line never changes. */
export const ChatLine = memo(function ChatLine({ line, streamerLabel }: ChatLineProps): ReactNode {
  const { data } = line.event;
  const fromStreamer = data.senderChannelId === data.channelId;
  const segments = richSegments(data.content, data.emojis, CHAT_LIMITS);
  const pictures = isEmojiOnly(segments);
  return (
    <li
      className="sl-chat-line"
      data-seq={line.event.seq}
      data-enters={line.enters || undefined}
      data-streamer={fromStreamer || undefined}
      data-pictures={pictures || undefined}
      data-unbroken={hasLongWord(segments) || undefined}
    >
      <p className="sl-chat-text">
        <span className="sl-chat-author">
          {fromStreamer ? (
            <span className="sl-chat-streamer" role="img" aria-label={streamerLabel}>
              <Crown aria-hidden="true" fill="currentColor" strokeWidth={1.5} />
            </span>
          ) : null}
          <ViewerBadges badges={data.profile.badges} className="sl-chat-badge" />
          <bdi className="sl-chat-name" style={{ color: nameColor(data.senderChannelId) }}>
            {cutWhole(data.profile.nickname, NAME_MAX)}
          </bdi>
        </span>{' '}
        <span className="sl-chat-message" dir="auto">
          <RichText segments={segments} />
        </span>
      </p>
    </li>
  );
});
