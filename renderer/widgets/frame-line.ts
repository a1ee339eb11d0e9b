import { isJsonObject } from '../../shared/json.ts';
import {
  type FrameDown,
  type FrameUp,
  STORE_LIMITS,
  type WidgetFault,
} from '../../shared/overlay/custom-widgets.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';

/** What the page needs of the window around a frame. */
export type FrameWindow = Pick<Window, 'addEventListener' | 'removeEventListener'>;

interface FrameLineParts {
  /** The frame's own window: what it says is told apart by it. */
  readonly target: () => Pick<Window, 'postMessage'> | null;
  readonly page: FrameWindow;
  readonly timers: Pick<PageTimers, 'after'>;
  /** Milliseconds from an arbitrary origin. */
  readonly now: () => number;
  /** What a frame is told first. */
  readonly load: () => readonly FrameDown[];
  readonly onFault: (fault: WidgetFault) => void;
  readonly onKeep: (key: string, value: string) => void;
  readonly onSaid: (kind: 'error' | 'blocked', text: string) => void;
}

const PING_EVERY_MS = 2_000;
/** Longer without an answer than any work that a viewer would not see. */
const SILENCE_MS = 8_000;
/** A timer that comes later than this was not the frame's doing: the page itself slept. */
const OWN_LATENESS_MS = 2_000;
export const HEAP_MOST_BYTES = 150 * 1_000_000;
/** Answers in a row that say too much. */
const HEAVY_MOST = 3;
/** While it starts, it may take its time. */
const STARTING_MS = 5_000;
/** Long tasks within `SLOW_WITHIN_MS`. */
const SLOW_TASKS = 5;
const SLOW_WITHIN_MS = 10_000;
const MESSAGES_MOST = 500;
const MESSAGES_WITHIN_MS = 1_000;

/**
 * The page's end of a frame with a script of somebody else's: tells it what happens, asks it whether it
 * still lives, and believes nothing it says. After a fault it says nothing more.
 */
export class FrameLine {
  readonly #parts: FrameLineParts;
  #port: MessagePort | null = null;
  #stopTimer: Stop | null = null;
  #pings = 0;
  /** When the oldest unanswered question was asked; null: none is. */
  #askedAt: number | null = null;
  #nextAt = 0;
  #beganAt = 0;
  #heavy = 0;
  #slow: number[] = [];
  #counted = { since: 0, messages: 0 };
  #ended = false;

  constructor(parts: FrameLineParts) {
    this.#parts = parts;
    parts.page.addEventListener('message', this.#onMessage);
  }

  tell(down: FrameDown): void {
    this.#port?.postMessage(down);
  }

  /** Its page is another one: what it said before counts no longer. */
  restart(): void {
    this.#close();
  }

  stop(): void {
    this.#ended = true;
    this.#close();
    this.#parts.page.removeEventListener('message', this.#onMessage);
  }

  readonly #onMessage = (event: Event): void => {
    const { source, data } = event as MessageEvent;
    const target = this.#parts.target();
    if (this.#ended || target === null || source !== target) return;
    if (this.#isTooMuch()) return;
    if (!isJsonObject(data) || data['stagelight'] !== 'hello' || this.#port) return;
    this.#open(target);
  };

  #open(target: Pick<Window, 'postMessage'>): void {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#hear(data);
    // It has no origin to be named.
    target.postMessage({ stagelight: 'line' }, '*', [port2]);
    for (const down of this.#parts.load()) this.tell(down);
    this.#beganAt = this.#parts.now();
    this.#askedAt = null;
    this.#wait();
  }

  #close(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#port?.close();
    this.#port = null;
    this.#askedAt = null;
  }

  #wait(): void {
    this.#nextAt = this.#parts.now() + PING_EVERY_MS;
    this.#stopTimer = this.#parts.timers.after(PING_EVERY_MS, () => this.#ask());
  }

  #ask(): void {
    const now = this.#parts.now();
    if (now - this.#nextAt > OWN_LATENESS_MS) this.#askedAt = null;
    if (this.#askedAt !== null && now - this.#askedAt >= SILENCE_MS) {
      this.#fault('stuck');
      return;
    }
    this.#askedAt ??= now;
    this.#pings += 1;
    this.tell({ type: 'ping', id: this.#pings });
    this.#wait();
  }

  #hear(data: unknown): void {
    if (this.#ended || this.#isTooMuch()) return;
    const up = readUp(data);
    if (up?.type === 'pong') this.#answered(up);
    else if (up?.type === 'set') this.#parts.onKeep(up.key, up.value);
    else if (up?.type === 'said') this.#parts.onSaid(up.kind, up.text);
  }

  #answered({ id, heap, longTasks }: Extract<FrameUp, { type: 'pong' }>): void {
    // An answer to an earlier question does not answer this one.
    if (id !== this.#pings) return;
    this.#askedAt = null;
    this.#heavy = heap !== null && heap > HEAP_MOST_BYTES ? this.#heavy + 1 : 0;
    const now = this.#parts.now();
    if (this.#heavy >= HEAVY_MOST) this.#fault('heap');
    else if (now - this.#beganAt > STARTING_MS) this.#noteSlow(longTasks, now);
  }

  #noteSlow(longTasks: number, now: number): void {
    const fresh = new Array<number>(Math.min(longTasks, SLOW_TASKS)).fill(now);
    this.#slow = [...this.#slow, ...fresh].filter((at) => now - at < SLOW_WITHIN_MS);
    if (this.#slow.length >= SLOW_TASKS) this.#fault('slow');
  }

  /** A flood would keep the page from anything else. */
  #isTooMuch(): boolean {
    const now = this.#parts.now();
    if (now - this.#counted.since > MESSAGES_WITHIN_MS) this.#counted = { since: now, messages: 0 };
    this.#counted.messages += 1;
    if (this.#counted.messages > MESSAGES_MOST) this.#fault('noisy');
    return this.#ended;
  }

  #fault(fault: WidgetFault): void {
    if (this.#ended) return;
    this.stop();
    this.#parts.onFault(fault);
  }
}

const SAID_MOST = 300;

/** null: junk. */
function readUp(data: unknown): FrameUp | null {
  if (!isJsonObject(data)) return null;
  const { type, id, heap, longTasks, key, value, kind, text } = data;
  switch (type) {
    case 'pong':
      return typeof id === 'number' && typeof longTasks === 'number' && Number.isFinite(longTasks)
        ? {
            type,
            id,
            heap: typeof heap === 'number' ? heap : null,
            longTasks: Math.max(0, Math.floor(longTasks)),
          }
        : null;
    case 'set':
      return typeof key === 'string' && typeof value === 'string' && isSmall(key, value)
        ? { type, key, value }
        : null;
    case 'said':
      return (kind === 'error' || kind === 'blocked') && typeof text === 'string'
        ? { type, kind, text: text.slice(0, SAID_MOST) }
        : null;
    default:
      return null;
  }
}

function isSmall(key: string, value: string): boolean {
  return (
    key !== '' && key.length <= STORE_LIMITS.keyChars && value.length <= STORE_LIMITS.valueChars
  );
}
