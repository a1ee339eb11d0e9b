import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import type { Core } from '../../../electron/core.ts';
import { Books } from '../../../electron/fleet/books/books.ts';
import { ledgerIn } from '../../../electron/fleet/books/channel-books.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { openLedger } from '../../../electron/storage/open-ledger.ts';
import { donation, temporaryFolder } from '../storage/support.ts';
import { BooksWorld, CHANNEL } from './books-world.ts';

/** A host with the books of all its channels. */
function aHost(world = new BooksWorld()) {
  const { clock } = world;
  const channelsDir = temporaryFolder();
  const troubles: unknown[] = [];
  const done: string[] = [];
  /** Channels whose lease is not proved any more. */
  const lost = new Set<string>();
  const books = new Books({
    ...world.host().parts,
    channelsDir,
    waitingDir: join(channelsDir, 'waiting'),
    makeKey: () => 'key',
    onTrouble: (failure) => troubles.push(failure),
  });
  onTestFinished(() => books.dispose());
  const nothing = { dispose: () => undefined };
  /** Its core writes nothing but what a test gives it. */
  async function run(channelId = CHANNEL, startCore?: () => Promise<Core>) {
    world.epoch += 10;
    const lease = { channelId, epoch: world.epoch };
    const dataDir = join(channelsDir, keyOf(channelId));
    mkdirSync(dataDir, { recursive: true });
    let ledger: Ledger | null = null;
    const core = {
      hub: {
        onBatch: () => nothing,
        onForgotten: () => nothing,
        handedOn: async () => undefined,
        receiveLate: () => undefined,
      },
      reread: () => done.push('reread'),
      stop: async () => {
        ledger?.close();
        done.push('core stopped');
      },
    };
    const start = async (): Promise<Core> => {
      done.push('core started');
      ledger = openLedger({ file: ledgerIn(dataDir), clock, log: silentLogger }).ledger;
      return core as unknown as Core;
    };
    const isProven = () => !lost.has(channelId);
    const place = { lease, dataDir, isProven, left: null, session: null, isTold: false };
    const running = await books.run(place, startCore ?? start);
    const give = (): void => {
      const seq = ledger?.reserveNumbers(1) ?? 0;
      ledger?.record([{ ...donation(seq), receivedAt: clock.now() }]);
    };
    return { ...running, give };
  }
  return { world, clock, books, run, troubles, done, lost };
}

describe('the books of all channels of a host', () => {
  it('are in the stream within a second, whatever the core writes, as long as it runs', async () => {
    const { world, clock, books, run } = aHost();
    books.start();
    const { give, stop } = await run();
    give();
    expect(world.stream.seqs).toEqual([]);
    await clock.advance(1_000);
    expect(world.stream.seqs).toEqual([1]);
    give();
    await clock.advance(1_000);
    expect(world.stream.seqs).toEqual([1, 2]);
    await Promise.all([stop(), clock.advance(1_000)]);
  });

  it('tell of each channel what waits', async () => {
    const { world, clock, books, run } = aHost();
    expect(books.lags).toEqual([]);
    const { give, stop } = await run();
    await clock.advance(0);
    world.stream.way = 'cut';
    const since = clock.now();
    give();
    expect(books.lags).toEqual([{ channelId: CHANNEL, waiting: 1, since }]);
    await Promise.all([stop(), clock.advance(2_000)]);
    expect(books.lags).toEqual([]);
  });

  it('are in use by one core of a channel at a time, also where the next one is begun early', async () => {
    const { clock, run, done } = aHost();
    const first = await run();
    const next = run();
    await clock.advance(1_000);
    expect(done).toEqual(['core started']);
    await Promise.all([first.stop(), clock.advance(1_000)]);
    const { stop } = await next;
    expect(done).toEqual(['core started', 'core stopped', 'core started']);
    await Promise.all([stop(), clock.advance(1_000)]);
  });

  it('are free for the next try where the core does not start', async () => {
    const { clock, run, done } = aHost();
    await expect(run(CHANNEL, () => Promise.reject(new Error('no core')))).rejects.toThrow(
      'no core',
    );
    const { stop } = await run();
    expect(done).toEqual(['core started']);
    await Promise.all([stop(), clock.advance(1_000)]);
  });

  it('end also where the core does not stop well, which is said', async () => {
    const { clock, books, run } = aHost();
    const { stop, core } = await run();
    const { stop: stopWell } = core;
    core.stop = async () => {
      await stopWell();
      throw new Error('not well');
    };
    const failed = expect(stop()).rejects.toThrow('not well');
    await clock.advance(1_000);
    await failed;
    expect(books.lags).toEqual([]);
    const { stop: stopNext } = await run();
    await Promise.all([stopNext(), clock.advance(1_000)]);
  });

  it('are in trouble from the first channel that cannot reach the stream until all can', async () => {
    const { world, clock, books, run, troubles } = aHost();
    books.start();
    const [one, two] = [await run('one'), await run('two')];
    await clock.advance(1_000);
    world.stream.way = 'cut';
    one.give();
    await clock.advance(1_000);
    expect(troubles).toEqual([expect.objectContaining({ message: 'timeout' })]);
    two.give();
    await clock.advance(10_000);
    expect(troubles).toHaveLength(1);
    world.stream.way = 'open';
    await clock.advance(10_000);
    expect(troubles.slice(1)).toEqual([null]);
    await Promise.all([one.stop(), two.stop(), clock.advance(1_000)]);
  });

  it('bring what was left at the end of a channel some seconds later', async () => {
    const { world, clock, books, run } = aHost();
    const { give, stop } = await run();
    await clock.advance(0);
    world.stream.way = 'cut';
    give();
    await Promise.all([stop(), clock.advance(1_000)]);
    world.stream.way = 'open';
    await clock.advance(3_900);
    expect(world.stream.seqs).toEqual([]);
    await clock.advance(200);
    expect(world.stream.seqs).toEqual([1]);
    books.dispose();
    expect(clock.pendingTimers).toBe(0);
  });

  it('try again where the stream cannot be reached, and say so', async () => {
    const { world, clock, run, troubles } = aHost();
    const { give, stop } = await run();
    await clock.advance(0);
    world.stream.way = 'cut';
    give();
    await Promise.all([stop(), clock.advance(1_000)]);
    await clock.advance(5_000);
    expect(troubles).toEqual([expect.objectContaining({ message: 'timeout' })]);
    world.stream.way = 'open';
    await clock.advance(13_000);
    expect(world.stream.seqs).toEqual([]);
    await clock.advance(2_000);
    expect(world.stream.seqs).toEqual([1]);
    expect(troubles).toEqual([expect.anything(), null]);
  });

  it('have what the sockets of a lost channel brought, once its next owner is known for half a minute', async () => {
    const { world, clock, books, run, lost } = aHost();
    const { give, stop } = await run();
    give();
    await clock.advance(0);
    lost.add(CHANNEL);
    await Promise.all([stop(), clock.advance(1_000)]);
    const next = world.host();
    await next.takeOver();
    await books.addLate(CHANNEL, [donation(0, { donationText: 'late' })]);
    const isThere = () => world.stream.stored.some(({ text }) => text.includes('"late"'));
    await clock.advance(34_000);
    expect(isThere()).toBe(false);
    await clock.advance(16_000);
    expect(isThere()).toBe(true);
    next.kill();
  });

  it('take what another host brings late as soon as that says so, until nobody listens', async () => {
    const { world, clock, books, run, done } = aHost();
    const killed = world.host();
    await killed.takeOver();
    world.stream.way = 'cut';
    const [seq = 0] = [killed.ledger.reserveNumbers(1)];
    killed.ledger.record([{ ...donation(seq), receivedAt: killed.now }]);
    await killed.settle();
    killed.kill();
    world.stream.way = 'open';
    books.start();
    const { stop } = await run();
    expect(await killed.sendLate()).toBe(true);
    await clock.advance(0);
    expect(done).toContain('reread');
    await Promise.all([stop(), clock.advance(1_000)]);
    books.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});
