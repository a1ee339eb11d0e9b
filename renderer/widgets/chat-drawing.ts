import type { ChatSettings } from '../../shared/overlay/widgets.ts';
import type { ChatLine, OverlayStore } from '../stores/overlay-store.ts';
import type { LineMarks } from './chat-line.ts';
import { ChatPainter, ChatView } from './chat-painter.ts';
import { ExpiryTracker } from './expiry-tracker.ts';

interface ChatDrawingOptions {
  readonly box: HTMLElement;
  readonly list: HTMLElement;
  readonly source: ChatSource;
  readonly settings: ChatSettings;
  readonly marks: LineMarks;
}

/** A single timer runs for the next line to expire, and none if none will. */
export class ChatDrawing {
  readonly #options: ChatDrawingOptions;
  readonly #view = new ChatView();
  readonly #book = new ExpiryTracker();
  readonly #painter: ChatPainter;
  readonly #unsubscribe: () => void;
  #begun: number | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: ChatDrawingOptions) {
    this.#options = options;
    this.#painter = new ChatPainter(options.box, options.list);
    this.#unsubscribe = options.source.subscribe(this.#draw);
    this.#draw();
  }

  dispose(): void {
    this.#unsubscribe();
    this.#forgetTimer();
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
    const { lines, resets } = source.read();
    const shown = this.#view.take(lines, resets, settings);
    const stayMs = settings.fadeAfterS === null ? null : settings.fadeAfterS * 1_000;
    if (stayMs !== null && this.#begun !== resets) {
      this.#book.begin(shown, stayMs);
      this.#begun = resets;
    }
    this.#wait(this.#book.follow(shown, stayMs));
    const axis = settings.style === 'ticker' ? 'x' : 'y';
    this.#painter.draw({ shown, resets, settings, marks, axis, ageOf: this.#ageOf });
  }

  readonly #ageOf = (item: { readonly seq: number }) => this.#book.ageOf(item);

  #wait(waitMs: number | null): void {
    this.#forgetTimer();
    if (waitMs === null) return;
    const due = Date.now() + waitMs;
    this.#timer = setTimeout(() => {
      // At least the awaited time: timers may fire slightly early.
      this.#book.pass(Math.max(due, Date.now()));
      this.#draw();
    }, waitMs);
  }

  #forgetTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

export interface ChatNow {
  /** Oldest first. */
  readonly lines: readonly ChatLine[];
  /** Changes when `lines` restarts. */
  readonly resets: number;
}

/** The chat widget's line source, bypassing React, which would compare the page for each line. */
export interface ChatSource {
  read(): ChatNow;
  subscribe(changed: () => void): () => void;
}

export function chatSourceOf({ api }: Pick<OverlayStore, 'api'>): ChatSource {
  return {
    read() {
      const { chat, resets } = api.getState();
      return { lines: chat, resets };
    },
    subscribe: (changed) =>
      api.subscribe((now, before) => {
        if (now.chat !== before.chat || now.resets !== before.resets) changed();
      }),
  };
}
