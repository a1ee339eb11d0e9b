import { CHANNELS } from '../../../shared/preload.ts';
import type { Clock } from '../../base/clock.ts';
import { DisposableStore, toDisposable } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import type { Refusals } from '../../server/peer.ts';
import { MAX_BAD_FRAMES } from '../../server/peer.ts';
import type { OpenPage, PageServer } from '../../server/ports.ts';
import type { AppPlace } from '../app-scheme.ts';
import type { NavigationStart, PageContents, Visibility } from './ports.ts';
import { WindowPeer } from './window-peer.ts';

/** Receipts and greetings are small; characters. */
const MAX_UP_CHARS = 64 * 1024;
/** What a page may say before there is a core to hear it. */
const MAX_HELD = 4;

export interface WindowLineParts {
  /** The page's own number for this line. */
  readonly number: number;
  readonly place: AppPlace;
  readonly contents: PageContents;
  readonly visibility: Visibility;
  /** What the app around the core has to say to such a page, as a finished frame. */
  readonly aside: () => Buffer;
  /** The connection has ended, from either side. */
  readonly onEnd: () => void;
  readonly refusals: Refusals;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * One page's line to the core. It waits while there is no core; when the core goes, the line ends
 * and the page begins another.
 */
export class IpcConnection {
  readonly #parts: WindowLineParts;
  readonly #owned = new DisposableStore();
  readonly #peer: WindowPeer;
  #page: OpenPage | null = null;
  #held: string[] = [];
  #greeted: boolean;
  #badFrames = 0;
  #ended = false;

  constructor(parts: WindowLineParts) {
    this.#parts = parts;
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

  get place(): AppPlace {
    return this.#parts.place;
  }

  get number(): number {
    return this.#parts.number;
  }

  /** Whether there is a core at the other end. */
  get isOpen(): boolean {
    return this.#page !== null;
  }

  /** There is no core yet. What the app says of itself can be shown without one. */
  wait(): void {
    this.#peer.greet(() => this.sayAside(this.#parts.aside()));
  }

  /** Joins the page to a core. What the page has said meanwhile is heard now. */
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

  /** Something the page says; anything at all may come here. */
  onSaid(text: unknown): void {
    if (this.#ended) return;
    const isFrame = typeof text === 'string' && text.length <= MAX_UP_CHARS;
    // A dashboard asks by commands, which are answered one by one elsewhere.
    if (!isFrame || this.place === 'dashboard') this.#onBadFrame();
    else if (this.#page) this.#hear(this.#page, text);
    else if (this.#held.length < MAX_HELD) this.#held.push(text);
    else this.#onBadFrame();
  }

  onTaken(): void {
    this.#peer.onTaken();
  }

  /** A finished frame of the app around the core; an overlay gets it only after its greeting. */
  sayAside(frame: Buffer): void {
    if (this.#greeted) this.#peer.trySend(frame);
  }

  /** A finished frame that a hidden page is to have too. */
  forceSend(frame: Buffer): void {
    this.#peer.forceSend(frame);
  }

  /** @param tell whether the page is still there to hear that the line is over. */
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
      // Told also: a navigation that comes to nothing leaves the page where it is.
      if (isMainFrame && !isSameDocument) this.end(true);
    };
    contents.on('destroyed', onGone);
    contents.on('render-process-gone', onGone);
    contents.on('did-start-navigation', onNavigation);
    this.#owned.add(
      toDisposable(() => {
        contents.off('destroyed', onGone);
        contents.off('render-process-gone', onGone);
        contents.off('did-start-navigation', onNavigation);
      }),
    );
  }

  #hear(page: OpenPage, text: string): void {
    this.#guard(() => {
      if (this.#greeted) {
        if (!page.onText(text)) this.#onBadFrame();
        return;
      }
      // The answer to the first frame is the greeting: also a hidden page is to have it.
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

  /** The contents may be gone between two events; then so is the line. */
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

/** Electron's `BrowserWindow`, as far as it says whether people can see it. */
export interface SeenWindow {
  isDestroyed(): boolean;
  isVisible(): boolean;
  isMinimized(): boolean;
  on(event: 'show', listener: () => void): unknown;
  on(event: 'hide', listener: () => void): unknown;
  on(event: 'minimize', listener: () => void): unknown;
  on(event: 'restore', listener: () => void): unknown;
  off(event: 'show', listener: () => void): unknown;
  off(event: 'hide', listener: () => void): unknown;
  off(event: 'minimize', listener: () => void): unknown;
  off(event: 'restore', listener: () => void): unknown;
}

/**
 * Visibility by the state of windows.
 *
 * @param windowOf such as `BrowserWindow.fromWebContents`; null: the contents have no window.
 */
export function windowVisibility(
  windowOf: (contents: PageContents) => SeenWindow | null,
): Visibility {
  const isShown = (window: SeenWindow | null): boolean =>
    window !== null && !window.isDestroyed() && window.isVisible() && !window.isMinimized();
  return {
    isShown: (contents) => isShown(windowOf(contents)),
    onShown(contents, listener) {
      const window = windowOf(contents);
      if (!window) return toDisposable(() => undefined);
      const look = (): void => listener(isShown(window));
      window.on('show', look);
      window.on('hide', look);
      window.on('minimize', look);
      window.on('restore', look);
      return toDisposable(() => {
        window.off('show', look);
        window.off('hide', look);
        window.off('minimize', look);
        window.off('restore', look);
      });
    },
  };
}
