import type { Decoded, ValuedKind } from '../../shared/events.ts';
import { type Clock, delay } from '../base/clock.ts';
import { isLoopbackAddress } from '../base/loopback.ts';
import { decodeFrame } from '../events/decode.ts';
import { createImagePolicy } from '../events/field-sanitizer.ts';
import { parseFrame } from '../platform/frames.ts';
import type { OpenSocket } from '../session/socket.ts';

/** What waits in a socket is read within this. */
const READ_OUT_MS = 1_000;

interface LateFramesParts {
  /** Whether this host may act for the channel in this moment. */
  readonly isHeld: () => boolean;
  readonly clock: Clock;
}

/**
 * What a channel's sockets still bring after its lease was lost, as where the process stood still: the core gets none
 * of it, for the next owner may have it too. It is kept for the books.
 */
export class LateFrames {
  readonly #parts: LateFramesParts;
  readonly #texts: string[] = [];
  readonly #reading = new Set<Promise<void>>();

  constructor(parts: LateFramesParts) {
    this.#parts = parts;
  }

  /** Opens as `open` does. A socket that is closed after the loss is read out first. */
  guard(open: OpenSocket): OpenSocket {
    const { isHeld } = this.#parts;
    return (url, handlers) => {
      let isOver = false;
      const socket = open(url, {
        onOpen: () => !isOver && handlers.onOpen(),
        onText: (text) => {
          if (!isHeld()) this.#texts.push(text);
          else if (!isOver) handlers.onText(text);
        },
        onEnd: (how) => !isOver && handlers.onEnd(how),
      });
      const endWith = (end: () => void) => () => {
        isOver = true;
        if (isHeld()) end();
        else this.#readOut(end);
      };
      return {
        send: (text) => socket.send(text),
        close: endWith(() => socket.close()),
        dispose: endWith(() => socket.dispose()),
      };
    };
  }

  /** Resolves when nothing comes any more. */
  async all(): Promise<readonly string[]> {
    await Promise.all(this.#reading);
    return this.#texts;
  }

  #readOut(end: () => void): void {
    const reading = delay(this.#parts.clock, READ_OUT_MS).then(end);
    this.#reading.add(reading);
    void reading.finally(() => this.#reading.delete(reading));
  }
}

/** Those of them that have a value. */
export function valuedEventsIn(
  texts: readonly string[],
  baseUrl: string,
): readonly Decoded<ValuedKind>[] {
  const images = createImagePolicy({ allowLoopbackHttp: isLoopbackAddress(baseUrl) });
  return texts.flatMap((text) => {
    const frame = parseFrame(text);
    const read = frame.type === 'event' ? decodeFrame(frame, images) : null;
    return read?.type === 'event' && read.decoded.kind !== 'CHAT' ? [read.decoded] : [];
  });
}
