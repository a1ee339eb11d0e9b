import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { BooksFile } from '../../../electron/fleet/books/books-file.ts';
import { Publisher, type PublisherParts } from '../../../electron/fleet/books/publisher.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, temporaryFolder } from '../storage/support.ts';
import { CHANNEL, FakeStream } from './books-world.ts';

function setUp(changes: Partial<PublisherParts> = {}) {
  const clock = new VirtualClock();
  const lines: string[] = [];
  const log = createLogger(clock, new Redactor(), (line) => lines.push(line));
  const path = join(temporaryFolder(), 'ledger.sqlite');
  const file = BooksFile.open({ path, clock, log });
  onTestFinished(() => file.close());
  file.begin(5, { numbering: 'numbers', from: 1, to: 1_000_000 });
  const stream = new FakeStream();
  const troubles: unknown[] = [];
  const publisher = new Publisher({
    file,
    stream,
    channelId: CHANNEL,
    clock,
    random: () => 0.5,
    log,
    mayPublish: () => true,
    booksOnly: false,
    onTrouble: (failure) => troubles.push(failure),
    ...changes,
  });
  onTestFinished(() => publisher.dispose());
  const add = (count: number, words = 'words'): void => {
    const events = Array.from({ length: count }, () => donation(0, { donationText: words }));
    file.addLate(events, clock.now());
  };
  return { clock, lines, file, path, stream, troubles, publisher, add };
}

/** What becomes of a message: `fate` is asked with how many came before. */
function fateOf(stream: FakeStream, fate: (count: number) => void): void {
  const publish = stream.publish.bind(stream);
  let count = 0;
  stream.publish = async (...message) => {
    fate(count++);
    return publish(...message);
  };
}

describe('what waits in a channel’s file', () => {
  it('is brought into the stream in its order, however much it is, and waits no more', async () => {
    const { publisher, file, stream, add, troubles } = setUp();
    expect([publisher.published, publisher.sure]).toEqual([null, 0]);
    add(450);
    expect(await publisher.flush()).toBe(true);
    expect(stream.seqs).toEqual(Array.from({ length: 450 }, (_, at) => at + 1));
    expect(file.hasWaiting()).toBe(false);
    expect(publisher.published).toEqual({ from: 1, to: 450 });
    expect(publisher.sure).toBe(450);
    expect(troubles).toEqual([null]);
  });

  it('is sent under ids that are the same whenever it is sent again', async () => {
    const { publisher, file, stream, add } = setUp();
    add(1);
    file.forget('viewer-1');
    await publisher.flush();
    expect(stream.stored.map(({ id }) => id)).toEqual(['5-1', `5-${file.id}-2`]);
  });

  it('waits as long as the lease is not proved, and nobody tries again by itself', async () => {
    let isProven = false;
    const { publisher, stream, add, clock, troubles } = setUp({ mayPublish: () => isProven });
    add(1);
    expect(await publisher.flush()).toBe(false);
    expect([stream.seqs, clock.pendingTimers]).toEqual([[], 0]);
    isProven = true;
    expect(await publisher.flush()).toBe(true);
    expect(stream.seqs).toEqual([1]);
    expect(troubles.at(-1)).toBeNull();
  });

  it('waits for the stream longer and longer, is told of once, and soon again after a success', async () => {
    const { publisher, stream, add, clock, troubles, lines } = setUp();
    stream.way = 'cut';
    add(1);
    expect(await publisher.flush()).toBe(false);
    const waits: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      waits.push(clock.untilNext);
      await clock.advance(clock.untilNext);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_000);
    expect(lines.filter((line) => line.includes('books wait'))).toHaveLength(1);
    expect(troubles).toHaveLength(7);
    stream.way = 'open';
    await clock.advance(5_000);
    expect(troubles.at(-1)).toBeNull();
    expect(stream.seqs).toEqual([1]);
    stream.way = 'cut';
    add(1);
    expect(await publisher.flush()).toBe(false);
    expect(clock.untilNext).toBe(waits[0]);
    expect(lines.filter((line) => line.includes('books wait'))).toHaveLength(2);
  });

  it('is not tried in between where something comes while the stream is waited for', async () => {
    const { publisher, stream, add, clock, troubles } = setUp();
    stream.way = 'cut';
    add(1);
    publisher.poke();
    await clock.advance(0);
    expect(troubles).toHaveLength(1);
    publisher.poke();
    await clock.advance(0);
    expect(troubles).toHaveLength(1);
    stream.way = 'open';
    await clock.advance(5_000);
    expect(stream.seqs).toEqual([1]);
  });

  it('is also what comes while the rest is on its way', async () => {
    const { publisher, stream, add, file } = setUp();
    fateOf(stream, (count) => {
      if (count === 1) {
        add(1, 'in between');
        publisher.poke();
      }
    });
    add(2);
    expect(await publisher.flush()).toBe(true);
    expect(stream.seqs).toEqual([1, 2, 3]);
    expect(file.hasWaiting()).toBe(false);
  });

  it('waits no more but for those whose answer did not come, and what is behind them is not sure', async () => {
    const { publisher, stream, add, file, clock } = setUp();
    add(3);
    fateOf(stream, (count) => {
      if (count === 1) throw new Error('timeout');
    });
    expect(await publisher.flush()).toBe(false);
    expect(stream.seqs).toEqual([1, 3]);
    expect(file.lag.waiting).toBe(1);
    expect([publisher.published, publisher.sure]).toEqual([{ from: 1, to: 2 }, 0]);
    await clock.advance(5_000);
    expect(stream.seqs).toEqual([1, 3, 2]);
    expect([publisher.published, publisher.sure]).toEqual([{ from: 1, to: 3 }, 3]);
  });

  it('stays where it is once nobody brings it any more', async () => {
    const { publisher, stream, add, clock, file } = setUp();
    stream.way = 'cut';
    add(1);
    await publisher.flush();
    expect(clock.pendingTimers).toBe(1);
    publisher.dispose();
    expect(clock.pendingTimers).toBe(0);
    stream.way = 'open';
    expect(await publisher.flush()).toBe(false);
    expect(stream.seqs).toEqual([]);
    expect(file.hasWaiting()).toBe(true);
  });

  it('is not tried again where it fails after the end', async () => {
    const { publisher, stream, add, clock } = setUp();
    const answer = Promise.withResolvers<never>();
    stream.publish = () => answer.promise;
    add(1);
    const flushed = publisher.flush();
    let isOver = false;
    const ended = publisher.ended().then(() => {
      isOver = true;
    });
    publisher.dispose();
    await clock.advance(0);
    expect(isOver).toBe(false);
    answer.reject(new Error('timeout'));
    expect(await flushed).toBe(false);
    await ended;
    expect(clock.pendingTimers).toBe(0);
  });

  it('is left alone where the file was closed meanwhile', async () => {
    const { publisher, stream, add, file } = setUp();
    add(1);
    fateOf(stream, () => file.close());
    await publisher.flush();
    expect(stream.seqs).toEqual([1]);
  });

  it('is brought without its states where another host may have the channel', async () => {
    const { publisher, stream, file, add } = setUp({ booksOnly: true });
    add(1);
    file.requeue();
    expect(file.lag.waiting).toBeGreaterThan(1);
    expect(await publisher.flush()).toBe(true);
    expect(stream.stored.map(({ kind }) => kind)).toEqual(['DONATION']);
    expect(file.hasWaiting()).toBe(true);
    expect(file.hasWaiting(true)).toBe(false);
  });
});

describe('a viewer’s name in the stream', () => {
  it('is looked for only where a viewer was removed', async () => {
    const { publisher, stream, add } = setUp();
    let reads = 0;
    const read = stream.read.bind(stream);
    stream.read = (...part) => {
      reads += 1;
      return read(...part);
    };
    add(2);
    await publisher.flush();
    expect(reads).toBe(0);
  });

  it('leaves when the event without it is there, and nothing else does', async () => {
    const { publisher, stream, file, path, lines } = setUp();
    const named = donation(0, { donatorNickname: 'a name' });
    file.addLate([named, donation(0, { donatorNickname: 'another' })], 5);
    file.forget('nobody');
    await publisher.flush();
    const db = new DatabaseSync(path);
    const data = { ...named.data, donatorNickname: null };
    db.prepare('UPDATE events SET payload = ? WHERE seq = 1').run(JSON.stringify(data));
    db.close();
    expect(await publisher.flush()).toBe(true);
    expect(stream.stored.map(({ id }) => id)).toEqual(['5-2', `5-${file.id}-3`, '5-1-anonymous']);
    expect(JSON.stringify(stream.stored)).not.toContain('a name');
    expect(lines).toEqual([]);
  });

  it('leaves what waits for the channel too, and the others’ names stay there', async () => {
    const { publisher, stream, file } = setUp();
    for (const viewer of ['viewer-1', 'viewer-2', null]) {
      const { kind, data } = donation(0, { donatorChannelId: viewer });
      const entry = { giver: 1, since: 1, session: 's', receivedAt: 1, kind, data };
      stream.put('waiting', JSON.stringify(entry));
    }
    file.forget('viewer-1');
    expect(await publisher.flush()).toBe(true);
    const left = stream.stored.filter(({ kind }) => kind === 'waiting');
    expect(left.map(({ text }) => JSON.parse(text).data.donatorChannelId)).toEqual([
      'viewer-2',
      null,
    ]);
  });

  it('stays where its owner forbids to take it away, and the rest goes on', async () => {
    const { publisher, stream, add, file, lines } = setUp();
    stream.erase = () => Promise.reject(new Error('not allowed'));
    file.forget('viewer-1');
    add(1);
    expect(await publisher.flush()).toBe(true);
    expect(stream.stored.map(({ kind }) => kind)).toEqual(['viewer', 'DONATION']);
    expect(lines.filter((line) => line.includes('name stays'))).toHaveLength(1);
  });
});
