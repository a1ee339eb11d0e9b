import type { FeedFrame, FeedName, Feeds } from '../../shared/contract/index.ts';

type Listener = (value: never) => void;

/** Who wants to hear of which feed. The page's store keeps the values. */
export class FeedListeners {
  readonly #listeners = new Map<FeedName, Set<Listener>>();

  /** Calls back with every value that comes from now on. */
  follow<N extends FeedName>(feed: N, listener: (value: Feeds[N]) => void): () => void {
    // An entry of its own, so that one function may follow twice and stop once.
    const entry = (value: Feeds[N]) => listener(value);
    const listeners = this.#listeners.get(feed) ?? new Set();
    this.#listeners.set(feed, listeners.add(entry));
    return () => {
      listeners.delete(entry);
    };
  }

  tell({ feed, value }: FeedFrame): void {
    // Whoever follows a feed takes its values.
    for (const listener of [...(this.#listeners.get(feed) ?? [])]) listener(value as never);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
