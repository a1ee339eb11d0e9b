import type { Disposable } from '../../base/disposables.ts';
import type { AppPlace } from '../app-scheme.ts';

export interface PageContents {
  readonly id: number;
  send(channel: string, ...args: unknown[]): void;
  isDestroyed(): boolean;
  on(event: 'destroyed' | 'render-process-gone', listener: () => void): unknown;
  on(event: 'did-start-navigation', listener: (details: NavigationStart) => void): unknown;
  off(event: 'destroyed' | 'render-process-gone', listener: () => void): unknown;
  off(event: 'did-start-navigation', listener: (details: NavigationStart) => void): unknown;
}

export interface NavigationStart {
  readonly isMainFrame: boolean;
  readonly isSameDocument: boolean;
}

/** Electron's `WebFrameMain`, as far as it says who speaks. */
export interface SenderFrame {
  readonly url: string;
  readonly detached: boolean;
  /** null: the frame is the page itself. */
  readonly parent: object | null;
}

/** Electron's `IpcMainEvent` and `IpcMainInvokeEvent`, as far as we look at them. */
export interface SenderEvent {
  readonly sender: PageContents;
  /** null when the frame is gone or elsewhere by the time it is asked for. */
  readonly senderFrame: SenderFrame | null;
}

export type ChannelListener = (event: SenderEvent, ...args: unknown[]) => void;
export type ChannelHandler = (event: SenderEvent, ...args: unknown[]) => Promise<unknown>;

export interface MainIpc {
  on(channel: string, listener: ChannelListener): unknown;
  off(channel: string, listener: ChannelListener): unknown;
  handle(channel: string, listener: ChannelHandler): void;
  removeHandler(channel: string): void;
}

/** Which of our pages speaks; null: none of them (a frame in one, another address, a stranger). */
export type PlaceOf = (event: SenderEvent) => AppPlace | null;

export interface Visibility {
  isShown(contents: PageContents): boolean;
  onShown(contents: PageContents, listener: (shown: boolean) => void): Disposable;
}
