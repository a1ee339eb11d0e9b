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

/**
 * Draws one chat widget. A single timer runs for the next line to expire, and none if none will.
 */
export class ChatDrawing {
  readonly #source: ChatSource;
  readonly #settings: ChatSettings;
  readonly #marks: LineMarks;
  readonly #stayMs: number | null;
  readonly #axis: 'x' | 'y';
  readonly #view = new ChatView();
  readonly #book = new ExpiryTracker();
  readonly #painter: ChatPainter;
  readonly #unsubscribe: () => void;
  #begun: number | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor({ box, list, source, settings, marks }: ChatDrawingOptions) {
    this.#source = source;
    this.#settings = settings;
    this.#marks = marks;
    this.#stayMs = settings.fadeAfterS === null ? null : settings.fadeAfterS * 1_000;
    this.#axis = settings.style === 'ticker' ? 'x' : 'y';
    this.#painter = new ChatPainter(box, list);
    this.#unsubscribe = source.subscribe(this.#draw);
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
    const { lines, resets } = this.#source.read();
    const shown = this.#view.take(lines, resets, this.#settings);
    if (this.#stayMs !== null && this.#begun !== resets) {
      this.#book.begin(shown, this.#stayMs);
      this.#begun = resets;
    }
    this.#wait(this.#book.follow(shown, this.#stayMs));
    this.#painter.draw({
      shown,
      resets,
      settings: this.#settings,
      marks: this.#marks,
      axis: this.#axis,
      ageOf: this.#ageOf,
    });
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
