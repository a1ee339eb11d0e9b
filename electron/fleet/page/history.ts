import type { SubscriptionKind } from '../../../shared/connection-history.ts';
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
  readonly kinds: readonly SubscriptionKind[];
}

/** Moves and gaps of all channels, from the fleet's books: what happened on killed hosts is there, too. */
export class FleetHistory {
  readonly #owners = new Map<string, string | null>();
  #moves: Move[] = [];
  #gaps: PastGap[] = [];
  /** null: to be made anew. */
  #joined: readonly PastGap[] | null = null;

  add(entries: readonly NotedEntry[]): void {
    for (const { place, at, channelId, entry } of entries) {
      if (entry.type === 'owner') {
        const from = this.#owners.get(channelId) ?? null;
        this.#owners.set(channelId, entry.host);
        this.#moves.push({ place, at, channelId, from, to: entry.host });
      } else if (entry.type === 'gap') {
        const { from, to, reason, kinds } = entry.gap;
        this.#gaps.push({ place, channelId, from, ms: to - from, reason, kinds });
      }
    }
    this.#joined = null;
  }

  /** Leaves out what is older. */
  since(time: number): void {
    this.#moves = this.#moves.filter(({ at }) => at >= time).slice(-KEPT);
    this.#gaps = this.#gaps.filter(({ from, ms }) => from + ms >= time).slice(-KEPT);
    this.#joined = null;
  }

  /** The latest first. */
  get moves(): readonly Move[] {
    return this.#moves.slice(-SHOWN).reverse();
  }

  /** The latest first; those of hosts that came back are among them at their own time. */
  get gaps(): readonly PastGap[] {
    return this.#all.toSorted((a, b) => b.from - a.from || b.place - a.place).slice(0, SHOWN);
  }

  get gapCount(): number {
    return this.#all.length;
  }

  get gapMs(): number {
    return this.#all.reduce((sum, { ms }) => sum + ms, 0);
  }

  get #all(): readonly PastGap[] {
    this.#joined ??= joined(this.#gaps);
    return this.#joined;
  }
}

/**
 * Each kind of event has its own gap: those of a channel that overlap are one time in which something
 * was missed. Two of the same kind are two times, although the second may begin a little too early.
 */
function joined(gaps: readonly PastGap[]): readonly PastGap[] {
  const channels = Map.groupBy(gaps, ({ channelId }) => channelId);
  return [...channels.values()].flatMap((own) => {
    const found: PastGap[] = [];
    for (const gap of own.toSorted((a, b) => a.from - b.from)) {
      const last = found.at(-1);
      const isOther = gap.kinds.some((kind) => last?.kinds.includes(kind));
      if (!last || isOther || gap.from > last.from + last.ms) {
        found.push(gap);
        continue;
      }
      const to = Math.max(last.from + last.ms, gap.from + gap.ms);
      const kinds = [...last.kinds, ...gap.kinds];
      found.splice(-1, 1, { ...last, ms: to - last.from, kinds });
    }
    return found;
  });
}
