import type { Badge, EmojiMap, StageEvent } from '../../shared/events.ts';

/** Rows by index in an immutable list: 0 is the newest. */
export interface RowView<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

const CHUNK = 1_000;

/**
 * Rows in order of arrival, about `most` at most. Views are cheap and immutable: a list being read
 * does not move while rows are added or dropped.
 */
export class RowLog<T> {
  readonly #most: number;
  /** Chunks, oldest first; all but the last are full. Chunks only grow. */
  #chunks: T[][] = [];
  #length = 0;

  /** @param most rows kept; the oldest are dropped by the thousand */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  push(row: T): void {
    const last = this.#chunks.at(-1);
    if (last && last.length < CHUNK) last.push(row);
    else this.#chunks.push([row]);
    this.#length += 1;
    while (this.#length > this.#most) this.#dropChunk();
  }

  /** Drops chunks of a thousand while the newest row of the oldest is to be dropped. */
  dropWhile(isOld: (row: T) => boolean): void {
    for (let first = this.#chunks[0]; first; first = this.#chunks[0]) {
      const newest = first.at(-1);
      if (newest === undefined || !isOld(newest)) return;
      this.#dropChunk();
    }
  }

  clear(): void {
    this.#chunks = [];
    this.#length = 0;
  }

  /** An immutable view of the current rows. */
  view(): RowView<T> {
    const chunks = [...this.#chunks];
    const length = this.#length;
    return {
      length,
      at(index) {
        if (index < 0 || index >= length) return undefined;
        const place = length - 1 - index;
        return chunks[Math.floor(place / CHUNK)]?.[place % CHUNK];
      },
    };
  }

  #dropChunk(): void {
    this.#length -= this.#chunks.shift()?.length ?? 0;
  }
}

export function joinedViews<T>(newer: RowView<T>, older: RowView<T>): RowView<T> {
  if (older.length === 0) return newer;
  return {
    length: newer.length + older.length,
    at: (index) => (index < newer.length ? newer.at(index) : older.at(index - newer.length)),
  };
}

/** Distinct texts and badges kept; beyond that, the pool starts over. */
const POOL_MOST = 20_000;
const NO_EMOJIS: EmojiMap = {};
const NO_BADGES: readonly Badge[] = [];

/** Interns values: parsed frames contain a copy per event. */
class Pool<T> {
  #known = new Map<string, T>();

  one(key: string, value: T): T {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= POOL_MOST) this.#known = new Map();
    this.#known.set(key, value);
    return value;
  }
}

/**
 * Shrinks events to keep hundreds of thousands: equal names, ids, badges and emoji maps are shared.
 * Only chat is shrunk, because it is most of the volume.
 */
export class RowCompactor {
  readonly #texts = new Pool<string>();
  readonly #badges = new Pool<readonly Badge[]>();
  readonly #emojis = new Pool<EmojiMap>();

  of(event: StageEvent): StageEvent {
    if (event.kind !== 'CHAT') return event;
    const { seq, receivedAt, origin, data } = event;
    const text = (value: string): string => this.#texts.one(value, value);
    return {
      kind: 'CHAT',
      seq,
      receivedAt,
      origin,
      data: {
        channelId: text(data.channelId),
        senderChannelId: text(data.senderChannelId),
        senderRole: data.senderRole,
        profile: {
          nickname: text(data.profile.nickname),
          badges: this.#badgesOf(data.profile.badges),
        },
        content: data.content,
        messageTime: null,
        emojis: this.#emojisOf(data.emojis),
      },
    };
  }

  #badgesOf(badges: readonly Badge[]): readonly Badge[] {
    return badges.length === 0 ? NO_BADGES : this.#badges.one(JSON.stringify(badges), badges);
  }

  #emojisOf(emojis: EmojiMap): EmojiMap {
    for (const _ in emojis) return this.#emojis.one(JSON.stringify(emojis), emojis);
    return NO_EMOJIS;
  }
}
