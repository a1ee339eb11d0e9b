import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatLine as Line } from '../stores/overlay-store.ts';
import { ChatLine } from './chat-line.tsx';
import { Fence } from './fence.tsx';

export interface ChatListProps {
  /** Oldest first; the newest stands at the bottom. */
  readonly lines: readonly Line[];
}

const PUSH: KeyframeAnimationOptions = { duration: 220, easing: 'cubic-bezier(0.16, 1, 0.3, 1)' };

/** The chat, from the bottom up. */
export function ChatList({ lines }: ChatListProps): ReactNode {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  usePush(list, lines);
  const streamerLabel = t('chat.streamer');
  return (
    <div className="sl-chat">
      <ol className="sl-chat-list" ref={list}>
        {lines.map((line) => (
          <Fence key={line.event.seq} of={line}>
            <ChatLine line={line} streamerLabel={streamerLabel} />
          </Fence>
        ))}
      </ol>
    </div>
  );
}

/**
 * New lines push the old ones up instead of making them jump: the list starts lower by what was
 * added and slides into its place. Only for lines that enter one by one; a flood just stands there.
 */
function usePush(list: RefObject<HTMLOListElement | null>, lines: readonly Line[]): void {
  const newest = useRef(-1);
  useLayoutEffect(() => {
    const before = newest.current;
    const last = lines.at(-1);
    newest.current = last?.event.seq ?? -1;
    const element = list.current;
    if (!element || !last?.enters || before < 0 || last.event.seq <= before) return;
    if (typeof element.animate !== 'function' || prefersStill()) return;
    const height = addedHeight(element, before);
    if (height > 0) {
      element.animate([{ transform: `translateY(${height}px)` }, { transform: 'none' }], PUSH);
    }
  }, [list, lines]);
}

/** Height of the lines above the number `before`, pixels, with the gaps between them. */
function addedHeight(list: HTMLElement, before: number): number {
  const end = list.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  let oldest: Element | null = null;
  for (let item = list.lastElementChild; item; item = item.previousElementSibling) {
    if (Number(item.getAttribute('data-seq')) <= before) {
      oldest = item;
      break;
    }
  }
  return oldest ? end - oldest.getBoundingClientRect().bottom : 0;
}

function prefersStill(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
