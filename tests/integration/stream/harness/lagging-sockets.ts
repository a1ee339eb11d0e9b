import type { OpenSocket } from '../../../../electron/session/socket.ts';

/**
 * Connections of unequal speed: what comes on every second one takes a turn of the event loop longer.
 * So while two of them are open, it is now the older, now the newer one that is the first with an
 * event.
 */
export function laggingSockets(open: OpenSocket): OpenSocket {
  let opened = 0;
  return (url, handlers) => {
    opened += 1;
    if (opened % 2 === 1) return open(url, handlers);
    let isSilent = false;
    let gathering: string[] | null = null;
    const hold = (text: string): void => {
      if (gathering) {
        gathering.push(text);
        return;
      }
      const batch = [text];
      gathering = batch;
      setImmediate(() => {
        gathering = null;
        for (const held of batch) if (!isSilent) handlers.onText(held);
      });
    };
    const socket = open(url, {
      onOpen: () => handlers.onOpen(),
      onText: hold,
      // Never before what came earlier.
      onEnd: (end) => setImmediate(() => !isSilent && handlers.onEnd(end)),
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
