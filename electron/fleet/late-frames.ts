import type { Decoded, ValuedKind } from '../../shared/events.ts';
import type { Clock } from '../base/clock.ts';
import { isLoopbackAddress } from '../base/loopback.ts';
import { decodeFrame } from '../events/decode.ts';
import { createImagePolicy } from '../events/field-sanitizer.ts';
import { parseFrame } from '../platform/frames.ts';
import { contentOf } from '../session/overlap.ts';
import type { OpenSocket, Socket } from '../session/socket.ts';

interface LateFramesParts {
  /** Whether this host may act for the channel in this moment. */
  readonly isHeld: () => boolean;
  /** How much later than one socket another one brings a copy at most. */
  readonly lateMs: number;
  readonly clock: Clock;
}

/** Times in monotonic milliseconds. */
interface Source {
  readonly openedAt: number;
}

interface Brought {
  readonly source: Source;
  readonly text: string;
  readonly at: number;
  readonly isLate: boolean;
}

/**
 * What a channel's sockets still bring after its lease was lost, as where the process stood still: the core gets none
 * of it, for the next owner may have it too. It is kept for the books.
 */
export class LateFrames {
  readonly #parts: LateFramesParts;
  /** With what came a moment before: one socket may be late with a copy of what another one brought in time. */
  readonly #brought: Brought[] = [];
  readonly #reading = new Set<Promise<void>>();

  constructor(parts: LateFramesParts) {
    this.#parts = parts;
  }

  /** Opens as `open` does. A socket that is closed after the loss is read out first. */
  guard(open: OpenSocket): OpenSocket {
    const { isHeld, clock } = this.#parts;
    return (url, handlers) => {
      const source = { openedAt: clock.monotonic() };
      let isOver = false;
      let isReadOut = false;
      const ended = Promise.withResolvers<void>();
      const socket = open(url, {
        onOpen: () => {
          if (!isOver) handlers.onOpen();
        },
        onText: (text) => {
          const isLate = !isHeld();
          if (isOver && !isLate) return;
          this.#note(source, text, isLate);
          if (!isLate) handlers.onText(text);
        },
        onEnd: (how) => {
          ended.resolve();
          if (!isOver) handlers.onEnd(how);
        },
      });
      const endWith = (end: () => void) => () => {
        if (isReadOut) return;
        isReadOut = !isOver && !isHeld();
        isOver = true;
        if (isReadOut) this.#readOut(socket, ended.promise);
        else end();
      };
      return {
        send: (text) => socket.send(text),
        close: endWith(() => socket.close()),
        finish: endWith(() => socket.finish()),
        dispose: endWith(() => socket.dispose()),
      };
    };
  }

  /** Each event once, however many sockets brought it. Resolves when nothing comes any more. */
  async all(): Promise<readonly string[]> {
    await Promise.all(this.#reading);
    const copies = Map.groupBy(
      this.#brought,
      ({ text }) => contentOf(parseFrame(text))?.key ?? text,
    );
    return [...copies.values()]
      .flatMap(newOf)
      .toSorted((a, b) => a.at - b.at)
      .map(({ text }) => text);
  }

  #note(source: Source, text: string, isLate: boolean): void {
    const at = this.#parts.clock.monotonic();
    const since = at - this.#parts.lateMs;
    // Where the process stood still, what came before that is old, and counts.
    while (!isLate && (this.#brought[0]?.at ?? at) < since) this.#brought.shift();
    this.#brought.push({ source, text, at, isLate });
  }

  #readOut(socket: Socket, ended: Promise<void>): void {
    socket.finish();
    this.#reading.add(ended);
    void ended.finally(() => this.#reading.delete(ended));
  }
}

/** The late ones among equal events, as often as the socket has them that has more of them. */
function newOf(same: readonly Brought[]): readonly Brought[] {
  const late = same.filter(({ isLate }) => isLate);
  const counts = [...Map.groupBy(late, ({ source }) => source)].map(
    ([source, its]) => its.length - missingIn(same, source),
  );
  return late.slice(0, Math.max(0, ...counts));
}

/** How many others had in time since this one was opened, and it had not: what it brings late are copies of them. */
function missingIn(same: readonly Brought[], source: Source): number {
  const inTime = same.filter(({ isLate, at }) => !isLate && at >= source.openedAt);
  const counts = Map.groupBy(inTime, (each) => each.source);
  const most = Math.max(0, ...[...counts.values()].map(({ length }) => length));
  return most - (counts.get(source)?.length ?? 0);
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
