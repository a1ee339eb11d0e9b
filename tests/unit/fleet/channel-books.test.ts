import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type ChannelPlace,
  ledgerIn,
  prepareBooks,
} from '../../../electron/fleet/books/channel-books.ts';
import { NUMBER_BLOCK } from '../../../electron/fleet/books/channel-marks.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { type BooksHost, BooksWorld, CHANNEL, receive } from './books-world.ts';

const NUMBERS = `numbers.${keyOf(CHANNEL)}`;

async function owner() {
  const world = new BooksWorld();
  const host = world.host();
  await host.takeOver();
  onTestFinished(() => host.kill());
  const next = async () => JSON.parse((await world.bucket.get(NUMBERS))?.string() ?? '{}').next;
  return { world, host, next };
}

/** A host was killed with one event that it had not brought into the stream; another one has the channel. */
async function ownerAfterKill() {
  const { world, host: killed } = await owner();
  world.stream.way = 'cut';
  receive(killed, 1);
  await killed.settle();
  killed.kill();
  world.stream.way = 'open';
  const present = world.host();
  await present.takeOver();
  return { world, killed, present };
}

const kinds = ({ stream }: BooksWorld) => stream.stored.map(({ kind }) => kind);
const notOwner = { problem: { code: 'fleet-not-owner' } };

/** As with a claim, where `isProven` says whether the lease is proved in that moment. */
function prepare(world: BooksWorld, host: BooksHost, isProven: () => boolean): Promise<void> {
  world.epoch += 10;
  const place: ChannelPlace = {
    lease: { channelId: CHANNEL, epoch: world.epoch },
    dataDir: host.dataDir,
    isProven,
    left: null,
    session: null,
    isTold: false,
  };
  return prepareBooks(host.parts, place);
}

describe('books that a host prepares for a channel', () => {
  it('are not begun by a host that has lost the channel meanwhile, and nobody is told', async () => {
    const world = new BooksWorld();
    await expect(prepare(world, world.host(), () => false)).rejects.toMatchObject(notOwner);
    expect(kinds(world)).toEqual([]);
  });

  it('are not begun either where it loses the channel in the last moment', async () => {
    const world = new BooksWorld();
    const isProven = () => kinds(world).length === 0;
    await expect(prepare(world, world.host(), isProven)).rejects.toMatchObject(notOwner);
    expect(kinds(world)).toEqual(['owner']);
  });

  it('have what this host did not bring before in the stream ahead of the note of the new owner', async () => {
    const { world, host } = await owner();
    world.stream.way = 'cut';
    receive(host, 2);
    await host.settle();
    host.kill();
    world.stream.way = 'open';
    await host.takeOver();
    expect(kinds(world)).toEqual(['owner', 'DONATION', 'DONATION', 'owner']);
  });

  it('tell the stream which host it is', async () => {
    const { world } = await owner();
    const [note] = world.stream.stored;
    expect(JSON.parse(note?.text ?? '')).toMatchObject({ epoch: 10, host: 'host-1' });
    expect(note?.id).toBe('10-owner');
  });
});

describe('the books of a channel that runs', () => {
  it('get another block of numbers where half of theirs is used, as long as the lease is proved', async () => {
    const { host, next } = await owner();
    const end = 1 + NUMBER_BLOCK;
    host.ledger.reserveNumbers(NUMBER_BLOCK / 2 - 1);
    await host.settle();
    expect(await next()).toBe(end);
    host.isProven = false;
    host.ledger.reserveNumbers(2);
    await host.settle();
    expect(await next()).toBe(end);
    host.isProven = true;
    await host.settle();
    expect(await next()).toBe(end + NUMBER_BLOCK);
    await host.settle();
    expect(await next()).toBe(end + NUMBER_BLOCK);
    // No number is left out where the next block follows this one.
    expect(receive(host, 1)).toEqual([NUMBER_BLOCK / 2 + 2]);
  });

  it('go on where a block cannot be had, and get it later', async () => {
    const { world, host, next } = await owner();
    host.ledger.reserveNumbers(NUMBER_BLOCK / 2 + 5);
    const update = world.bucket.update.bind(world.bucket);
    world.bucket.update = () => Promise.reject(new Error('no leader'));
    await host.settle();
    receive(host, 1);
    await host.settle();
    expect(world.stream.seqs).toHaveLength(1);
    world.bucket.update = update;
    await host.settle();
    expect(await next()).toBe(1 + 2 * NUMBER_BLOCK);
  });

  it('leave what is not used of their numbers to the next owner, but not where the host is killed', async () => {
    const { world, host } = await owner();
    expect(receive(host, 3)).toEqual([1, 2, 3]);
    await host.giveBack();
    const second = world.host();
    await second.takeOver();
    expect(receive(second, 1)).toEqual([4]);
    await second.settle();
    second.kill();
    const third = world.host();
    await third.takeOver();
    expect(receive(third, 1)).toEqual([4 + NUMBER_BLOCK]);
    third.kill();
  });

  it('say whether everything is in the stream, and after the end whether it got there', async () => {
    const { world, host } = await owner();
    receive(host, 1);
    expect(await host.books.saved()).toBe(true);
    const { books } = host;
    world.stream.way = 'cut';
    receive(host, 1);
    expect(await books.saved()).toBe(false);
    world.stream.way = 'open';
    await world.clock.advance(10_000);
    await host.giveBack();
    expect(await books.saved()).toBe(true);
    expect(world.stream.seqs).toHaveLength(2);
  });

  it('were not saved where the stream could not be reached at the end, and nobody waits for long', async () => {
    const { world, host } = await owner();
    const { books } = host;
    receive(host, 1);
    world.stream.publish = () => new Promise(() => undefined);
    host.close();
    const saying = Promise.withResolvers<void>();
    void books.stop().then(saying.resolve);
    books.tend();
    await world.clock.advance(800);
    expect(await books.saved()).toBe(false);
    books.dispose();
    expect(books.lag).toBeNull();
  });

  it('have events that came late from another host within a minute, also where nobody says so', async () => {
    const { world, killed, present } = await ownerAfterKill();
    await world.clock.advance(60_000);
    await killed.sendLate();
    await world.clock.advance(59_000);
    expect([present.sums().count, present.reread]).toEqual([0, 0]);
    await world.clock.advance(1_000);
    expect([present.sums().count, present.reread]).toEqual([1, 1]);
    await world.clock.advance(60_000);
    expect(present.reread).toBe(1);
    present.kill();
  });

  it('have at their next start what came late ahead of their own, where they were not told before', async () => {
    const { world, killed, present } = await ownerAfterKill();
    const publish = world.stream.publish.bind(world.stream);
    const telling = Promise.withResolvers<void>();
    world.stream.publish = async (channelId, entry, id) => {
      if (entry.type === 'late') await telling.promise;
      return publish(channelId, entry, id);
    };
    const sending = killed.sendLate();
    await expect.poll(() => world.stream.seqs).toHaveLength(1);
    receive(present, 1);
    await present.settle();
    // It has all up to its own event.
    await world.clock.advance(60_000);
    telling.resolve();
    await sending;
    present.kill();
    expect(present.sums().count).toBe(1);
    await present.takeOver();
    expect(present.sums().count).toBe(2);
    present.kill();
  });

  it('bring what the core writes beside events when they are tended', async () => {
    const { world, host } = await owner();
    await host.settle();
    const db = new DatabaseSync(ledgerIn(host.dataDir));
    db.exec('INSERT INTO broadcasts VALUES (1, 10, NULL)');
    db.close();
    expect(kinds(world)).not.toContain('state');
    await host.settle();
    expect(kinds(world)).toContain('state');
  });

  it('are left alone once they are over', async () => {
    const { world, host } = await owner();
    const { books } = host;
    await host.giveBack();
    const before = kinds(world);
    books.tend();
    books.noteWaiting();
    books.shareFor(1_000);
    await books.takeLate();
    books.dispose();
    expect(world.clock.pendingTimers).toBe(0);
    expect(kinds(world)).toEqual(before);
  });
});
