import type { ChatData } from '../../shared/events.ts';
import type { ChatSettings } from '../../shared/overlay/widgets.ts';

/** Longer messages are searched only so far: what is cut off is not drawn either. */
const SEARCHED_MAX = 2_000;

/** Says of a message whether the streamer has hidden it. */
export type IsHidden = (data: ChatData) => boolean;

const never: IsHidden = () => false;

/** Compares as people read: letters of one shape are one letter, capitals are letters. */
function asRead(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function wanted(list: readonly string[]): string[] {
  return list.map((entry) => asRead(entry.trim())).filter((entry) => entry !== '');
}

/** The settings' hidden people (channel id or nickname), words and beginnings of messages. */
export function hidden(hide: ChatSettings['hide']): IsHidden {
  const users = new Set(wanted(hide.users));
  const words = wanted(hide.words);
  const prefixes = wanted(hide.prefixes);
  if (users.size + words.length + prefixes.length === 0) return never;
  return (data) => {
    if (users.size > 0) {
      if (users.has(asRead(data.senderChannelId))) return true;
      if (users.has(asRead(data.profile.nickname.trim()))) return true;
    }
    if (words.length + prefixes.length === 0) return false;
    const text = asRead(data.content.slice(0, SEARCHED_MAX)).trimStart();
    return (
      prefixes.some((prefix) => text.startsWith(prefix)) ||
      words.some((word) => text.includes(word))
    );
  };
}

/** The text by which repeats are known: equal ones are the same message to a reader. */
export function repeatKey(data: ChatData): string {
  return asRead(data.content.slice(0, SEARCHED_MAX)).replace(/\s+/gu, ' ').trim();
}
