import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { silentLogger } from '../../../electron/base/log.ts';
import { MAX_UNREAD_BYTES, Peer, Refusals } from '../../../electron/server/peer.ts';

/** A socket whose other end reads when the test says so. */
class SlowSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  closedWith: number | null = null;
  isTerminated = false;
  readonly sent: string[] = [];
  readonly #written: ((failure?: Error) => void)[] = [];

  send(bytes: Buffer, _options: object, written: (failure?: Error) => void): void {
    this.sent.push(String(bytes));
    this.#written.push(written);
  }

  /** The oldest frame has been read; so much is still waiting. */
  read(left: number, failure?: Error): void {
    this.bufferedAmount = left;
    this.#written.shift()?.(failure);
  }

  close(code: number): void {
    this.closedWith = code;
  }

  terminate(): void {
    this.readyState = 3;
    this.isTerminated = true;
  }
}

let socket: SlowSocket;
let peer: Peer;
let caughtUp: number;

beforeEach(() => {
  socket = new SlowSocket();
  caughtUp = 0;
  peer = new Peer(socket as unknown as WebSocket, new Refusals(silentLogger), silentLogger, {
    onText: () => true,
    onCaughtUp: () => {
      caughtUp += 1;
    },
    onClosed: () => {},
  });
});

const trySend = (text: string): boolean => peer.trySend(Buffer.from(text));

describe('a page that falls behind', () => {
  it('is fed up to the limit and not beyond', () => {
    socket.bufferedAmount = MAX_UNREAD_BYTES;
    expect(trySend('a')).toBe(true);
    socket.bufferedAmount = MAX_UNREAD_BYTES + 1;
    expect(trySend('b')).toBe(false);
    socket.bufferedAmount = MAX_UNREAD_BYTES;
    expect(trySend('c')).toBe(false);
    expect(socket.sent).toEqual(['a']);
  });

  it('gets nothing more until it has read almost everything', () => {
    trySend('a');
    trySend('b');
    socket.bufferedAmount = MAX_UNREAD_BYTES + 1;
    trySend('c');
    socket.read(1_000_000);
    expect(trySend('d')).toBe(false);
    expect(caughtUp).toBe(0);
    socket.read(0);
    expect(caughtUp).toBe(1);
    expect(trySend('e')).toBe(true);
    expect(socket.sent).toEqual(['a', 'b', 'e']);
  });

  it('still gets its answers', () => {
    socket.bufferedAmount = MAX_UNREAD_BYTES + 1;
    trySend('a');
    peer.forceSend(Buffer.from('answer'));
    expect(socket.sent).toEqual(['answer']);
  });

  it('is gone when it leaves more than 8 MiB of answers unread', () => {
    socket.bufferedAmount = 8_388_608;
    peer.forceSend(Buffer.from('a'));
    expect(socket.isTerminated).toBe(false);
    socket.bufferedAmount = 8_388_609;
    peer.forceSend(Buffer.from('b'));
    expect(socket.isTerminated).toBe(true);
    peer.forceSend(Buffer.from('c'));
    expect(socket.sent).toEqual(['a']);
  });

  it('is gone too when it asks for signs of life and leaves them unread', () => {
    socket.bufferedAmount = 8_388_609;
    socket.emit('ping');
    expect(socket.isTerminated).toBe(true);
  });

  it('is not told that it caught up when its socket broke', () => {
    trySend('a');
    socket.bufferedAmount = MAX_UNREAD_BYTES + 1;
    trySend('b');
    socket.read(0, new Error('gone'));
    expect(caughtUp).toBe(0);
  });
});

describe('a socket that is closing', () => {
  it('takes nothing and says nothing', () => {
    socket.readyState = 2;
    expect(trySend('a')).toBe(false);
    peer.forceSend(Buffer.from('b'));
    socket.emit('message', Buffer.from('text'), true);
    expect(socket.sent).toEqual([]);
    expect(socket.closedWith).toBeNull();
  });
});

it('a mistake of ours ends the connection with 1011', () => {
  peer.guard(() => {
    throw new Error('our mistake');
  });
  expect(socket.closedWith).toBe(1011);
});
