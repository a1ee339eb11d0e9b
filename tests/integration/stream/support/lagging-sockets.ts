import type { Clock } from '../../../../electron/base/clock.ts';
import type { OpenSocket } from '../../../../electron/session/socket.ts';

/** Simulated milliseconds; the connections take them in turn. */
const LAGS_MS = [0, 40, 300, 120];

/**
 * Connections of unequal speed: what comes on one is always as late as its turn of `LAGS_MS` says.
 * So while two of them are open, now the older, now the newer one is the first with an event; and
 * what is under way when the app closes one is lost.
 */
export function laggingSockets(open: OpenSocket, clock: Clock): OpenSocket {
  let opened = 0;
  return (url, handlers) => {
    const lagMs = LAGS_MS[opened % LAGS_MS.length] ?? 0;
    opened += 1;
    let isSilent = false;
    let isOpen = false;
    const later = (run: () => void): void => {
      clock.setTimeout(() => {
        if (!isSilent) run();
      }, lagMs);
    };
    let underWay: { readonly since: number; readonly texts: string[] } | null = null;
    const hold = (text: string): void => {
      // One timer for all that comes at one instant.
      if (underWay?.since === clock.monotonic()) {
        underWay.texts.push(text);
        return;
      }
      const batch = { since: clock.monotonic(), texts: [text] };
      underWay = batch;
      later(() => {
        if (underWay === batch) underWay = null;
        for (const held of batch.texts) if (!isSilent) handlers.onText(held);
      });
    };
    const socket = open(url, {
      onOpen() {
        isOpen = true;
        handlers.onOpen();
      },
      onText: lagMs === 0 ? (text) => handlers.onText(text) : hold,
      // Never before what came earlier; but no time passes before a handshake is over.
      onEnd: (end) => (isOpen ? later(() => handlers.onEnd(end)) : handlers.onEnd(end)),
    });
    const silence = (): void => {
      isSilent = true;
    };
    return {
      send: (text) => socket.send(text),
      close() {
        silence();
        socket.close();
      },
      finish: () => socket.finish(),
      dispose() {
        silence();
        socket.dispose();
      },
    };
  };
}

/** Tells of every text that comes in, before anybody else hears of it. */
export function tappedSockets(open: OpenSocket, hear: (text: string) => void): OpenSocket {
  return (url, handlers) =>
    open(url, {
      onOpen: () => handlers.onOpen(),
      onText(text) {
        hear(text);
        handlers.onText(text);
      },
      onEnd: (end) => handlers.onEnd(end),
    });
}
