import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import type { ChatSettings } from '../../shared/overlay/widgets.ts';
import type { ChatLine as Line } from '../stores/overlay-store.ts';
import { ChatLine } from './chat-line.tsx';
import { ChatView } from './chat-view.ts';
import { Fence } from './fence.tsx';
import { useExpiry } from './use-expiry.ts';
import { usePush } from './use-push.ts';
import { useWords } from './widget-words.tsx';

export interface ChatListProps {
  /** Oldest first; the newest stands at the end. */
  readonly lines: readonly Line[];
  /** Changes when `lines` began anew instead of going on. */
  readonly resets?: number;
  readonly settings: ChatSettings;
}

/** The chat: lines or bubbles from the bottom up, or one row with the newest at its right end. */
export function ChatList({ lines, resets = 0, settings }: ChatListProps): ReactNode {
  const { t } = useWords();
  const list = useRef<HTMLOListElement>(null);
  const [view] = useState(() => new ChatView());
  const shown = useMemo(() => view.take(lines, resets, settings), [view, lines, resets, settings]);
  const ageOf = useExpiry(
    shown,
    settings.fadeAfterS === null ? null : settings.fadeAfterS * 1_000,
    resets,
  );
  usePush(list, shown, settings.style === 'ticker' ? 'x' : 'y');
  const look = useMemo(() => measures(settings), [settings]);
  const streamerLabel = t('chat.streamer');
  return (
    <div className="sl-chat" data-style={settings.style} data-edge={settings.edge} style={look}>
      <ol className="sl-chat-list" ref={list}>
        {shown.map((one) => {
          const age = ageOf(one);
          return age === 'gone' ? null : (
            <Fence key={one.line.event.seq} of={one.line}>
              <ChatLine shown={one} settings={settings} age={age} streamerLabel={streamerLabel} />
            </Fence>
          );
        })}
      </ol>
    </div>
  );
}

/** For the style sheet: 1 rem is 16 pixels of the canvas. */
function measures({ textSize, emojiScale }: ChatSettings): CSSProperties {
  return {
    '--ov-chat-size': `${textSize / 16}rem`,
    '--ov-emoji': emojiScale,
  } as CSSProperties;
}
