import type { EmojiMap } from './events.ts';

export type Segment =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'emoji'; readonly token: string; readonly url: string };

/** Colon, channel identifier, hyphen, emoji name (it may hold spaces), colon ("Emoji tokens"). */
const TOKEN = /:[^\s:-]+-[^:\r\n]+:/gu;

/** A token without an address stays text. Keys of `emojis` may lack the colons. */
export function splitEmojiTokens(content: string, emojis: EmojiMap): readonly Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  const pushText = (text: string): void => {
    if (text.length > 0) segments.push({ type: 'text', text });
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(content); match; match = TOKEN.exec(content)) {
    const token = match[0];
    const url = addressOf(token, emojis);
    if (url === null) {
      // The closing colon of what was no token may open the next one.
      TOKEN.lastIndex = match.index + token.length - 1;
      continue;
    }
    pushText(content.slice(end, match.index));
    segments.push({ type: 'emoji', token, url });
    end = match.index + token.length;
  }
  pushText(content.slice(end));
  return segments;
}

function addressOf(token: string, emojis: EmojiMap): string | null {
  for (const key of [token, token.slice(1, -1)]) {
    if (Object.hasOwn(emojis, key)) return emojis[key] ?? null;
  }
  return null;
}
