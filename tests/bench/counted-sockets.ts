import type { OpenSocket } from '../../electron/session/socket.ts';

/** Opens sockets and knows which of them wait for the answer to a PING. */
export interface CountedSockets {
  readonly open: OpenSocket;
  /** PINGs that are still under way, or their answers. */
  readonly unanswered: () => number;
}

/** `hear`: told of every text that comes in, before anybody else. */
export function countedSockets(inner: OpenSocket, hear: (text: string) => void): CountedSockets {
  const waiting = new Set<object>();
  const open: OpenSocket = (url, handlers) => {
    const mark = {};
    const socket = inner(url, {
      onOpen: () => handlers.onOpen(),
      onText(text) {
        if (text.includes('"PONG"')) waiting.delete(mark);
        hear(text);
        handlers.onText(text);
      },
      onEnd(end) {
        waiting.delete(mark);
        handlers.onEnd(end);
      },
    });
    return {
      // A client sends nothing but PINGs (specification, "Delivery").
      send(text) {
        waiting.add(mark);
        socket.send(text);
      },
      close() {
        waiting.delete(mark);
        socket.close();
      },
      finish() {
        waiting.delete(mark);
        socket.finish();
      },
      dispose() {
        waiting.delete(mark);
        socket.dispose();
      },
    };
  };
  return { open, unanswered: () => waiting.size };
}
