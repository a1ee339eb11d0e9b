import { isJsonObject } from '../../shared/json.ts';
import { OVERLAY_SOCKET } from '../../shared/overlay/overlay-feed.ts';
import { type OverlayPreload, PRELOAD_NAME } from '../../shared/preload.ts';
import type { OpenFeedSocket } from './feed-client.ts';

/** With the page's key and port. */
export function feedAddress(page: string): string {
  const url = new URL(OVERLAY_SOCKET, page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  return url.href;
}

export function feedSockets(page: string): OpenFeedSocket {
  const address = feedAddress(page);
  return (events) => {
    const socket = new WebSocket(address);
    socket.addEventListener('open', events.opened);
    socket.addEventListener('message', (message) => events.received(message.data));
    socket.addEventListener('close', events.closed);
    return socket;
  };
}

/** The desktop app's overlay preload; null if the page is in OBS or a browser. */
export function overlayPreload(page: object): OverlayPreload | null {
  const found: unknown = Reflect.get(page, PRELOAD_NAME);
  return isJsonObject(found) && typeof found['connect'] === 'function'
    ? (found as unknown as OverlayPreload)
    : null;
}

/** With a socket's interface. */
export function preloadFeed(preload: OverlayPreload): OpenFeedSocket {
  return (events) => {
    let closed = false;
    const line = preload.connect({
      heard: (frames) => {
        for (const frame of frames) if (!closed) events.received(frame);
      },
      closed: () => {
        if (closed) return;
        closed = true;
        events.closed();
      },
    });
    // Deferred: it is open at once, but sockets call no handler before returning.
    queueMicrotask(() => {
      if (!closed) events.opened();
    });
    return {
      send: (text) => line.say(text),
      close: () => {
        closed = true;
        line.close();
      },
    };
  };
}
