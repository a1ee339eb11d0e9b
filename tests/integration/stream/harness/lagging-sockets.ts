import type { OpenSocket } from '../../../../electron/session/socket.ts';

function afterTurns(turns: number, run: () => void): void {
  setImmediate(() => (turns <= 1 ? run() : afterTurns(turns - 1, run)));
}

/**
 * Connections of unequal speed: what comes on the first takes no longer, on the second one turn of
 * the event loop longer, on the third two, then from the beginning. So while two of them are open,
 * now the older, now the newer one is the first with an event.
 */
export function laggingSockets(open: OpenSocket, slowest = 2): OpenSocket {
  let opened = 0;
  return (url, handlers) => {
    const turns = opened % (slowest + 1);
    opened += 1;
    if (turns === 0) return open(url, handlers);
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
      });
      afterTurns(turns, () => {
        for (const held of batch) if (!isSilent) handlers.onText(held);
      });
    };
    const socket = open(url, {
      onOpen: () => handlers.onOpen(),
      onText: hold,
      // Never before what came earlier.
      onEnd: (end) => afterTurns(turns, () => !isSilent && handlers.onEnd(end)),
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
