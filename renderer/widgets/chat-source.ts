import type { ChatLine, OverlayStore } from '../stores/overlay-store.ts';

export interface ChatNow {
  /** Oldest first; the newest stands at the end. */
  readonly lines: readonly ChatLine[];
  /** Changes when `lines` began anew instead of going on. */
  readonly resets: number;
}

/** Where a chat widget reads its lines: past React, which would look through the page for each. */
export interface ChatSource {
  read(): ChatNow;
  /** Calls back after every change, until what it answers is called. */
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
