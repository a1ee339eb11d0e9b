import type { ReactNode } from 'react';
import type { HighlightCard } from '../../shared/overlay/highlight.ts';
import type { ChatSettings } from '../../shared/overlay/widgets.ts';
import { orElse } from './alert-parts.tsx';
import { RoleBadge, ViewerBadges } from './badges.tsx';
import { nameColor } from './chat-line.ts';
import { CHAT_LIMITS, cutWhole, RichText, richSegments } from './rich-text.tsx';
import { useWords } from './widget-words.tsx';

interface HighlightProps {
  readonly card: HighlightCard;
  readonly settings: Pick<ChatSettings, 'style' | 'badges' | 'roles' | 'nameColors'>;
}

const NAME_MAX = 80;

/** One viewer's message, large above the chat until the streamer removes it. */
export function Highlight({ card, settings }: HighlightProps): ReactNode {
  const { t } = useWords();
  const { name, channelId, role, badges, content, emojis } = card;
  const color = settings.nameColors && channelId ? nameColor(channelId) : undefined;
  return (
    <div className="sl-highlight" data-style={settings.style}>
      <p className="sl-highlight-author">
        {role !== 'viewer' && settings.roles.includes(role) ? <RoleBadge of={role} /> : null}
        {settings.badges ? <ViewerBadges badges={badges} className="sl-chat-badge" /> : null}
        <bdi className="sl-highlight-name" style={color ? { color } : undefined}>
          {cutWhole(orElse(name, t('anonymous')), NAME_MAX)}
        </bdi>
      </p>
      <p className="sl-highlight-message" dir="auto">
        <RichText segments={richSegments(content, emojis, CHAT_LIMITS)} />
      </p>
    </div>
  );
}
