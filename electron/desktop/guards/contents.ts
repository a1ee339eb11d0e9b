import type { WebContents } from 'electron';

/** A navigation that a page has begun and that can still be prevented. */
export interface PageNavigation {
  readonly url: string;
  readonly isMainFrame: boolean;
  preventDefault(): void;
}

export interface GuardedContents extends Pick<WebContents, 'getURL' | 'setWindowOpenHandler'> {
  on(event: 'will-navigate', listener: (details: PageNavigation) => void): unknown;
  on(event: 'will-redirect', listener: (details: PageNavigation) => void): unknown;
  on(event: 'will-frame-navigate', listener: (details: PageNavigation) => void): unknown;
  on(event: 'will-attach-webview', listener: (event: { preventDefault(): void }) => void): unknown;
}

export interface GuardOptions {
  /** Whether a page that is at `from` may itself go to `to`. */
  readonly mayGo: (from: string, to: string) => boolean;
}

/**
 * Keeps a page where it is: it can load itself anew and go nowhere else, opens no window, attaches
 * no webview, and no frame in it goes anywhere.
 */
export function guardContents(contents: GuardedContents, options: GuardOptions): void {
  const judge = (details: PageNavigation): void => {
    if (!details.isMainFrame || !options.mayGo(contents.getURL(), details.url)) {
      details.preventDefault();
    }
  };
  contents.on('will-navigate', judge);
  contents.on('will-redirect', judge);
  contents.on('will-frame-navigate', judge);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
