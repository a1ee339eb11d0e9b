import type { ChatData } from '../../shared/events.ts';
import type { ChatSettings } from '../../shared/overlay/widgets.ts';
import type { ChatLine } from '../stores/overlay-store.ts';

/** A line as one chat widget shows it. */
export interface ShownLine {
  readonly line: ChatLine;
  /** How many messages in a row it stands for. */
  readonly count: number;
  /** The newest of them: number and time of arrival (epoch milliseconds). */
  readonly seq: number;
  readonly receivedAt: number;
}

type ChatViewSettings = Pick<ChatSettings, 'lines' | 'hide' | 'mergeRepeats' | 'style'>;

/** A ticker's lines stand side by side; more than these never fit into one row. */
const TICKER_LINES = 16;

/**
 * One widget's own choice of the chat. It is kept from frame to frame, so that hidden messages push
 * out nobody's line and every message is looked at once.
 */
export class ChatView {
  #settings: ChatViewSettings | null = null;
  #isHidden: IsHidden = () => false;
  #resets = -1;
  #upTo = 0;
  #shown: readonly ShownLine[] = [];
  #lastKey: string | null = null;

  /**
   * The lines to show after `chat` (oldest first) has come. `resets` tells a chat that began anew
   * from one that went on. Asked again with the same it answers the same.
   */
  take(
    chat: readonly ChatLine[],
    resets: number,
    settings: ChatViewSettings,
  ): readonly ShownLine[] {
    if (settings !== this.#settings || resets !== this.#resets) this.#begin(settings, resets);
    const fresh = chat.filter((line) => line.event.seq > this.#upTo);
    const newest = fresh.at(-1);
    if (!newest) return this.#shown;
    this.#upTo = newest.event.seq;
    const visible = fresh.filter((line) => !this.#isHidden(line.event.data));
    if (visible.length === 0) return this.#shown;
    const all = [...this.#shown];
    for (const line of visible) this.#add(all, line, settings.mergeRepeats);
    const most =
      settings.style === 'ticker' ? Math.min(TICKER_LINES, settings.lines) : settings.lines;
    this.#shown = all.length > most ? all.slice(-most) : all;
    return this.#shown;
  }

  #begin(settings: ChatViewSettings, resets: number): void {
    this.#settings = settings;
    this.#resets = resets;
    this.#isHidden = hidden(settings.hide);
    this.#upTo = 0;
    this.#shown = [];
    this.#lastKey = null;
  }

  #add(all: ShownLine[], line: ChatLine, merges: boolean): void {
    const { seq, receivedAt, data } = line.event;
    if (merges) {
      // The streamer's own messages never join a group of others.
      const key = data.senderRole === 'streamer' ? null : repeatKey(data);
      const last = all.at(-1);
      if (last && key !== null && key === this.#lastKey) {
        all[all.length - 1] = { line: last.line, count: last.count + 1, seq, receivedAt };
        return;
      }
      this.#lastKey = key;
    }
    all.push({ line, count: 1, seq, receivedAt });
  }
}

/** Longer messages are searched only so far: what is cut off is not drawn either. */
const SEARCHED_MAX = 2_000;

/** Says of a message whether the streamer has hidden it. */
type IsHidden = (data: ChatData) => boolean;

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
function repeatKey(data: ChatData): string {
  return asRead(data.content.slice(0, SEARCHED_MAX)).replace(/\s+/gu, ' ').trim();
}
