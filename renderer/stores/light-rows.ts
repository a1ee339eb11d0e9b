import type { Badge, EmojiMap, StageEvent } from '../../shared/events.ts';

/** Different texts and badges that are remembered; beyond, they are begun anew. */
const POOL_MOST = 20_000;
const NO_EMOJIS: EmojiMap = {};
const NO_BADGES: readonly Badge[] = [];

/** One of each: what came parsed from a frame is a copy of its own with every event. */
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
 * Makes events light enough to be kept by the hundred thousand: names, ids, badges and emoji maps
 * that are equal become one. Chat is what there is much of; the rest is kept as it is.
 */
export class LightRows {
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
