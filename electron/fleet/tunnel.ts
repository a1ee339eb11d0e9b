import { Duplex } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { FrameOpener, FrameSealer } from './frame-seal.ts';

/** What one end may send before the other end has read it. */
const WINDOW_BYTES = 256 * 1024;
/** The other end is told of what was read once it is this much. */
const GRANT_BYTES = WINDOW_BYTES / 8;
/** Said at least so often; the other end is gone after three beats without a word. */
const BEAT_MS = 3_000;
const SILENT_BEATS = 3;

const FRAME = { data: 0, grant: 1, end: 2, reset: 3, beat: 4 } as const;

interface TunnelParts {
  /** Hands a frame to the other end. May throw: then the tunnel ends. */
  readonly send: (frame: Buffer) => void;
  readonly sealer: FrameSealer;
  readonly opener: FrameOpener;
  /** Of one frame. */
  readonly mostBytes: number;
  readonly clock: Clock;
}

/** A tunnel that did not end as both ends wanted: what was on the way is lost. */
export class TunnelError extends Error {
  constructor(reason: string) {
    super(`A tunnel ended: ${reason}`);
    this.name = 'TunnelError';
  }
}

/**
 * A connection carried in messages. Its bytes arrive complete and in order, or it ends with an
 * error. It never holds more than a window of what its reader has not taken.
 */
export class Tunnel extends Duplex {
  readonly #parts: TunnelParts;
  readonly #timers: NamedTimers;
  #maySend = WINDOW_BYTES;
  /** Since the other end was last told of what was taken. */
  #arrived = 0;
  #waiting: { rest: Buffer; readonly done: () => void } | null = null;
  #hasEnded = false;
  #heardEnd = false;
  #hasSpoken = false;
  #silentBeats = 0;

  constructor(parts: TunnelParts) {
    super();
    this.#parts = parts;
    this.#timers = new NamedTimers(parts.clock);
    this.#timers.set('beat', BEAT_MS, () => this.#beat());
  }

  /** A message of the other end. */
  receive(sealed: Uint8Array): void {
    if (this.destroyed) return;
    const frame = this.#parts.opener.open(sealed);
    if (!frame) {
      this.destroy(new TunnelError('a message was lost or is not of this tunnel'));
      return;
    }
    this.#silentBeats = 0;
    const body = frame.subarray(1);
    switch (frame[0]) {
      case FRAME.data:
        this.#arrived += body.length;
        this.push(body);
        break;
      case FRAME.grant:
        this.#maySend += body.readUInt32BE(0);
        this.#sendWaiting();
        break;
      case FRAME.end:
        this.#heardEnd = true;
        this.push(null);
        break;
      case FRAME.reset:
        this.destroy(new TunnelError('the other end is gone'));
        break;
      default:
        break;
    }
  }

  override _read(): void {
    const taken = this.#arrived - this.readableLength;
    if (taken < GRANT_BYTES) return;
    const granted = Buffer.alloc(4);
    granted.writeUInt32BE(taken);
    this.#arrived -= taken;
    this.#send(FRAME.grant, granted);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#waiting = { rest: chunk, done };
    this.#sendWaiting();
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _final(done: () => void): void {
    this.#hasEnded = true;
    this.#send(FRAME.end);
    done();
  }

  override _destroy(failure: Error | null, done: (failure: Error | null) => void): void {
    this.#timers.dispose();
    this.#waiting = null;
    if (failure || !this.#hasEnded || !this.#heardEnd) this.#send(FRAME.reset);
    done(failure);
  }

  #sendWaiting(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    while (waiting.rest.length > 0 && this.#maySend > 0 && !this.destroyed) {
      const part = waiting.rest.subarray(0, Math.min(this.#maySend, this.#parts.mostBytes));
      waiting.rest = waiting.rest.subarray(part.length);
      this.#maySend -= part.length;
      this.#send(FRAME.data, part);
    }
    if (waiting.rest.length > 0) return;
    this.#waiting = null;
    waiting.done();
  }

  #beat(): void {
    this.#silentBeats += 1;
    if (this.#silentBeats > SILENT_BEATS) {
      this.destroy(new TunnelError('the other end is silent'));
      return;
    }
    this.#timers.set('beat', BEAT_MS, () => this.#beat());
    if (!this.#hasSpoken) this.#send(FRAME.beat);
    this.#hasSpoken = false;
  }

  #send(type: number, body: Buffer = Buffer.alloc(0)): void {
    const { sealer, send } = this.#parts;
    this.#hasSpoken = true;
    try {
      send(sealer.seal(Buffer.concat([Buffer.of(type), body])));
    } catch {
      this.destroy(new TunnelError('NATS takes no more'));
    }
  }
}
