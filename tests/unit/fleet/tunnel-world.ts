import type { Clock } from '../../../electron/base/clock.ts';
import { FrameOpener, FrameSealer, frameKey } from '../../../electron/fleet/frame-seal.ts';
import { Tunnel } from '../../../electron/fleet/tunnel.ts';

const SECRETS = { page: 'secret of the page', owner: 'secret of the owner' };

/** What becomes of a message on its way. */
export type Fate = (message: Buffer) => readonly Buffer[];

const arrives: Fate = (message) => [message];

/** Two ends of a tunnel; messages come in later turns, in their order. */
export class TunnelPair {
  fate: Fate = arrives;
  /** NATS takes nothing. */
  isFull = false;
  readonly page: Tunnel;
  readonly owner: Tunnel;
  /** Bytes of all messages that are on their way. */
  onTheWay = 0;
  mostOnTheWay = 0;

  constructor(clock: Clock, mostBytes = 1_000) {
    const ends = { page: null as Tunnel | null, owner: null as Tunnel | null };
    const tunnel = (end: 'page' | 'owner', other: 'page' | 'owner') =>
      new Tunnel({
        sealer: new FrameSealer(frameKey(SECRETS, end)),
        opener: new FrameOpener(frameKey(SECRETS, other)),
        mostBytes,
        clock,
        send: (frame) => {
          if (this.isFull || frame.length > mostBytes + 100) throw new Error('max payload');
          this.onTheWay += frame.length;
          this.mostOnTheWay = Math.max(this.mostOnTheWay, this.onTheWay);
          setImmediate(() => {
            this.onTheWay -= frame.length;
            for (const message of this.fate(frame)) ends[other]?.receive(message);
          });
        },
      });
    this.page = ends.page = tunnel('page', 'owner');
    this.owner = ends.owner = tunnel('owner', 'page');
  }
}

/** How an end came to its end: all bytes, and whether the other said that there are no more. */
export function readAll(
  tunnel: Tunnel,
  slow = false,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const parts: Buffer[] = [];
  return new Promise((resolve) => {
    let isWhole = false;
    tunnel.on('end', () => {
      isWhole = true;
    });
    tunnel.on('error', () => undefined);
    tunnel.on('close', () => resolve({ bytes: Buffer.concat(parts), isWhole }));
    tunnel.on('data', (part: Buffer) => {
      parts.push(part);
      if (!slow) return;
      tunnel.pause();
      setImmediate(() => setImmediate(() => tunnel.resume()));
    });
  });
}
