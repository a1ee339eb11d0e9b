import type { ReactNode } from 'react';
import type { Segment } from '../../shared/emoji-tokens.ts';
import type { HighlightCard } from '../../shared/overlay/highlight.ts';
import { MARKED_ROLES } from '../../shared/overlay/names.ts';
import type { ChatSettings, Widget } from '../../shared/overlay/widgets.ts';
import { useOverlay } from '../stores/overlay-context.tsx';
import { orElse } from './alert-parts.tsx';
import { RoleBadge, ViewerBadges } from './badges.tsx';
import { nameColor } from './chat-line.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { CHAT_LIMITS, cutWhole, RichText, richSegments } from './rich-text.tsx';
import { useWords } from './widget-words.tsx';

type MarkSettings = Pick<ChatSettings, 'badges' | 'roles' | 'nameColors'>;

const ALL_MARKS: MarkSettings = { badges: true, roles: [...MARKED_ROLES], nameColors: true };

/**
 * The message that the streamer shows large: in the lower third of the whole overlay, whatever widgets
 * there are, or over a chat that has a page of its own. It has the marks that the chat has.
 */
export function ShownWords({ widgets }: { readonly widgets: readonly Widget[] }): ReactNode {
  const card = useOverlay((state) => state.highlight);
  if (card === null) return null;
  const chat = widgets.find((widget): widget is Widget<'chat'> => widget.kind === 'chat');
  return (
    <ErrorBoundary of={card}>
      <Highlight key={card.seq} card={card} settings={chat?.settings ?? ALL_MARKS} />
    </ErrorBoundary>
  );
}

interface HighlightProps {
  readonly card: HighlightCard;
  readonly settings: MarkSettings;
}

/** More than this is set in the smaller of the two sizes. */
const SHORT_MOST = 36;

const NAME_MAX = 80;

/** One viewer's message, until the streamer removes it. */
export function Highlight({ card, settings }: HighlightProps): ReactNode {
  const { t } = useWords();
  const { name, channelId, role, badges, content, emojis } = card;
  const color = settings.nameColors && channelId ? nameColor(channelId) : undefined;
  const segments = richSegments(content, emojis, CHAT_LIMITS);
  return (
    <div className="sl-highlight" data-long={lengthOf(segments) > SHORT_MOST || undefined}>
      <p className="sl-highlight-author">
        {role !== 'viewer' && settings.roles.includes(role) ? <RoleBadge of={role} /> : null}
        {settings.badges ? <ViewerBadges badges={badges} className="sl-chat-badge" /> : null}
        <bdi className="sl-highlight-name" style={color ? { color } : undefined}>
          {cutWhole(orElse(name, t('anonymous')), NAME_MAX)}
        </bdi>
      </p>
      <p className="sl-highlight-message" dir="auto">
        <RichText segments={segments} />
      </p>
    </div>
  );
}

/** In letters; an emoji is as wide as two, however long its token is. */
function lengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, each) => sum + (each.type === 'text' ? each.text.length : 2), 0);
}
