import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

export interface WireListener {
  /** A message of the client; null: it was not text. */
  onMessage(text: string | null): void;
  /** The line is gone, whoever ended it. Called once. */
  onClosed(): void;
}

/** The server's end of one open line, as much of it as a connection needs. */
export interface Wire {
  /** False from the first word of an end on. */
  readonly isOpen: boolean;
  /** What waits to be sent because the client does not read, in bytes. */
  readonly bufferedBytes: number;
  send(frame: string | Uint8Array): void;
  /** Says goodbye with a close frame. */
  close(code: number, reason: string): void;
  /** Ends the line at once, without a close frame. */
  terminate(): void;
  /** As `terminate`, by a TCP reset. */
  reset(): void;
  /** Reads nothing more until `resume`. */
  pause(): void;
  resume(): void;
  listen(listener: WireListener): void;
}

/** A WebSocket over TCP. */
export function tcpWire(webSocket: WebSocket, socket: Socket): Wire {
  return {
    get isOpen() {
      return webSocket.readyState === webSocket.OPEN;
    },
    get bufferedBytes() {
      return webSocket.bufferedAmount;
    },
    send: (frame) => webSocket.send(frame),
    close: (code, reason) => webSocket.close(code, reason),
    terminate: () => webSocket.terminate(),
    reset: () => {
      socket.resetAndDestroy();
    },
    pause: () => webSocket.pause(),
    resume: () => webSocket.resume(),
    listen({ onMessage, onClosed }) {
      webSocket.on('message', (data, isBinary) => onMessage(isBinary ? null : data.toString()));
      webSocket.on('close', onClosed);
      // A reset line, an oversized or invalid frame: `close` follows by itself.
      webSocket.on('error', () => undefined);
    },
  };
}
