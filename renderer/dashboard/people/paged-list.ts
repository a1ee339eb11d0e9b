import type { OnCommandWait } from '../../../shared/contract/index.ts';
import type { Problem } from '../../../shared/problem.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';

export interface ListPage<T, C> {
  readonly people: readonly T[];
  /** What to ask for next; null: this was the last page. */
  readonly next: C | null;
  /** Entries that could not be read; left out: none. */
  readonly damaged?: number | undefined;
}

export interface ListState<T> {
  readonly people: readonly T[];
  readonly phase: 'idle' | 'reading' | 'reading-on';
  /** Whether the platform has more than is here. */
  readonly hasMore: boolean;
  /** Entries of the pages that are here that could not be read. */
  readonly damaged: number;
  /** When its first page came, epoch milliseconds; null: never yet. */
  readonly readAt: number | null;
  /** The platform asked to wait until then with what is being read, epoch milliseconds; null: it did not. */
  readonly waitUntil: number | null;
  /** Why the last reading failed; what was read before stays. */
  readonly problem: Problem | null;
}

interface PagedListDeps<T, C> {
  readonly first: C;
  readonly read: (at: C, onWait: OnCommandWait) => Promise<ListPage<T, C>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const NOTHING: ListState<never> = {
  people: [],
  phase: 'idle',
  hasMore: false,
  damaged: 0,
  readAt: null,
  waitUntil: null,
  problem: null,
};

/** A list of the platform that is read page by page, as far as somebody looks. */
export class PagedList<T extends { readonly channelId: string }, C> {
  readonly #deps: PagedListDeps<T, C>;
  readonly #listeners = new Set<() => void>();
  #state: ListState<T> = NOTHING;
  #next: C | null = null;
  /** Another number: answers to what was asked before are not wanted any more. */
  #asking = 0;

  constructor(deps: PagedListDeps<T, C>) {
    this.#deps = deps;
  }

  /** The same object while nothing changes. */
  readonly state = (): ListState<T> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads from the beginning; what is shown stays until the answer is here. */
  readonly refresh = async (): Promise<void> => {
    await this.#ask('reading', this.#deps.first, () => []);
  };

  /** Reads the next page. Nothing while a page is on its way, or where there is none. */
  readonly readOn = async (): Promise<void> => {
    if (this.#state.phase !== 'idle' || this.#next === null) return;
    await this.#ask('reading-on', this.#next, () => this.#state.people);
  };

  /** For somebody else's lists. */
  clear(): void {
    this.#asking += 1;
    this.#next = null;
    this.#set(NOTHING);
  }

  async #ask(phase: 'reading' | 'reading-on', at: C, before: () => readonly T[]): Promise<void> {
    this.#asking += 1;
    const asking = this.#asking;
    this.#set({ ...this.#state, phase, waitUntil: null, problem: null });
    const onWait = (waitUntil: number) => {
      if (asking === this.#asking) this.#set({ ...this.#state, waitUntil });
    };
    try {
      const { people, next, damaged = 0 } = await this.#deps.read(at, onWait);
      if (asking !== this.#asking) return;
      const shown = before();
      const all = together(shown, people);
      const isUnreadable = people.length === 0 && damaged > 0;
      // People who have moved on to the next page meanwhile come twice; a page of only such ones says
      // that the platform has no more to tell.
      this.#next = all.length > shown.length || isUnreadable ? next : null;
      const readAt = phase === 'reading' ? this.#deps.now() : this.#state.readAt;
      const hasMore = this.#next !== null;
      const unread = phase === 'reading' ? damaged : this.#state.damaged + damaged;
      this.#set({
        ...{ people: all, phase: 'idle', hasMore, damaged: unread, readAt },
        ...{ waitUntil: null, problem: null },
      });
    } catch (failure) {
      if (asking !== this.#asking) return;
      const problem = problemOfFailure(failure);
      this.#set({ ...this.#state, phase: 'idle', waitUntil: null, problem });
    }
  }

  #set(state: ListState<T>): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Each person once, where they came first. */
function together<T extends { readonly channelId: string }>(
  shown: readonly T[],
  added: readonly T[],
): readonly T[] {
  const known = new Set(shown.map(({ channelId }) => channelId));
  const all = [...shown];
  for (const person of added) {
    if (known.has(person.channelId)) continue;
    known.add(person.channelId);
    all.push(person);
  }
  return all;
}
