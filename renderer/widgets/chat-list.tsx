import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { MARKED_ROLES } from '../../shared/overlay/names.ts';
import type { ChatSettings } from '../../shared/overlay/widgets.ts';
import type { OverlayStore } from '../stores/overlay-store.ts';
import { RoleBadge } from './badges.tsx';
import { ChatPainter, ChatView } from './chat-painter.ts';
import { ExpiryTracker } from './expiry-tracker.ts';
import { useWords } from './widget-words.tsx';

interface ChatListProps {
  readonly source: OverlayStore['api'];
  readonly settings: ChatSettings;
}

/** The chat: lines or bubbles from the bottom up, or one row with the newest at its right end. */
export function ChatList({ source, settings }: ChatListProps): ReactNode {
  const { t } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const look = useMemo(() => measures(settings), [settings]);
  // Badges are drawn once, outside the page, and copied into the lines. Another language changes
  // their labels, so lines are redrawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const marks = useMemo(() => document.createElement('div'), [t]);
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
        marks,
      )}
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

interface ChatDrawingOptions extends ChatListProps {
  readonly box: HTMLElement;
  readonly list: HTMLElement;
  readonly marks: Element;
}

/** Draws without React, which would compare the page for each line. */
export class ChatDrawing {
  readonly #options: ChatDrawingOptions;
  readonly #view = new ChatView();
  readonly #book = new ExpiryTracker();
  readonly #painter: ChatPainter;
  readonly #unsubscribe: () => void;
  #begun: number | null = null;
  #stopWaiting: () => void = () => undefined;

  constructor(options: ChatDrawingOptions) {
    this.#options = options;
    this.#painter = new ChatPainter(options.box, options.list);
    this.#unsubscribe = options.source.subscribe((now, before) => {
      if (now.chat !== before.chat || now.resets !== before.resets) this.#draw();
    });
    this.#draw();
  }

  dispose(): void {
    this.#unsubscribe();
    this.#stopWaiting();
    this.#painter.dispose();
  }

  /** Never throws, so other widgets stay. The next line redraws from scratch. */
  readonly #draw = (): void => {
    try {
      this.#drawNow();
    } catch {
      this.#painter.reset();
    }
  };

  #drawNow(): void {
    const { source, settings, marks } = this.#options;
    const { chat, resets } = source.getState();
    const shown = this.#view.take(chat, resets, settings);
    const stayMs = settings.fadeAfterS === null ? null : settings.fadeAfterS * 1_000;
    if (stayMs !== null && this.#begun !== resets) {
      this.#book.begin(shown, stayMs);
      this.#begun = resets;
    }
    this.#stopWaiting();
    this.#stopWaiting = this.#book.watch(shown, stayMs, this.#draw);
    const axis = settings.style === 'ticker' ? 'x' : 'y';
    this.#painter.draw({ shown, resets, settings, marks, axis, ageOf: this.#ageOf });
  }

  readonly #ageOf = (item: { readonly seq: number }) => this.#book.ageOf(item);
}
