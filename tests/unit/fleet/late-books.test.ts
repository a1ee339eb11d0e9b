import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import type { Core } from '../../../electron/core.ts';
import { Books } from '../../../electron/fleet/books/books.ts';
import { WaitingEvents } from '../../../electron/fleet/books/waiting-events.ts';
import { leftFiles } from '../../../electron/fleet/books/waiting-file.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { donation, temporaryFolder } from '../storage/support.ts';
import { BooksWorld, CHANNEL, receive } from './books-world.ts';

/** Begins with a letter that folders are read by before that of `CHANNEL`. */
const OTHER = 'A';

/** A host that comes back: its disk has an event that the stream has not got, and another host has the channel. */
async function comeBack() {
  const world = new BooksWorld();
  const killed = world.host();
  await killed.takeOver();
  world.stream.way = 'cut';
  receive(killed, 1, { donationText: 'on its disk' });
  await killed.settle();
  killed.kill();
  world.stream.way = 'open';
  const next = world.host();
  await next.takeOver();
  onTestFinished(() => next.kill());
  const channelsDir = temporaryFolder();
  const folderOf = (channelId: string): string => join(channelsDir, keyOf(channelId));
  cpSync(killed.dataDir, folderOf(CHANNEL), { recursive: true });
  mkdirSync(folderOf(OTHER));
  const waitingDir = temporaryFolder();
  const books = new Books({
    ...killed.parts,
    channelsDir,
    waitingDir,
    makeKey: () => 'key',
    onTrouble: () => undefined,
  });
  onTestFinished(() => books.dispose());
  const isSent = (): boolean =>
    world.stream.stored.some(({ text }) => text.includes('on its disk'));
  /** Time passes, and what is on disks is read. */
  const look = async (): Promise<boolean> => {
    await world.clock.advance(1_000);
    return isSent();
  };
  const begin = (channelId: string, startCore: Parameters<Books['run']>[1]) => {
    const lease = { channelId, epoch: world.epoch + 10 };
    const dataDir = folderOf(channelId);
    const always = () => true;
    const place = { lease, dataDir, isProven: always, left: null, session: null, isTold: false };
    return books.run(place, startCore);
  };
  return { world, books, begin, look, waitingDir };
}

describe('what a host finds on its disk when it comes back', () => {
  it('is sent', async () => {
    const { books, look } = await comeBack();
    books.start();
    await expect.poll(look).toBe(true);
  });

  it('is sent while another channel starts and runs here', async () => {
    const { books, begin, look } = await comeBack();
    void begin(OTHER, () => new Promise(() => undefined));
    books.start();
    await expect.poll(look).toBe(true);
  });

  it('is sent later where its own channel starts here meanwhile, and cannot', async () => {
    const { world, books, begin, look } = await comeBack();
    const { stream } = world;
    const answer = Promise.withResolvers<number>();
    const last = stream.last.bind(stream);
    stream.last = () => answer.promise;
    const failing = begin(CHANNEL, () => new Promise(() => undefined));
    books.start();
    for (let turn = 0; turn < 20; turn += 1) expect(await look()).toBe(false);
    stream.last = last;
    answer.reject(new Error('timeout'));
    await expect(failing).rejects.toThrow('timeout');
    await expect.poll(look).toBe(true);
  });

  it('is also what came to a session that it had made ready, sent once the stream is there', async () => {
    const { world, books, waitingDir } = await comeBack();
    world.stream.way = 'cut';
    const parts = { ...world, waitingDir, makeKey: () => 'key', log: silentLogger };
    const killed = new WaitingEvents(parts, { channelId: CHANNEL, epoch: world.epoch, since: 1 });
    killed.add([donation(0, { donationText: 'came to a session' })]);
    killed.dispose();
    const isThere = (): boolean =>
      world.stream.stored.some(({ text }) => text.includes('came to a session'));
    books.start();
    await world.clock.advance(1_000);
    world.stream.way = 'open';
    const look = async (): Promise<boolean> => {
      await world.clock.advance(5_000);
      return isThere();
    };
    await expect.poll(look).toBe(true);
    await expect.poll(() => leftFiles(waitingDir)).toEqual([]);
  });
});

describe('a channel that runs here', () => {
  it('has soon what came to a session of another host, as that says so', async () => {
    const { world, books, begin } = await comeBack();
    const late: string[] = [];
    const nothing = { dispose: () => undefined };
    const core = {
      hub: {
        onBatch: () => nothing,
        onForgotten: () => nothing,
        handedOn: async () => undefined,
        receiveLate: (event: object) => late.push(JSON.stringify(event)),
      },
      reread: () => undefined,
      stop: async () => undefined,
    };
    books.start();
    const { stop } = await begin(CHANNEL, async () => core as unknown as Core);
    await world.clock.advance(30_000);
    const parts = { ...world, waitingDir: temporaryFolder(), makeKey: () => 'key' };
    const given = { channelId: CHANNEL, epoch: world.epoch, since: 1 };
    const session = new WaitingEvents({ ...parts, log: silentLogger }, given);
    session.add([donation(0, { donationText: 'came elsewhere' })]);
    await world.clock.advance(20_000);
    expect(late).toEqual([expect.stringContaining('came elsewhere')]);
    await Promise.all([stop(), world.clock.advance(1_000)]);
  });
});
