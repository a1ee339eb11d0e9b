import { describe, expect, it } from 'vitest';
import { LateFrames } from '../../../electron/fleet/late-frames.ts';
import type { OpenSocket } from '../../../electron/session/socket.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const COPY_MS = 5_000;
const ANSWER_MS = 300;

/** The sockets of one channel, whose lease is lost at some moment. */
class Sockets {
  readonly clock = new VirtualClock();
  /** What the core got. */
  readonly inTime: string[] = [];
  isHeld = true;
  readonly #late = new LateFrames({
    isHeld: () => this.isHeld,
    lateMs: COPY_MS,
    clock: this.clock,
  });

  /** `isOpen`: else it has not been answered yet. */
  open(isOpen = true) {
    let bring: (text: string) => void = () => undefined;
    const state = { isClosed: false, isFinished: false };
    const close = (): void => {
      state.isClosed = true;
    };
    const opens: OpenSocket = (_, { onOpen, onText, onEnd }) => {
      bring = onText;
      if (isOpen) queueMicrotask(onOpen);
      const finish = (): void => {
        state.isFinished = true;
        this.clock.setTimeout(() => onEnd({ type: 'closed', code: 1000, reason: '' }), ANSWER_MS);
      };
      return { send: () => undefined, close, finish, dispose: close };
    };
    const handlers = {
      onOpen: () => undefined,
      onText: (text: string) => this.inTime.push(text),
      onEnd: () => undefined,
    };
    const socket = this.#late.guard(opens)('wss://platform', handlers);
    return {
      brings: (words: string) =>
        bring(JSON.stringify({ event: 'DONATION', data: { donationText: words } })),
      bringsText: (text: string) => bring(text),
      close: () => socket.close(),
      state,
    };
  }

  async late(): Promise<readonly unknown[]> {
    const all = this.#late.all();
    await this.clock.advance(1_000);
    return (await all).map((text) => JSON.parse(text).data.donationText);
  }
}

describe('what sockets bring after the lease was lost', () => {
  it('is kept in order, also while they are read out', async () => {
    const sockets = new Sockets();
    const only = sockets.open();
    only.brings('in time');
    sockets.isHeld = false;
    only.brings('first');
    only.close();
    only.brings('second');
    expect(await sockets.late()).toEqual(['first', 'second']);
    expect(sockets.inTime).toHaveLength(1);
  });

  it('is waited for until the platform has closed the connection', async () => {
    const sockets = new Sockets();
    const only = sockets.open();
    await sockets.clock.advance(10);
    sockets.isHeld = false;
    only.close();
    sockets.clock.setTimeout(() => only.brings('last'), ANSWER_MS - 1);
    expect(await sockets.late()).toEqual(['last']);
    expect(only.state).toEqual({ isClosed: false, isFinished: true });
  });

  it('is nothing where the connection has ended before', async () => {
    const sockets = new Sockets();
    const only = sockets.open();
    await sockets.clock.advance(10);
    sockets.isHeld = false;
    only.close();
    only.close();
    await sockets.clock.advance(ANSWER_MS);
    only.close();
    expect(await sockets.late()).toEqual([]);
    expect(only.state).toEqual({ isClosed: false, isFinished: true });
  });

  it('is waited for where a socket has asked to be opened, and is in nobody’s way then', async () => {
    const sockets = new Sockets();
    const only = sockets.open(false);
    sockets.isHeld = false;
    only.close();
    only.brings('behind the answer');
    expect(await sockets.late()).toEqual(['behind the answer']);
    expect(only.state).toEqual({ isClosed: false, isFinished: true });
  });

  it('is not waited for where the socket was closed before the loss, and is closed again', async () => {
    const sockets = new Sockets();
    const only = sockets.open();
    only.close();
    sockets.isHeld = false;
    only.close();
    expect(await sockets.late()).toEqual([]);
    expect(only.state).toEqual({ isClosed: true, isFinished: false });
  });

  it('is nothing of a socket that was closed before', async () => {
    const sockets = new Sockets();
    const only = sockets.open();
    only.close();
    only.brings('nobody wants it');
    sockets.isHeld = false;
    expect(await sockets.late()).toEqual([]);
    expect(sockets.inTime).toEqual([]);
  });

  it('is there once where two sockets bring it', async () => {
    const sockets = new Sockets();
    const [old, next] = [sockets.open(), sockets.open()];
    sockets.isHeld = false;
    old.brings('to both');
    next.brings('to both');
    next.brings('to one');
    expect(await sockets.late()).toEqual(['to both', 'to one']);
  });

  it('is there as often as it was given', async () => {
    const sockets = new Sockets();
    const [old, next] = [sockets.open(), sockets.open()];
    sockets.isHeld = false;
    for (const socket of [old, next, old]) socket.brings('again');
    expect(await sockets.late()).toEqual(['again', 'again']);
  });

  it('is no copy of what another socket brought in time', async () => {
    const sockets = new Sockets();
    const [old, next] = [sockets.open(), sockets.open()];
    old.brings('to both');
    await sockets.clock.advance(COPY_MS - 1);
    sockets.isHeld = false;
    next.brings('to both');
    old.brings('new');
    expect(await sockets.late()).toEqual(['new']);
  });

  it('is a copy for as long as one can be late, and not a moment longer', async () => {
    const sockets = new Sockets();
    const [old, next] = [sockets.open(), sockets.open()];
    old.brings('early');
    await sockets.clock.advance(1);
    old.brings('to both');
    await sockets.clock.advance(COPY_MS);
    old.brings('other');
    sockets.isHeld = false;
    next.brings('early');
    next.brings('to both');
    expect(await sockets.late()).toEqual(['early']);
  });

  it('is kept as it came where it is no event', async () => {
    const sockets = new Sockets();
    const [old, next] = [sockets.open(), sockets.open()];
    sockets.isHeld = false;
    const [one, other] = ['one', 'other'].map((words) =>
      JSON.stringify({ data: { donationText: words } }),
    );
    old.bringsText(`${one}`);
    next.bringsText(`${other}`);
    expect(await sockets.late()).toEqual(['one', 'other']);
  });

  it('is no copy either where the process stood still in between', async () => {
    const sockets = new Sockets();
    const [old, next] = [sockets.open(), sockets.open()];
    old.brings('to both');
    await sockets.clock.advance(60_000);
    sockets.isHeld = false;
    next.brings('to both');
    expect(await sockets.late()).toEqual([]);
  });

  it('is new where both had an equal one in time', async () => {
    const sockets = new Sockets();
    const [old, next] = [sockets.open(), sockets.open()];
    for (const socket of [old, next]) socket.brings('again');
    sockets.isHeld = false;
    old.brings('again');
    expect(await sockets.late()).toEqual(['again']);
  });

  it('is new where the same socket brought an equal one in time', async () => {
    const sockets = new Sockets();
    const only = sockets.open();
    only.brings('again');
    sockets.isHeld = false;
    only.brings('again');
    expect(await sockets.late()).toEqual(['again']);
  });

  it('is new where an equal one came before its socket was opened', async () => {
    const sockets = new Sockets();
    const old = sockets.open();
    old.brings('again');
    await sockets.clock.advance(1);
    const next = sockets.open();
    sockets.isHeld = false;
    next.brings('again');
    expect(await sockets.late()).toEqual(['again']);
  });

  it('is new where an equal one came long before', async () => {
    const sockets = new Sockets();
    const [old, next] = [sockets.open(), sockets.open()];
    old.brings('again');
    await sockets.clock.advance(COPY_MS + 1);
    old.brings('other');
    sockets.isHeld = false;
    next.brings('again');
    expect(await sockets.late()).toEqual(['again']);
  });
});
