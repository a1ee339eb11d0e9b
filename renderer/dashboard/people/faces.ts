import { LOOKUP_IDS_MOST } from '../../../shared/contract/people.ts';
import type { PageClock } from '../../bridge/page-host.ts';

/** Rows that are drawn together are asked for together. */
const GATHER_MS = 50;

interface FacesDeps {
  readonly read: (channelIds: string[]) => Promise<Readonly<Record<string, string>>>;
  readonly clock: Pick<PageClock, 'after'>;
}

/** The pictures of people, which their lists do not hold: twenty in one question, one after another. */
export class Faces {
  readonly #deps: FacesDeps;
  readonly #listeners = new Set<() => void>();
  readonly #known = new Map<string, string | null>();
  readonly #wanted = new Set<string>();
  #isAsking = false;

  constructor(deps: FacesDeps) {
    this.#deps = deps;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** null: there is none, or it is not known (yet). */
  get(channelId: string): string | null {
    return this.#known.get(channelId) ?? null;
  }

  /** Each is asked for once; what could not be read is asked for again when it is next wanted. */
  want(channelId: string): void {
    if (this.#known.has(channelId)) return;
    this.#known.set(channelId, null);
    this.#wanted.add(channelId);
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#deps.clock.after(GATHER_MS, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    while (this.#wanted.size > 0) {
      const ids = [...this.#wanted].slice(0, LOOKUP_IDS_MOST);
      for (const id of ids) this.#wanted.delete(id);
      try {
        const faces = await this.#deps.read(ids);
        for (const [id, url] of Object.entries(faces)) this.#known.set(id, url);
        for (const listener of [...this.#listeners]) listener();
      } catch {
        // A list without pictures says all that matters; what is wrong is told by the list itself.
        for (const id of [...ids, ...this.#wanted]) this.#known.delete(id);
        this.#wanted.clear();
      }
    }
    this.#isAsking = false;
  }
}
