import type { Published } from '../../../electron/fleet/books/books-stream.ts';
import type { BookEntry, WaitingEntry } from '../../../electron/fleet/books/messages.ts';
import { Contents, contentOfEvent } from '../../../electron/fleet/books/taker.ts';
import type { Lease } from '../../../electron/fleet/leases.ts';

/** What sessions brought that were made ready, as the stream of a fleet has it. */
export class FakeWaiting {
  /** null: it was erased. */
  readonly #all: ({ readonly channelId: string; readonly entry: WaitingEntry } | null)[] = [];

  readonly #places = new Map<string, number>();

  /** Channels of entries that are there. */
  get channels(): readonly string[] {
    return this.#all.flatMap((one) => (one ? [one.channelId] : []));
  }

  async publish(channelId: string, entry: BookEntry, id: string): Promise<Published> {
    const place = this.#places.get(id);
    if (place !== undefined) return { place, isNew: false };
    this.#places.set(id, this.#all.length);
    this.#all.push(entry.type === 'waiting' ? { channelId, entry } : null);
    return { place: this.#all.length - 1, isNew: true };
  }

  async erase(places: readonly number[]): Promise<void> {
    for (const place of places) this.#all[place] = null;
  }

  /** Texts that are in nobody's books, as who claims a channel takes them. `had`: by their numbers. */
  *newFor(
    { channelId, epoch }: Lease,
    own: string | null,
    had: (since: number) => readonly string[],
  ): Generator<string> {
    const wanted = this.#all.flatMap((one) =>
      one?.channelId === channelId && one.entry.giver < epoch && one.entry.session !== own
        ? [one.entry]
        : [],
    );
    for (const [, entries] of Map.groupBy(wanted, ({ session }) => session)) {
      const contents = new Contents(had(entries[0]?.since ?? 0));
      for (const { event } of entries) {
        if (!contents.takeOut(contentOfEvent(event)) && 'donationText' in event.data) {
          yield event.data.donationText;
        }
      }
    }
  }
}
