import type { ChatLine } from '../../../renderer/stores/overlay-store.ts';
import type { ChatNow, ChatSource } from '../../../renderer/widgets/chat-drawing.ts';

/** A chat that a test sets by hand. */
export function settableChat(lines: readonly ChatLine[]) {
  let now: ChatNow = { lines, resets: 0 };
  const listeners = new Set<() => void>();
  const source: ChatSource = {
    read: () => now,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
  return {
    source,
    /** `resets` as before: the chat goes on. */
    set(next: readonly ChatLine[], resets = now.resets): void {
      now = { lines: next, resets };
      for (const changed of listeners) changed();
    },
    /** How many widgets listen. */
    get listeners(): number {
      return listeners.size;
    },
  };
}
