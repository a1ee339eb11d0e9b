import { type ChatLine, createOverlayStore } from '../../../renderer/stores/overlay-store.ts';

/** A chat that a test sets by hand. */
export function settableChat(lines: readonly ChatLine[]) {
  const { api } = createOverlayStore('ko');
  api.setState({ chat: lines });
  let listeners = 0;
  const source: typeof api = {
    ...api,
    subscribe(listener) {
      const stop = api.subscribe(listener);
      listeners += 1;
      return () => {
        stop();
        listeners -= 1;
      };
    },
  };
  return {
    source,
    /** `resets` as before: the chat goes on. */
    set(next: readonly ChatLine[], resets = api.getState().resets): void {
      api.setState({ chat: next, resets });
    },
    /** How many widgets listen. */
    get listeners(): number {
      return listeners;
    },
  };
}
