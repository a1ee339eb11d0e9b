import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { OscPeer } from '../../../shared/contract/osc.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { OscPortError, OscPortTakenError } from './osc-errors.ts';

/** A larger packet is no command. */
export const PACKET_MOST_BYTES = 4_096;
/** Packets that are read in a second; more are counted and dropped unread. */
export const PACKETS_A_SECOND = 200;

/** Why a packet was dropped before anybody read it. */
export type Dropped = 'strangers' | 'unreadable' | 'tooMany';

export interface OscSocketParts {
  readonly port: number;
  readonly peers: readonly OscPeer[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly onPacket: (bytes: Buffer) => void;
  readonly onDropped: (why: Dropped, from: string) => void;
}

/** One port for both directions, so that what comes from it is known as our own. */
export class OscSocket {
  readonly #parts: OscSocketParts;
  readonly #socket: Socket;
  readonly #named: ReadonlySet<string>;
  readonly #own = new Set(ownAddresses());
  #second = Number.NEGATIVE_INFINITY;
  #packets = 0;
  #closed: Promise<void> | null = null;

  private constructor(parts: OscSocketParts) {
    this.#parts = parts;
    this.#named = new Set(parts.peers.map(({ host }) => host));
    this.#socket = createSocket({ type: 'udp4' });
    this.#socket.on('message', (bytes, from) => this.#take(bytes, from));
  }

  /** Listens on this computer only, unless a peer is elsewhere. Throws where the port cannot be had. */
  static async open(parts: OscSocketParts): Promise<OscSocket> {
    const opened = new OscSocket(parts);
    await opened.#bind();
    return opened;
  }

  get address(): string {
    const { address, port } = this.#socket.address();
    return `${address}:${port}`;
  }

  /** What is lost on the way stays lost: that is how UDP is. */
  send(bytes: Buffer, { host, port }: OscPeer): void {
    if (port === null || this.#closed) return;
    this.#socket.send(bytes, port, host, (failure) => {
      if (failure) this.#parts.log.debug('an OSC packet could not be sent', { host, failure });
    });
  }

  dispose(): Promise<void> {
    this.#closed ??= new Promise((resolve) => this.#socket.close(() => resolve()));
    return this.#closed;
  }

  #bind(): Promise<void> {
    const { port, peers, log } = this.#parts;
    const isWide = peers.some(({ host }) => !isLoopback(host));
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      const onError = (failure: NodeJS.ErrnoException): void => {
        const isTaken = failure.code === 'EADDRINUSE';
        reject(isTaken ? new OscPortTakenError(port, failure) : new OscPortError(port, failure));
      };
      socket.once('error', onError);
      socket.bind({ port, address: isWide ? '0.0.0.0' : '127.0.0.1' }, () => {
        socket.off('error', onError);
        socket.on('error', (failure) => log.warn('The OSC port had a problem', { failure }));
        resolve();
      });
    });
  }

  #take(bytes: Buffer, { address, port }: RemoteInfo): void {
    const { onPacket, onDropped } = this.#parts;
    // Our own words, sent back by a peer's address that leads here.
    if (port === this.#parts.port && this.#own.has(address)) return;
    if (!isLoopback(address) && !this.#named.has(address)) onDropped('strangers', address);
    else if (this.#isOverPace()) onDropped('tooMany', address);
    else if (bytes.length > PACKET_MOST_BYTES) onDropped('unreadable', address);
    else onPacket(bytes);
  }

  #isOverPace(): boolean {
    const second = Math.floor(this.#parts.clock.monotonic() / 1_000);
    if (second !== this.#second) this.#packets = 0;
    this.#second = second;
    this.#packets += 1;
    return this.#packets > PACKETS_A_SECOND;
  }
}

/** Whether what is sent there would arrive at our own port. */
export function leadsBack({ host, port }: OscPeer, ownPort: number): boolean {
  return port === ownPort && (isLoopback(host) || ownAddresses().includes(host));
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.');
}

function ownAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return ['127.0.0.1', ...all.map(({ address }) => address)];
}
