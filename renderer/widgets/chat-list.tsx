import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { MARKED_ROLES, type MarkedRole } from '../../shared/overlay/names.ts';
import type { ChatSettings } from '../../shared/overlay/widgets.ts';
import { RoleBadge } from './badges.tsx';
import { ChatDrawing, type ChatSource } from './chat-drawing.ts';
import type { LineMarks } from './chat-line.ts';
import { useWords } from './widget-words.tsx';

interface ChatListProps {
  readonly source: ChatSource;
  readonly settings: ChatSettings;
}

/** The chat: lines or bubbles from the bottom up, or one row with the newest at its right end. */
export function ChatList({ source, settings }: ChatListProps): ReactNode {
  const { t } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const look = useMemo(() => measures(settings), [settings]);
  // Another language changes the labels, so lines are redrawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const marks = useMemo(() => new MarkHolder(), [t]);
  useLayoutEffect(() => {
    if (!box.current || !list.current) return undefined;
    const parts = { box: box.current, list: list.current };
    const drawing = new ChatDrawing({ ...parts, source, settings, marks });
    return () => drawing.dispose();
  }, [source, settings, marks]);
  return (
    <div
      className="sl-chat"
      data-style={settings.style}
      data-edge={settings.edge}
      style={look}
      ref={box}
    >
      <ol className="sl-chat-list" ref={list} />
      {createPortal(
        MARKED_ROLES.map((role) => <RoleBadge key={role} of={role} />),
        marks.place,
      )}
    </div>
  );
}

/** Badges are drawn once, outside the page, and copied into the lines. */
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
