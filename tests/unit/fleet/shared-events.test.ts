import { describe, expect, it } from 'vitest';
import { type BooksHost, BooksWorld, receive } from './books-world.ts';

const wordsIn = (text: string) => /"donationText":"(.*?)"/.exec(text)?.[1] ?? '';
const all = (host: BooksHost) => host.ledger.figures.latestBefore(Number.MAX_SAFE_INTEGER, 100);
const inLedger = (host: BooksHost) => all(host).map((event) => wordsIn(JSON.stringify(event)));
const inStream = ({ stream }: BooksWorld) =>
  stream.stored.flatMap(({ kind, text }) => (kind === 'DONATION' ? [wordsIn(text)] : []));

/** A channel that is about to move, whose giver cannot reach the stream in this moment. */
async function moving(way: 'held' | 'cut' = 'held') {
  const world = new BooksWorld();
  const [giver, taker] = [world.host(), world.host()];
  await giver.takeOver();
  const [last = 0] = receive(giver, 1, { donationText: 'before' });
  await giver.settle();
  const since = giver.books.give(last + 1, 60_000);
  const { epoch } = world;
  world.stream.way = way;
  return { world, giver, taker, since, epoch };
}

/** It has waited, and the core hears it as soon as the channel is there. */
async function takes(
  { world, taker, since, epoch }: Awaited<ReturnType<typeof moving>>,
  waiting: readonly string[],
): Promise<void> {
  world.stream.way = 'open';
  await taker.takeOver();
  taker.books.takeOver({ epoch, since }, 60_000);
  const had = taker.books.contentsFrom(since).length;
  for (const donationText of waiting.slice(had)) receive(taker, 1, { donationText });
  taker.books.shareFor(1_000);
}

describe('events of a channel that moves, in its books', () => {
  it('have once what the giver sent before it was cut off, also where that arrives after the taker’s', async () => {
    const move = await moving();
    const { world, giver, taker } = move;
    for (const text of ['same', 'same', 'other']) receive(giver, 1, { donationText: text });
    await giver.settle();
    await world.clock.advance(20_000);
    await takes(move, ['same', 'same', 'other']);
    await taker.settle();
    world.stream.arrive();
    expect(inStream(world)).toEqual(['before', 'same', 'same', 'other']);
    giver.isProven = false;
    await giver.giveBack();
    expect(await giver.sendLate()).toBe(true);
    await taker.books.takeLate();
    expect(inStream(world)).toEqual(['before', 'same', 'same', 'other']);
    expect(inLedger(taker)).toEqual(['before', 'same', 'same', 'other']);
    expect(taker.sums()).toEqual({ count: 4, sum: 4_000 });
    await giver.takeOver();
    expect(inLedger(giver)).toEqual(['before', 'same', 'same', 'other']);
    expect(giver.sums()).toEqual({ count: 4, sum: 4_000 });
    giver.kill();
    taker.kill();
  });

  it('have once what arrives from the giver in the moment in which the taker begins', async () => {
    const move = await moving();
    const { world, giver, taker } = move;
    for (const text of ['same', 'same', 'other']) receive(giver, 1, { donationText: text });
    await giver.settle();
    giver.kill();
    await takes(move, ['same', 'same', 'other', 'new']);
    const shown = all(taker).slice(1, 2);
    taker.ledger.setAlertStates(
      shown.map(({ seq }) => seq),
      'over',
      77,
    );
    world.stream.arrive();
    await taker.settle();
    expect(inStream(world).toSorted()).toEqual(['before', 'new', 'other', 'same', 'same']);
    expect(inLedger(taker).toSorted()).toEqual(['before', 'new', 'other', 'same', 'same']);
    expect(taker.sums()).toEqual({ count: 5, sum: 5_000 });
    expect(taker.ledger.countAlerts('over')).toBe(1);
    expect(taker.reread).toBeGreaterThan(0);
    expect(await giver.sendLate()).toBe(true);
    expect(world.stream.seqs).toHaveLength(5);
    taker.kill();
  });

  it('have what only one of the two had, and what one of them had more often', async () => {
    const move = await moving();
    const { world, giver, taker } = move;
    for (const text of ['alone', 'same', 'same']) receive(giver, 1, { donationText: text });
    await giver.settle();
    giver.kill();
    await takes(move, ['same', 'same', 'same', 'new']);
    await taker.settle();
    world.stream.arrive();
    expect(inStream(world).toSorted()).toEqual(['alone', 'before', 'new', 'same', 'same', 'same']);
    taker.kill();
  });

  it.each([
    { what: 'soon', isLong: false },
    { what: 'after the servers have forgotten its id', isLong: true },
  ])(
    'have it once where the taker is killed before it could send it, and both come back $what',
    async ({ isLong }) => {
      const move = await moving('cut');
      const { world, giver, taker } = move;
      for (const text of ['same', 'same']) receive(giver, 1, { donationText: text });
      await giver.settle();
      giver.kill();
      await takes(move, ['same', 'same', 'new']);
      world.stream.way = 'cut';
      await taker.settle();
      taker.kill();
      world.stream.way = 'open';
      const third = world.host();
      await third.takeOver();
      expect(await giver.sendLate()).toBe(true);
      if (isLong) world.stream.forgetIds();
      expect(await taker.sendLate()).toBe(true);
      await third.books.takeLate();
      expect(inStream(world).toSorted()).toEqual(['before', 'new', 'same', 'same']);
      expect(inLedger(third).toSorted()).toEqual(['before', 'new', 'same', 'same']);
      third.kill();
      await taker.takeOver();
      expect(inLedger(taker).toSorted()).toEqual(['before', 'new', 'same', 'same']);
      expect(taker.sums()).toEqual({ count: 4, sum: 4_000 });
      taker.kill();
    },
  );

  it('have what the giver alone had, also where the taker hears the same words a little later', async () => {
    const move = await moving('cut');
    const { world, giver, taker } = move;
    receive(giver, 1, { donationText: 'same' });
    await giver.settle();
    giver.kill();
    await takes(move, []);
    await world.clock.advance(5_000);
    receive(taker, 1, { donationText: 'same' });
    await taker.settle();
    expect(await giver.sendLate()).toBe(true);
    expect(inStream(world)).toEqual(['before', 'same', 'same']);
    taker.kill();
  });

  it.each([
    { what: 'has sent its own by then', isKilled: false },
    { what: 'was killed before it could send its own', isKilled: true },
  ])(
    'have once what waited in the giver’s sockets while it stood still, where the taker $what',
    async ({ isKilled }) => {
      const move = await moving('cut');
      const { world, giver, taker } = move;
      receive(giver, 1, { donationText: 'same' });
      await giver.settle();
      giver.isProven = false;
      await world.clock.advance(20_000);
      await takes(move, ['same', 'same', 'new']);
      world.stream.way = isKilled ? 'cut' : 'open';
      await taker.settle();
      await world.clock.advance(10_000);
      if (isKilled) taker.kill();
      else receive(taker, 1, { donationText: 'later' });
      world.stream.way = 'open';
      if (!isKilled) await taker.settle();
      await giver.giveBack();
      giver.addLate('same', 'new', 'alone', 'later');
      expect(await giver.sendLate()).toBe(true);
      if (isKilled) await taker.takeOver();
      await taker.settle();
      const texts = ['alone', 'before', 'later', 'new', 'same', 'same'];
      expect(inStream(world).toSorted()).toEqual(texts);
      taker.kill();
    },
  );

  it('have it once where only the answer was lost, and nothing is read again then', async () => {
    const { world, giver } = await moving('cut');
    world.stream.way = 'deaf';
    receive(giver, 2, { donationText: 'same' });
    await giver.settle();
    world.stream.way = 'open';
    await world.clock.advance(10_000);
    await giver.settle();
    expect(inStream(world)).toEqual(['before', 'same', 'same']);
    expect(giver.books.lag).toEqual({ waiting: 0, since: null });
    expect(giver.reread).toBe(0);
    giver.kill();
  });

  it('have it no more where the other host’s was erased since', async () => {
    const move = await moving('cut');
    const { world, giver, taker } = move;
    world.stream.way = 'open';
    receive(giver, 1, { donationText: 'erased' });
    await giver.settle();
    giver.kill();
    const gone = world.stream.stored.filter(({ text }) => text.includes('"erased"'));
    const { stored } = world.stream;
    world.stream.stored = stored.filter((each) => !gone.includes(each));
    await takes(move, ['erased', 'new']);
    await taker.settle();
    expect(inLedger(taker)).toEqual(['before', 'new']);
    expect(taker.sums()).toEqual({ count: 2, sum: 2_000 });
    expect(taker.reread).toBe(1);
    taker.kill();
  });

  it('have everything of a channel that stays, also the same words again', async () => {
    const move = await moving('cut');
    const { world, giver } = move;
    receive(giver, 2, { donationText: 'same' });
    world.stream.way = 'open';
    await world.clock.advance(5_000);
    giver.books.shareFor(0);
    await world.clock.advance(1_000);
    receive(giver, 2, { donationText: 'same' });
    await giver.settle();
    expect(inStream(world)).toEqual(['before', 'same', 'same', 'same', 'same']);
    giver.kill();
  });

  it('keep nothing of a move once all of it is in the stream and the channel is back', async () => {
    const move = await moving();
    const { giver, taker } = move;
    receive(giver, 3);
    await giver.settle();
    await takes(move, []);
    await taker.settle();
    expect(giver.countOf('fleet_shared_ids')).toBe(3);
    expect(giver.countOf('fleet_shares')).toBe(1);
    await giver.sendLate();
    await giver.takeOver();
    expect(giver.countOf('fleet_shared_ids')).toBe(0);
    expect(giver.countOf('fleet_shares')).toBe(0);
    giver.kill();
    taker.kill();
  });

  it('share numbers from the first of two moves on, where nobody knows what became of the first', async () => {
    const { world, giver, since } = await moving();
    await world.clock.advance(10_000);
    receive(giver, 3);
    expect(giver.books.give(since + 3, 60_000)).toBe(since);
    giver.books.shareFor(0);
    await world.clock.advance(1);
    expect(giver.books.give(since + 3, 60_000)).toBe(since + 3);
    giver.kill();
  });
});
