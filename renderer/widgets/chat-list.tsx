import {
  type CSSProperties,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { MARKED_ROLES, type MarkedRole } from '../../shared/overlay/names.ts';
import type { ChatSettings } from '../../shared/overlay/widgets.ts';
import type { ChatLine } from '../stores/overlay-store.ts';
import type { LineMarks } from './chat-line.ts';
import { ChatPainter } from './chat-painter.ts';
import { ChatView } from './chat-view.ts';
import { RoleBadge } from './role-badge.tsx';
import { useExpiry } from './use-expiry.ts';
import { useWords } from './widget-words.tsx';

export interface ChatListProps {
  /** Oldest first; the newest stands at the end. */
  readonly lines: readonly ChatLine[];
  /** Changes when `lines` began anew instead of going on. */
  readonly resets?: number;
  readonly settings: ChatSettings;
}

/** The chat: lines or bubbles from the bottom up, or one row with the newest at its right end. */
export function ChatList({ lines, resets = 0, settings }: ChatListProps): ReactNode {
  const { t } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const painter = useRef<ChatPainter | null>(null);
  const [view] = useState(() => new ChatView());
  const shown = useMemo(() => view.take(lines, resets, settings), [view, lines, resets, settings]);
  const stayMs = settings.fadeAfterS === null ? null : settings.fadeAfterS * 1_000;
  const ageOf = useExpiry(shown, stayMs, resets);
  const look = useMemo(() => measures(settings), [settings]);
  // Another language is other marks, and draws the lines anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const marks = useMemo(() => new MarkHolder(), [t]);
  // The same element every time: nothing of it is looked at again for a new line.
  const heldMarks = useMemo(
    () =>
      createPortal(
        MARKED_ROLES.map((role) => <RoleBadge key={role} of={role} />),
        marks.place,
      ),
    [marks],
  );
  useLayoutEffect(() => {
    if (!box.current || !list.current) return undefined;
    painter.current = new ChatPainter(box.current, list.current);
    return () => {
      painter.current?.dispose();
      painter.current = null;
    };
  }, []);
  useLayoutEffect(() => {
    const axis = settings.style === 'ticker' ? 'x' : 'y';
    painter.current?.draw({ shown, resets, settings, marks, ageOf, axis });
  });
  return (
    <div
      className="sl-chat"
      data-style={settings.style}
      data-edge={settings.edge}
      style={look}
      ref={box}
    >
      <ol className="sl-chat-list" ref={list} />
      {heldMarks}
    </div>
  );
}

/** Marks are drawn once, outside of the page, and copied into the lines. */
class MarkHolder implements LineMarks {
  readonly place: HTMLElement = document.createElement('div');

  of(role: MarkedRole): Element | null {
    return this.place.children[MARKED_ROLES.indexOf(role)] ?? null;
  }
}

/** For the style sheet: 1 rem is 16 pixels of the canvas. */
function measures({ textSize, emojiScale }: ChatSettings): CSSProperties {
  return {
    '--ov-chat-size': `${textSize / 16}rem`,
    '--ov-emoji': emojiScale,
  } as CSSProperties;
}
