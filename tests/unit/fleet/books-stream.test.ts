import { describe, expect, it } from 'vitest';
import { openBooksStream } from '../../../electron/fleet/books/books-stream.ts';
import type { BookEntry } from '../../../electron/fleet/books/messages.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { gapOf } from '../../support/gaps.ts';
import { donation } from '../storage/support.ts';
import { all, connected } from './stream-world.ts';

const END = Number.MAX_SAFE_INTEGER;
const STREAM = 'stagelight_test';
const BY = { epoch: 1, file: 'f' };

const given = (seq: number): BookEntry => ({
  type: 'event',
  ...BY,
  event: { ...donation(seq), origin: 'platform' },
  alert: null,
  anonymous: false,
});
const gap = (id: number): BookEntry => ({
  type: 'gap',
  ...BY,
  id,
  gap: gapOf({ from: 1, to: 2, reason: 'crash' }),
});
const late = (from: number): BookEntry => ({ type: 'late', ...BY, from, to: from + 1 });

async function openBooks() {
  const world = await connected();
  const reopen = () => openBooksStream(world.connection, 'test', 1, world.clock);
  const books = await reopen();
  const stream = () => {
    const its = world.server.streams.get(STREAM);
    if (!its) throw new Error('There is no stream.');
    return its;
  };
  /** So many entries of one channel. */
  const fill = async (count: number): Promise<void> => {
    for (let id = 1; id <= count; id += 1) await books.publish('one', gap(id), `gap-${id}`);
  };
  const places = async (...part: [from: number, to: number, kind?: string]) =>
    (await all(books.read('one', ...part))).map(([place]) => place);
  return { ...world, books, reopen, stream, fill, places };
}

describe('the stream of a fleet’s books', () => {
  it('has the entries of each channel in order, with the ids that they were sent under', async () => {
    const { books, stream } = await openBooks();
    for (const channel of ['one', '다른 채널']) {
      await books.publish(channel, given(7), '1-7');
      await books.publish(channel, gap(1), '1-f-gap-1');
    }
    const token = `=${keyOf('다른 채널')}`;
    expect(stream().messages.map(({ subject }) => subject)).toEqual([
      `${STREAM}.one.DONATION`,
      `${STREAM}.one.gap`,
      `${STREAM}.${token}.DONATION`,
      `${STREAM}.${token}.gap`,
    ]);
    expect(await all(books.read('one', 1, END))).toEqual([
      [1, given(7), '1-7'],
      [2, gap(1), '1-f-gap-1'],
    ]);
    expect(await all(books.read('다른 채널', 1, END))).toEqual([
      [3, given(7), '1-7'],
      [4, gap(1), '1-f-gap-1'],
    ]);
    expect(await all(books.read('nobody', 1, END))).toEqual([]);
  });

  it('takes an entry once under one id of a channel', async () => {
    const { books } = await openBooks();
    expect(await books.publish('one', given(1), 'shared-1')).toEqual({ place: 1, isNew: true });
    expect(await books.publish('one', given(2), 'shared-1')).toEqual({ place: 1, isNew: false });
    expect(await books.publish('two', given(1), 'shared-1')).toEqual({ place: 2, isNew: true });
    expect(await books.at(1)).toEqual(given(1));
  });

  it('takes nothing where it is gone', async () => {
    const { books, server } = await openBooks();
    server.streams.delete(STREAM);
    await expect(books.publish('one', given(1), '1-1')).rejects.toThrow();
    expect(await books.last('one')).toBe(0);
    expect(await books.at(1)).toBeNull();
  });

  it('knows the last place of a channel, and of one kind of its entries', async () => {
    const { books } = await openBooks();
    expect(await books.last('one')).toBe(0);
    await books.publish('one', given(1), '1-1');
    await books.publish('one', late(1), 'late-1');
    await books.publish('one', gap(1), 'gap-1');
    await books.publish('two', late(1), 'late-1');
    expect([await books.last('one'), await books.last('one', 'late')]).toEqual([3, 2]);
    expect(await books.last('one', 'waiting')).toBe(0);
  });

  it('says what NATS says where a place cannot be read', async () => {
    const { books, server } = await openBooks();
    server.refuse = (subject) =>
      subject.includes('MSG.GET') ? { err_code: 10_008, description: 'no leader' } : null;
    await expect(books.last('one')).rejects.toThrow('no leader');
    await expect(books.at(1)).rejects.toThrow('no leader');
  });

  it('is read from one place to another, and by kind', async () => {
    const { books, fill, places, times } = await openBooks();
    await fill(3);
    await books.publish('one', late(1), 'late-1');
    await fill(5);
    expect(await places(0, END)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await places(2, 3)).toEqual([2, 3]);
    expect(await places(3, 3)).toEqual([3]);
    expect(await places(1, END, 'late')).toEqual([4]);
    expect(await places(2, 5, 'gap')).toEqual([2, 3, 5]);
    const asked = times('CONSUMER.CREATE');
    expect([await places(7, END), await places(5, END, 'late'), await places(4, 3)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(times('CONSUMER.CREATE')).toBe(asked);
  });

  it('passes over messages that are not the fleet’s', async () => {
    const { books, connection, places } = await openBooks();
    connection.publish(`${STREAM}.one.else`, 'text');
    await books.publish('one', gap(1), 'gap-1');
    connection.publish(`${STREAM}.one.gap`, '{');
    connection.publish(`${STREAM}.one.late`, JSON.stringify({ ...BY, from: 1, to: 2 }));
    await connection.flush();
    expect(await places(1, END)).toEqual([2, 4]);
    expect(await books.at(1)).toBeNull();
    // It came without an id.
    expect(await all(books.read('one', 4, END))).toEqual([[4, late(1), '']]);
  });

  it('has no more of what was erased, not even on its disk', async () => {
    const { books, fill, places, stream } = await openBooks();
    await fill(4);
    await books.erase([2, 3]);
    expect(await places(1, END)).toEqual([1, 4]);
    expect(await books.at(2)).toBeNull();
    expect(stream().overwritten).toEqual([2, 3]);
    await books.erase([]);
    expect(stream().messages).toHaveLength(2);
  });

  it('is another one when it is made anew', async () => {
    const { books, reopen, server } = await openBooks();
    expect((await reopen()).made).toBe(books.made);
    server.streams.delete(STREAM);
    expect((await reopen()).made).not.toBe(books.made);
  });

  it('tells of entries of one kind, of any channel, until nobody listens', async () => {
    const { books, connection } = await openBooks();
    const heard: string[] = [];
    const waiting: string[] = [];
    const ear = books.onEntry('late', (channelId) => heard.push(channelId));
    books.onEntry('waiting', (channelId) => waiting.push(channelId));
    await connection.flush();
    await books.publish('one', late(1), 'late-1');
    await books.publish('one', gap(1), 'gap-1');
    await books.publish('다른 채널', late(1), 'late-1');
    await connection.flush();
    expect(heard).toEqual(['one', '다른 채널']);
    ear.dispose();
    await books.publish('two', late(2), 'late-2');
    await connection.flush();
    expect(heard).toHaveLength(2);
    expect(waiting).toEqual([]);
  });
});

describe('one kind of entries of all channels', () => {
  async function noted() {
    const world = await openBooks();
    const { books, server } = world;
    for (const [at, channel] of ['one', '다른 채널', 'one'].entries()) {
      server.now = 1_000 * (at + 1);
      await books.publish(channel, late(at), `late-${at}`);
      await books.publish(channel, gap(at), `gap-${at}`);
    }
    await world.connection.flush();
    server.now = 9_000;
    const read = async (after: number, since: number) =>
      (await all(books.readKind('late', after, since))).map(({ place }) => place);
    return { ...world, read };
  }

  it('are read with their channels, and when the stream took them', async () => {
    const { books } = await noted();
    expect(await all(books.readKind('late', 0, 0))).toEqual([
      { place: 1, at: 1_000, channelId: 'one', entry: late(0) },
      { place: 3, at: 2_000, channelId: '다른 채널', entry: late(1) },
      { place: 5, at: 3_000, channelId: 'one', entry: late(2) },
    ]);
  });

  it('are read behind a place, or from a moment on', async () => {
    const { read, times } = await noted();
    expect([await read(1, 0), await read(3, 2_500)]).toEqual([[3, 5], [5]]);
    expect([await read(0, 2_000), await read(0, 3_000)]).toEqual([[3, 5], [5]]);
    const asked = times('CONSUMER.CREATE');
    expect([await read(5, 0), await read(0, 3_001), await read(9, 0)]).toEqual([[], [], []]);
    expect(times('CONSUMER.CREATE')).toBe(asked);
  });

  it('are none where there never was one, and no message of others', async () => {
    const { books, connection } = await openBooks();
    expect(await all(books.readKind('late', 0, 0))).toEqual([]);
    connection.publish(`${STREAM}.one.late`, '{}');
    await books.publish('two', late(1), 'late-1');
    const found = await all(books.readKind('late', 0, 0));
    expect(found.map(({ channelId }) => channelId)).toEqual(['two']);
  });
});

describe('a long stream', () => {
  it('is read in pages of five hundred, each by a consumer of its own that is gone then', async () => {
    const { books, fill, times, server } = await openBooks();
    await fill(501);
    const sizes: number[] = [];
    for await (const page of books.read('one', 1, END)) sizes.push(page.length);
    expect(sizes).toEqual([500, 1]);
    expect(times('MSG.NEXT')).toBe(2);
    await books.last('one');
    expect(server.consumers.size).toBe(0);
  });

  it('is read to its end where a server delivers a few at a time', async () => {
    const { fill, places, server } = await openBooks();
    await fill(5);
    server.most = 2;
    expect(await places(1, END)).toEqual([1, 2, 3, 4, 5]);
  });

  it('ends where its last entries were erased meanwhile', async () => {
    const { fill, places, server, stream, times } = await openBooks();
    await fill(4);
    server.refuse = (subject) => {
      if (subject.includes('MSG.NEXT')) stream().messages.splice(2);
      return null;
    };
    expect(await places(1, END)).toEqual([1, 2]);
    expect(times('MSG.NEXT')).toBe(1);
  });

  it('cannot be read where a server has delivered nothing three times although there is more', async () => {
    const { fill, places, server, times } = await openBooks();
    await fill(2);
    server.most = 0;
    await expect(places(1, END)).rejects.toThrow(/timeout/i);
    expect(times('MSG.NEXT')).toBe(3);
  });

  it('is read where a server has delivered nothing twice, and then again', async () => {
    const { fill, places, server } = await openBooks();
    await fill(2);
    let asked = 0;
    server.refuse = (subject) => {
      if (subject.includes('MSG.NEXT')) {
        asked += 1;
        server.most = asked % 3 === 0 ? 1 : 0;
      }
      return null;
    };
    expect(await places(1, END)).toEqual([1, 2]);
    expect(asked).toBe(6);
  });

  it('is not waited for longer than three seconds where a server does not answer', async () => {
    const { fill, places, server, clock } = await openBooks();
    await fill(1);
    server.most = null;
    const asked = Promise.withResolvers<void>();
    server.refuse = (subject) => {
      if (subject.includes('MSG.NEXT')) asked.resolve();
      return null;
    };
    const reading = places(1, END);
    await asked.promise;
    await clock.advance(2_999);
    server.most = 1;
    await clock.advance(1);
    expect(await reading).toEqual([1]);
    expect(clock.pendingTimers).toBe(0);
  });
});
