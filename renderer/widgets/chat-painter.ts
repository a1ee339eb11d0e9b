import type { ChatData } from '../../shared/events.ts';
import type { ChatSettings } from '../../shared/overlay/widgets.ts';
import type { ChatLine, LineEntrance } from '../stores/overlay-store.ts';
import { hideFailed, type LineSettings, lineNode, setCount } from './chat-line.ts';
import { type Push, startPush } from './chat-push.ts';
import { type Age, LEAVE_MS } from './expiry-tracker.ts';

export interface ShownLine {
  readonly line: ChatLine;
  /** How many consecutive messages it stands for. */
  readonly count: number;
  /** Of the newest message; epoch milliseconds. */
  readonly seq: number;
  readonly receivedAt: number;
}

type ChatViewSettings = Pick<ChatSettings, 'lines' | 'hide' | 'mergeRepeats' | 'style'>;

/** A ticker's lines are side by side; more than this never fit into one row. */
const TICKER_LINES = 16;

/** Kept across frames: hidden messages push out no lines, and every message is checked once. */
export class ChatView {
  #settings: ChatViewSettings | null = null;
  #isHidden: IsHidden = () => false;
  #resets = -1;
  #upTo = 0;
  #shown: readonly ShownLine[] = [];
  #lastKey: string | null = null;

  /** `resets` tells a restarted chat (oldest first) from a continued one. */
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

/** Only this much of a message is searched; the rest is not shown either. */
const SEARCHED_MAX = 2_000;

type IsHidden = (data: ChatData) => boolean;

/** Look-alike letters and case are ignored. */
function asRead(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function wanted(list: readonly string[]): string[] {
  return list.map((entry) => asRead(entry.trim())).filter((entry) => entry !== '');
}

export function hidden(hide: ChatSettings['hide']): IsHidden {
  const users = new Set(wanted(hide.users));
  const words = wanted(hide.words);
  const prefixes = wanted(hide.prefixes);
  if (users.size + words.length + prefixes.length === 0) return () => false;
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

/** The key of repeats: equal keys look the same to a reader. */
function repeatKey(data: ChatData): string {
  return asRead(data.content.slice(0, SEARCHED_MAX)).replace(/\s+/gu, ' ').trim();
}

export interface ChatFrame {
  /** Oldest first. */
  readonly shown: readonly ShownLine[];
  /** Changes when `shown` restarts. */
  readonly resets: number;
  /** The same object while settings are unchanged. */
  readonly settings: LineSettings;
  readonly marks: Element;
  readonly ageOf: (line: ShownLine) => Age;
  /** `x`: lines are side by side. */
  readonly axis: 'x' | 'y';
}

interface Drawn {
  readonly line: ChatLine;
  readonly item: HTMLLIElement;
  count: number;
}

/** So many hidden lines may stand above the visible ones before they are removed together. */
const HIDDEN_MOST = 24;

/**
 * Adds new lines, removes those that are gone or no longer fit, and touches nothing else: the page
 * holds only visible lines, however many the streamer keeps.
 */
export class ChatPainter {
  readonly #box: HTMLElement;
  readonly #list: HTMLElement;
  /** Oldest first. */
  #drawn: Drawn[] = [];
  readonly #leaving = new Set<Element>();
  /** Pushed out and hidden: while they stand, what was drawn of the others stays valid. */
  readonly #hidden: HTMLElement[] = [];
  #leaveTimer: ReturnType<typeof setTimeout> | null = null;
  #newest = -1;
  /** The most lines that fit; null if unknown for this box. */
  #room: number | null = null;
  /** The box at the last fill, pixels; 0: none yet. */
  #size = 0;
  #pushed: Push | null = null;
  #frame: ChatFrame | null = null;
  readonly #resizes: ResizeObserver | null;

  constructor(box: HTMLElement, list: HTMLElement) {
    this.#box = box;
    this.#list = list;
    // Errors of images do not bubble.
    list.addEventListener('error', this.#onError, true);
    this.#resizes = typeof ResizeObserver === 'function' ? new ResizeObserver(this.#onSize) : null;
    this.#resizes?.observe(box);
  }

  dispose(): void {
    this.#resizes?.disconnect();
    this.#pushed?.stop();
    this.#list.removeEventListener('error', this.#onError, true);
    this.#clear();
  }

  draw(frame: ChatFrame): void {
    const before = this.#frame;
    this.#frame = frame;
    const goesOn =
      before?.resets === frame.resets &&
      before.settings === frame.settings &&
      before.marks === frame.marks;
    if (before && !goesOn) this.#clear();
    this.#update(frame);
    // Initial and redrawn lines are not animated.
    this.#append(frame, goesOn);
  }

  /** Removes everything; the next frame redraws from scratch. */
  reset(): void {
    this.#frame = null;
    this.#clear();
  }

  /** A resized box fits other lines, including removed ones. */
  readonly #onSize = (): void => {
    const frame = this.#frame;
    if (!frame || this.#size === 0 || this.#size === this.#sizeOf(frame)) return;
    this.#clear();
    this.#append(frame, false);
  };

  #sizeOf({ axis }: ChatFrame): number {
    return axis === 'x' ? this.#box.clientWidth : this.#box.clientHeight;
  }

  #clear(): void {
    this.#sweep();
    for (const { item } of this.#drawn) item.remove();
    this.#drawn = [];
    this.#newest = -1;
    this.#room = null;
  }

  readonly #onError = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement) hideFailed(target);
  };

  /** Removes lines no longer shown; updates counts and ages of the others. */
  #update({ shown, ageOf }: ChatFrame): void {
    const kept: Drawn[] = [];
    let at = 0;
    for (const one of this.#drawn) {
      // Beyond the end no line is older.
      while ((shown[at]?.line.event.seq ?? Infinity) < one.line.event.seq) at += 1;
      const now = shown[at];
      const age = now?.line === one.line ? ageOf(now) : 'gone';
      if (!now || age === 'gone') {
        one.item.remove();
        continue;
      }
      if (age === 'leaves') one.item.dataset['leaves'] = 'true';
      if (one.count !== now.count) {
        one.count = now.count;
        setCount(one.item, now.count);
      }
      kept.push(one);
    }
    this.#drawn = kept;
  }

  #append(frame: ChatFrame, enters: boolean): void {
    const newest = frame.shown.at(-1);
    if (!newest) return;
    const fresh = this.#fresh(frame, enters);
    const first = this.#newest < 0;
    this.#newest = newest.line.event.seq;
    if (fresh.length === 0) return;
    const before = this.#drawn.at(-1)?.item;
    const added = document.createDocumentFragment();
    for (const { item } of fresh) added.append(item);
    this.#list.append(added);
    this.#drawn.push(...fresh);
    const entrance = enters && !first ? newest.line.enters : 'none';
    if (entrance === 'none') this.#sweep();
    this.#fit(frame, entrance);
    if (entrance !== 'none' && before) this.#push(before, frame.axis, entrance);
  }

  /** Lines not drawn yet, at least as many as could fit. */
  #fresh({ shown, settings, marks, ageOf }: ChatFrame, enters: boolean): Drawn[] {
    const fresh: Drawn[] = [];
    const most = this.#room ?? shown.length;
    for (let at = shown.length - 1; at >= 0 && fresh.length < most; at -= 1) {
      const one = shown[at];
      if (!one || one.line.event.seq <= this.#newest) break;
      if (ageOf(one) === 'gone') continue;
      let item: HTMLLIElement;
      try {
        item = lineNode(one.line, settings, marks);
      } catch {
        // A failing line does not affect the others; viewers see no error.
        continue;
      }
      if (enters && one.line.enters === 'themed') item.dataset['enters'] = 'true';
      if (one.count > 1) setCount(item, one.count);
      fresh.push({ line: one.line, item, count: one.count });
    }
    return fresh.reverse();
  }

  /**
   * Removes the oldest lines that do not fit; the newest always stays. All reads precede all
   * writes, so the frame is laid out at most once more.
   */
  #fit(frame: ChatFrame, entrance: LineEntrance): void {
    const { axis } = frame;
    const size = this.#sizeOf(frame);
    this.#size = size;
    const last = this.#drawn.at(-1);
    if (size === 0 || !last) return;
    const end = extentOf(last.item, axis).to;
    let smallest = Number.POSITIVE_INFINITY;
    let out = 0;
    for (const [at, { item }] of this.#drawn.entries()) {
      const { from, to } = extentOf(item, axis);
      smallest = Math.min(smallest, to - from);
      if (end - from > size && at < this.#drawn.length - 1) out = at + 1;
    }
    this.#room = Math.max(this.#room ?? 0, Math.ceil(size / Math.max(1, smallest)) + 1);
    const gone = this.#drawn.splice(0, out);
    for (const { item } of gone) this.#takeOut(item, entrance);
  }

  #takeOut(item: HTMLElement, entrance: LineEntrance): void {
    switch (entrance) {
      case 'none':
        item.remove();
        return;
      case 'pushing':
        item.style.visibility = 'hidden';
        this.#hidden.push(item);
        if (this.#hidden.length > HIDDEN_MOST) this.#removeHidden();
        return;
      case 'themed':
        item.dataset['leaves'] = 'true';
        this.#leaving.add(item);
        this.#leaveTimer ??= setTimeout(() => this.#sweep(), LEAVE_MS);
    }
  }

  #removeHidden(): void {
    for (const item of this.#hidden.splice(0)) item.remove();
  }

  /** Removes fading and hidden lines. */
  #sweep(): void {
    if (this.#leaveTimer !== null) clearTimeout(this.#leaveTimer);
    this.#leaveTimer = null;
    for (const item of this.#leaving) item.remove();
    this.#leaving.clear();
    this.#removeHidden();
  }

  /**
   * New lines push the old ones instead of making them jump: the list starts shifted by the added height
   * and slides into place. Only for lines that enter one by one; a flood appears at once.
   */
  #push(before: HTMLElement, axis: 'x' | 'y', how: 'themed' | 'pushing'): void {
    const newest = this.#list.lastElementChild;
    if (!(newest instanceof HTMLElement) || typeof this.#list.animate !== 'function') return;
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
    const way = extentOf(newest, axis).to - extentOf(before, axis).to;
    if (way <= 0) return;
    // Includes the rest of the previous slide: two slides on one list would make it jump and
    // animate on the page's main thread.
    const offset = way + (this.#pushed?.left() ?? 0);
    this.#pushed?.stop();
    this.#pushed = startPush(this.#list, { axis, offset, how });
  }
}

/** A line's start and end along the axis, layout pixels without animation. */
function extentOf(item: HTMLElement, axis: 'x' | 'y') {
  const from = axis === 'x' ? item.offsetLeft : item.offsetTop;
  return { from, to: from + (axis === 'x' ? item.offsetWidth : item.offsetHeight) };
}
