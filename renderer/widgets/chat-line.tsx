import { Crown } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { ChatSettings } from '../../shared/overlay/widgets.ts';
import type { ShownLine } from './chat-view.ts';
import { nameColor } from './name-colors.ts';
import { CHAT_LIMITS, cutWhole, hasLongWord, isEmojiOnly, richSegments } from './rich-segments.ts';
import { RichText } from './rich-text.tsx';
import type { Age } from './use-expiry.ts';
import { ViewerBadges } from './viewer-badges.tsx';

/** What of the settings is drawn in each line; the rest is the list's. */
export type LineSettings = Pick<ChatSettings, 'badges' | 'nameColors' | 'bigEmoji'>;

export interface ChatLineProps {
  readonly shown: ShownLine;
  readonly settings: LineSettings;
  readonly age: Age;
  /** The words for the streamer's mark. */
  readonly streamerLabel: string;
}

/** The ellipsis comes much earlier; this only keeps a hostile name out of the layout. */
const NAME_MAX = 80;

/** One message: badges, name, words. Drawn once; only its count and its leaving change it. */
export const ChatLine = memo(function ChatLine(props: ChatLineProps): ReactNode {
  const { shown, settings, age, streamerLabel } = props;
  const { line, count } = shown;
  const { data } = line.event;
  const fromStreamer = data.senderChannelId === data.channelId;
  const segments = richSegments(data.content, data.emojis, CHAT_LIMITS);
  const pictures = settings.bigEmoji && isEmojiOnly(segments);
  const color = settings.nameColors ? { color: nameColor(data.senderChannelId) } : undefined;
  return (
    <li
      className="sl-chat-line"
      data-seq={line.event.seq}
      data-enters={line.enters || undefined}
      data-leaves={age === 'leaves' || undefined}
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
          {settings.badges ? (
            <ViewerBadges badges={data.profile.badges} className="sl-chat-badge" />
          ) : null}
          <bdi className="sl-chat-name" style={color}>
            {cutWhole(data.profile.nickname, NAME_MAX)}
          </bdi>
        </span>{' '}
        <span className="sl-chat-message" dir="auto">
          <RichText segments={segments} />
        </span>
        {count > 1 ? (
          // A new count is a new element, so that it comes in with its own small movement.
          <strong className="sl-chat-count" key={count}>
            ×{count}
          </strong>
        ) : null}
      </p>
    </li>
  );
});
