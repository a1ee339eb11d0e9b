import { CHANNELS } from '../../../shared/preload.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { Throttle } from '../../base/throttle.ts';
import {
  MAX_BAD_FRAMES,
  MAX_UNREAD_BYTES,
  type PagePeer,
  type Refusals,
} from '../../server/peer.ts';
import type { OpenPage, PageServer } from '../../server/ports.ts';
import type { AppPlace } from '../app-scheme.ts';
import { listening } from '../listening.ts';
import type { NavigationStart, PageContents, Visibility } from './ports.ts';

/** Receipts and greetings are small; characters. */
const MAX_UP_CHARS = 64 * 1024;
const MAX_HELD = 4;

interface IpcConnectionParts {
  readonly number: number;
  readonly place: AppPlace;
  readonly contents: PageContents;
  readonly visibility: Visibility;
  readonly aside: () => Buffer;
  readonly onEnd: () => void;
  readonly refusals: Refusals;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One page's connection. It waits while no core runs, and ends when the core stops. */
export class IpcConnection {
  readonly place: AppPlace;
  readonly number: number;
  readonly #parts: IpcConnectionParts;
  readonly #owned = new DisposableStore();
  readonly #peer: WindowPeer;
  #page: OpenPage | null = null;
  #held: string[] = [];
  #greeted: boolean;
  #badFrames = 0;
  #ended = false;

  constructor(parts: IpcConnectionParts) {
    this.#parts = parts;
    this.place = parts.place;
    this.number = parts.number;
    this.#greeted = parts.place === 'dashboard';
    this.#peer = this.#owned.add(
      new WindowPeer({
        send: (frames) => this.#send(CHANNELS.frames, frames),
        isShown: () => parts.visibility.isShown(parts.contents),
        onCaughtUp: () => {
          this.#page?.onCaughtUp();
          this.sayAside(parts.aside());
        },
        onClose: () => this.end(true),
        guard: (run) => this.#guard(run),
        clock: parts.clock,
      }),
    );
    this.#owned.add(parts.visibility.onShown(parts.contents, (shown) => this.#peer.onShown(shown)));
    this.#followContents();
  }

  get isOpen(): boolean {
    return this.#page !== null;
  }

  /** No core runs yet. The desktop app's own state can be shown without one. */
  wait(): void {
    this.#peer.greet(() => this.sayAside(this.#parts.aside()));
  }

  open(pageServer: PageServer): void {
    if (this.#ended || this.#page) return;
    const { place, aside } = this.#parts;
    this.#guard(() => {
      this.#page = this.#peer.greet(() => {
        const page = pageServer.openPage(place, this.#peer);
        if (place === 'dashboard') this.sayAside(aside());
        return page;
      });
      const held = this.#held;
      this.#held = [];
      for (const text of held) this.onSaid(text);
    });
  }

  onSaid(text: unknown): void {
    if (this.#ended) return;
    const isFrame = typeof text === 'string' && text.length <= MAX_UP_CHARS;
    // Dashboards send commands, which are answered elsewhere.
    if (!isFrame || this.place === 'dashboard') this.#onBadFrame();
    else if (this.#page) this.#hear(this.#page, text);
    else if (this.#held.length < MAX_HELD) this.#held.push(text);
    else this.#onBadFrame();
  }

  onTaken(): void {
    this.#peer.onTaken();
  }

  /** Sends a finished frame of the desktop app; an overlay gets it only after its greeting. */
  sayAside(frame: Buffer): void {
    if (this.#greeted) this.#peer.trySend(frame);
  }

  forceSend(frame: Buffer): void {
    this.#peer.forceSend(frame);
  }

  /** @param tell whether the page still exists and must learn that the connection is over. */
  end(tell: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#owned.dispose();
    this.#parts.onEnd();
    if (tell) this.#send(CHANNELS.closed);
    try {
      this.#page?.onClosed();
    } catch (failure) {
      this.#parts.log.error('A window connection did not end well', { failure });
    }
    this.#page = null;
  }

  #followContents(): void {
    const { contents } = this.#parts;
    const onGone = (): void => this.end(false);
    const onNavigation = ({ isMainFrame, isSameDocument }: NavigationStart): void => {
      // The page is told too, because a navigation that fails leaves it in place.
      if (isMainFrame && !isSameDocument) this.end(true);
    };
    this.#owned.add(
      listening((verb) => {
        contents[verb]('destroyed', onGone);
        contents[verb]('render-process-gone', onGone);
        contents[verb]('did-start-navigation', onNavigation);
      }),
    );
  }

  #hear(page: OpenPage, text: string): void {
    this.#guard(() => {
      if (this.#greeted) {
        if (!page.onText(text)) this.#onBadFrame();
        return;
      }
      // The first frame is answered by the greeting, which a hidden page needs too.
      this.#peer.greet(() => {
        this.#greeted = page.onText(text);
        if (this.#greeted) this.sayAside(this.#parts.aside());
      });
      if (!this.#greeted) this.#onBadFrame();
    });
  }

  #onBadFrame(): void {
    this.#parts.refusals.count('bad-frame');
    this.#badFrames += 1;
    if (this.#badFrames >= MAX_BAD_FRAMES) this.end(true);
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (failure) {
      this.#parts.log.error('A window connection failed', { failure });
      this.end(true);
    }
  }

  /** The contents may be gone between two events; the connection then is too. */
  #send(channel: string, ...args: unknown[]): void {
    const { contents, number } = this.#parts;
    try {
      if (!contents.isDestroyed()) {
        contents.send(channel, number, ...args);
        return;
      }
    } catch (failure) {
      this.#parts.log.warn('A window could not be sent to', { failure });
    }
    this.end(false);
  }
}

type WindowEvent = 'show' | 'hide' | 'minimize' | 'restore';

interface SeenWindow {
  isDestroyed(): boolean;
  isVisible(): boolean;
  isMinimized(): boolean;
  on(event: WindowEvent, listener: () => void): unknown;
  off(event: WindowEvent, listener: () => void): unknown;
}

/** Visibility by the state of windows. `windowOf` null: the contents have no window. */
export function windowVisibility(
  windowOf: (contents: PageContents) => SeenWindow | null,
): Visibility {
  const isShown = (window: SeenWindow | null): boolean =>
    window !== null && !window.isDestroyed() && window.isVisible() && !window.isMinimized();
  return {
    isShown: (contents) => isShown(windowOf(contents)),
    onShown(contents, listener) {
      const window = windowOf(contents);
      const look = (): void => listener(isShown(window));
      return listening((verb) => {
        for (const event of ['show', 'hide', 'minimize', 'restore'] as const) {
          window?.[verb](event, look);
        }
      });
    },
  };
}

/** One frame of the screen, milliseconds: a page gets at most one message in it. */
export const FRAME_MS = 16;
/** Most batches sent but not yet acknowledged; later frames are collected. */
const MAX_IN_FLIGHT = 4;
/** A page that fell behind is fed again once its backlog is this small; characters. */
const CAUGHT_UP_CHARS = 64 * 1024;

interface WindowPeerParts {
  readonly send: (frames: readonly string[]) => void;
  readonly isShown: () => boolean;
  /** Frames were dropped, and the page can take some again: resend everything. */
  readonly onCaughtUp: () => void;
  readonly onClose: (code: number, reason: string) => void;
  /** Runs our code; an exception in it closes the connection. */
  readonly guard: (run: () => void) => void;
  readonly clock: Clock;
}

/**
 * A window's end of a connection. Frames within one screen frame share a message. A hidden page
 * gets only what it needs to be complete when shown (`greet`); a page that does not acknowledge
 * holds at most 4 MiB.
 */
export class WindowPeer implements PagePeer, Disposable {
  readonly #parts: WindowPeerParts;
  readonly #throttle: Throttle;
  #frames: string[] = [];
  #written: (() => void)[] = [];
  #waitingChars = 0;
  readonly #inFlight: { readonly chars: number; readonly written: readonly (() => void)[] }[] = [];
  #inFlightChars = 0;
  #greeting = false;
  #missed = false;
  #asked = false;
  #disposed = false;

  constructor(parts: WindowPeerParts) {
    this.#parts = parts;
    this.#throttle = new Throttle(parts.clock, FRAME_MS, () => this.#send());
  }

  /**
   * Sends a finished frame with the next message. `written` runs once the page has taken it. False:
   * dropped, as are all others until `onCaughtUp`.
   */
  trySend(bytes: Buffer, written?: () => void): boolean {
    if (this.#disposed) return false;
    if (!this.#greeting && (this.#missed || !this.#parts.isShown())) return this.#drop();
    if (this.#waitingChars + this.#inFlightChars > MAX_UNREAD_BYTES) return this.#drop();
    this.#add(bytes, written);
    return true;
  }

  forceSend(bytes: Buffer): void {
    if (!this.#disposed) this.#add(bytes);
  }

  close(code: number, reason: string): void {
    if (!this.#disposed) this.#parts.onClose(code, reason);
  }

  /** Frames offered in `run` are sent even while the page is hidden. */
  greet<T>(run: () => T): T {
    const before = this.#greeting;
    this.#greeting = true;
    try {
      return run();
    } finally {
      this.#greeting = before;
    }
  }

  onTaken(): void {
    const batch = this.#inFlight.shift();
    if (!batch || this.#disposed) return;
    this.#inFlightChars -= batch.chars;
    if (this.#frames.length > 0) this.#ask();
    this.#parts.guard(() => {
      for (const written of batch.written) written();
      this.#lookWhetherCaughtUp();
    });
  }

  onShown(shown: boolean): void {
    if (this.#disposed) return;
    if (shown) this.#parts.guard(() => this.#lookWhetherCaughtUp());
    // Accepted frames must be sent, and not trickle out while the page is hidden.
    else if (this.#frames.length > 0) this.#throttle.runNow();
  }

  dispose(): void {
    this.#disposed = true;
    this.#throttle.dispose();
    this.#frames = [];
    this.#written = [];
    this.#inFlight.length = 0;
  }

  #drop(): false {
    this.#missed = true;
    return false;
  }

  #add(bytes: Buffer, written?: () => void): void {
    const text = bytes.toString();
    this.#frames.push(text);
    this.#waitingChars += text.length;
    if (written) this.#written.push(written);
    this.#ask();
  }

  /** Runs at the end of the turn, so that one turn's frames share a message. */
  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => {
      this.#asked = false;
      if (!this.#disposed && this.#frames.length > 0) this.#throttle.request();
    });
  }

  #send(): void {
    if (this.#frames.length === 0 || this.#inFlight.length >= MAX_IN_FLIGHT) return;
    const frames = this.#frames;
    this.#inFlight.push({ chars: this.#waitingChars, written: this.#written });
    this.#inFlightChars += this.#waitingChars;
    this.#frames = [];
    this.#written = [];
    this.#waitingChars = 0;
    this.#parts.send(frames);
  }

  #lookWhetherCaughtUp(): void {
    const unread = this.#waitingChars + this.#inFlightChars;
    if (!this.#missed || unread > CAUGHT_UP_CHARS || !this.#parts.isShown()) return;
    this.#missed = false;
    this.#parts.onCaughtUp();
  }
}
