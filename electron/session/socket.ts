import { WebSocket } from 'ws';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';

/** How a connection ended. */
export type SocketEnd =
  /** It had been open; 1006 when no close frame came. */
  | { readonly type: 'closed'; readonly code: number; readonly reason: string }
  /** The server answered the upgrade with this HTTP status. */
  | { readonly type: 'refused'; readonly status: number }
  /** It never opened: no network, wrong address, reset. */
  | { readonly type: 'unreachable'; readonly detail: string };

export interface SocketHandlers {
  onOpen(): void;
  onText(text: string): void;
  /** Called exactly once, unless the socket was disposed first. */
  onEnd(end: SocketEnd): void;
}

/** One WebSocket. Disposing it ends the connection at once and silences its handlers. */
export interface Socket extends Disposable {
  send(text: string): void;
  /** Says goodbye with a close frame; handlers are silent from now on. */
  close(): void;
}

export type OpenSocket = (url: string, handlers: SocketHandlers) => Socket;

/** Larger frames than this are not from this platform; the connection is ended (code 1009). */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** How long a server may take to answer our close frame before the line is cut. */
const GOODBYE_MS = 1_000;

/** A standard WebSocket (RFC 6455) without sub-protocol or extension, as the specification asks. */
export function socketOpener(clock: Clock): OpenSocket {
  return (url, handlers) => openWebSocket(clock, url, handlers);
}

function openWebSocket(clock: Clock, url: string, handlers: SocketHandlers): Socket {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: MAX_FRAME_BYTES,
  });
  let silent = false;
  let failure = 'connection failed';
  let opened = false;
  const end = (how: SocketEnd): void => {
    if (silent) return;
    silent = true;
    handlers.onEnd(how);
  };
  socket.on('open', () => {
    opened = true;
    if (!silent) handlers.onOpen();
  });
  socket.on('message', (data, isBinary) => {
    if (!silent && !isBinary) handlers.onText(data.toString());
  });
  socket.on('unexpected-response', (request, response) => {
    response.resume();
    request.destroy();
    end({ type: 'refused', status: response.statusCode ?? 0 });
  });
  // Without this listener a network failure would end the process; 'close' follows it.
  socket.on('error', (error) => {
    failure = error.message;
  });
  socket.on('close', (code, reason) => {
    if (opened) end({ type: 'closed', code, reason: reason.toString() });
    else end({ type: 'unreachable', detail: failure });
  });
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      silent = true;
      const cut = clock.setTimeout(() => socket.terminate(), GOODBYE_MS);
      socket.once('close', () => cut.dispose());
      socket.close(1000);
    },
    dispose() {
      silent = true;
      socket.terminate();
    },
  };
}
