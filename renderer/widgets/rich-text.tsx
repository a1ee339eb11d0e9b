import type { ReactNode } from 'react';
import { type Segment, splitEmojiTokens } from '../../shared/emoji-tokens.ts';
import type { EmojiMap } from '../../shared/events.ts';
import { SafeImage } from './safe-image.tsx';

interface RichTextProps {
  readonly segments: readonly Segment[];
  readonly emojiClass?: string;
  /** An emoji image's text; omitted: its token. */
  readonly emojiLabel?: (token: string) => string;
}

/** A message: text as text nodes, emoji as images on its line, a failed image as its token. */
export function RichText({
  segments,
  emojiClass = 'sl-emoji',
  emojiLabel = (token) => token,
}: RichTextProps): ReactNode {
  return segments.map((segment, at) =>
    segment.type === 'text' ? (
      segment.text
    ) : (
      <SafeImage
        // The pieces of one message never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={at}
        className={emojiClass}
        url={segment.url}
        name={emojiLabel(segment.token)}
        fallback={segment.token}
      />
    ),
  );
}

export interface RichLimits {
  /** UTF-16 units. */
  readonly characters: number;
  readonly emojis: number;
}

/** As much as a few visible lines hold; more would be laid out unseen. */
export const CHAT_LIMITS: RichLimits = { characters: 400, emojis: 40 };
export const ALERT_LIMITS: RichLimits = { characters: 500, emojis: 60 };

/** Hostile texts could be huge, and the screen shows less: they are cut before searching. */
const SEARCHED_MAX = 8_000;

/** Emoji-only messages with more than this keep the text's size. */
const LARGE_EMOJI_MAX = 8;

const ELLIPSIS: Segment = { type: 'text', text: '…' };

/** A message as text and images, cut to the visible part. */
export function richSegments(
  content: string,
  emojis: EmojiMap,
  limits: RichLimits,
): readonly Segment[] {
  const kept: Segment[] = [];
  let characters = 0;
  let images = 0;
  const searched = content.slice(0, SEARCHED_MAX);
  for (const segment of splitEmojiTokens(searched, emojis)) {
    if (segment.type === 'emoji') {
      images += 1;
      if (images > limits.emojis) return [...kept, ELLIPSIS];
      kept.push(segment);
      continue;
    }
    const room = limits.characters - characters;
    if (segment.text.length > room) {
      return [...kept, { type: 'text', text: `${cutWhole(segment.text, room)}…` }];
    }
    characters += segment.text.length;
    kept.push(segment);
  }
  return searched.length < content.length ? [...kept, ELLIPSIS] : kept;
}

/** The first `length` units, without splitting a surrogate pair. */
export function cutWhole(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const half = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, half ? length - 1 : length);
}

/** Characters that join the preceding emoji: joiner, variation, keycap, skin tone. */
const PART_OF_PICTURE = /\u200d|\ufe0f|\u20e3|\p{Emoji_Modifier}/gu;
const PICTURES = /^(?:\p{Regional_Indicator}|\p{Extended_Pictographic})+$/u;

/** Whether a message is only a few emoji, which are then drawn large. */
export function isEmojiOnly(segments: readonly Segment[]): boolean {
  let pictures = 0;
  for (const segment of segments) {
    if (segment.type === 'emoji') {
      pictures += 1;
      continue;
    }
    const bare = segment.text.replace(/\s/gu, '').replace(PART_OF_PICTURE, '');
    if (bare === '') continue;
    if (!PICTURES.test(bare)) return false;
    pictures += [...bare].length;
  }
  return pictures > 0 && pictures <= LARGE_EMOJI_MAX;
}

/** Whether a word is too long for a line: it is broken at the line's end. */
export function hasLongWord(segments: readonly Segment[]): boolean {
  return segments.some((segment) => segment.type === 'text' && /\S{20}/u.test(segment.text));
}
