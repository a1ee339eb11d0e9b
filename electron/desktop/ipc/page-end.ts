import { CHANNELS, type ConnectionHandlers, type PageConnection } from '../../../shared/preload.ts';

/**
 * To main: the page has taken one batch of frames. What carries IPC says nothing of its own about
 * how far a page has read; this is how the main process knows when to stop sending.
 */
export const TAKEN_CHANNEL = 'stagelight:taken';

export interface PageIpc {
  send(channel: string, ...args: unknown[]): void;
  on(channel: string, listener: (event: unknown, ...args: unknown[]) => void): unknown;
}

interface OpenLine {
  readonly number: number;
  readonly handlers: ConnectionHandlers;
}

/**
 * The page's end of its line, for the preloads: both bundle it, so it may import only what a
 * sandboxed preload can carry.
 *
 * @param firstNumber lines are counted from here; different on every load of the page, so that what
 * was meant for the page before the load is not taken for its own.
 */
export function createConnect(
  ipc: PageIpc,
  firstNumber: number,
): (handlers: ConnectionHandlers) => PageConnection {
  let last = firstNumber;
  let open: OpenLine | null = null;

  ipc.on(CHANNELS.frames, (_event, number, frames) => {
    const line = open;
    if (line === null || line.number !== number) return;
    try {
      if (Array.isArray(frames)) line.handlers.heard(frames.filter(isText));
    } finally {
      ipc.send(TAKEN_CHANNEL, line.number);
    }
  });
  ipc.on(CHANNELS.closed, (_event, number) => {
    const line = open;
    if (line === null || line.number !== number) return;
    open = null;
    line.handlers.closed();
  });

  return (handlers) => {
    assertHandlers(handlers);
    last += 1;
    const line: OpenLine = {
      number: last,
      // Taken now: what the page does with its object afterwards changes nothing.
      handlers: { heard: handlers.heard, closed: handlers.closed },
    };
    open = line;
    ipc.send(CHANNELS.connect, line.number);
    return Object.freeze({
      say(frame: string) {
        if (typeof frame !== 'string') throw new TypeError('A frame is a text');
        if (open === line) ipc.send(CHANNELS.say, line.number, frame);
      },
      close() {
        if (open !== line) return;
        open = null;
        ipc.send(CHANNELS.close, line.number);
      },
    });
  };
}

/** A number to count lines from, of the browser's own randomness. */
export function randomLineNumber(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

function assertHandlers(handlers: unknown): asserts handlers is ConnectionHandlers {
  const given: Partial<ConnectionHandlers> =
    typeof handlers === 'object' && handlers !== null ? handlers : {};
  if (typeof given.heard !== 'function' || typeof given.closed !== 'function') {
    throw new TypeError('connect takes an object with heard() and closed()');
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
