import type { NotedEntry } from '../books/books-stream.ts';

/** What of it is shown. */
const SHOWN = 100;
/** More than that a day is a fleet that burns: then only the latest count. */
const KEPT = 10_000;

/** A channel went to a host. */
export interface Move {
  readonly place: number;
  readonly at: number;
  readonly channelId: string;
  /** null: not known, or it had none before. */
  readonly from: string | null;
  readonly to: string | null;
}

/** A stretch of a channel in which events may have been missed. */
export interface PastGap {
  readonly place: number;
  readonly channelId: string;
  readonly from: number;
  readonly ms: number;
  readonly reason: string;
}

/** Moves and gaps of all channels, from the fleet's books: what happened on killed hosts is there, too. */
export class FleetHistory {
  readonly #owners = new Map<string, string | null>();
  #moves: Move[] = [];
  #gaps: PastGap[] = [];

  add(entries: readonly NotedEntry[]): void {
    for (const { place, at, channelId, entry } of entries) {
      if (entry.type === 'owner') {
        const from = this.#owners.get(channelId) ?? null;
        this.#owners.set(channelId, entry.host);
        this.#moves.push({ place, at, channelId, from, to: entry.host });
      } else if (entry.type === 'gap') {
        const { from, to, reason } = entry.gap;
        this.#gaps.push({ place, channelId, from, ms: to - from, reason });
      }
    }
  }

  /** Leaves out what is older. */
  since(time: number): void {
    this.#moves = this.#moves.filter(({ at }) => at >= time).slice(-KEPT);
    this.#gaps = this.#gaps.filter(({ from, ms }) => from + ms >= time).slice(-KEPT);
  }

  /** The latest first. */
  get moves(): readonly Move[] {
    return this.#moves.slice(-SHOWN).reverse();
  }

  /** The latest first; those of hosts that came back are among them at their own time. */
  get gaps(): readonly PastGap[] {
    return this.#gaps.toSorted((a, b) => b.from - a.from || b.place - a.place).slice(0, SHOWN);
  }

  get gapCount(): number {
    return this.#gaps.length;
  }

  get gapMs(): number {
    return this.#gaps.reduce((sum, { ms }) => sum + ms, 0);
  }
}
