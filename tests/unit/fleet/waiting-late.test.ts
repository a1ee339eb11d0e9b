import { describe, expect, it } from 'vitest';
import { donation } from '../storage/support.ts';
import { receive } from './books-world.ts';
import { bring, inLedger, inStream, moving, settled, waitingIn } from './waiting-world.ts';

describe('what comes to a session of another host, and to the stream after a claim', () => {
  it('is with the owner after the present one, where that one gave the channel away soon', async () => {
    const { world, giver, session } = await moving();
    const ready = session();
    giver.kill();
    const [next, third] = [world.host(), world.host()];
    await next.takeOver();
    await bring(ready, 'late');
    await next.giveBack();
    third.isTold = true;
    await third.takeOver();
    await world.clock.advance(30_000);
    expect(inLedger(third)).toEqual(['before', 'late']);
    third.kill();
  });

  it('is with the present owner soon where it comes after its claim, and its alert is played', async () => {
    const { world, giver, session } = await moving();
    const ready = session();
    await bring(ready, 'in time');
    giver.kill();
    const next = world.host();
    await next.takeOver();
    await bring(ready, 'late', 'late', 'in time too');
    const cameAt = next.now;
    await world.clock.advance(30_000);
    const texts = ['before', 'in time', 'late', 'late', 'in time too'];
    expect(inLedger(next)).toEqual(texts);
    expect(next.ledger.countAlerts('queued')).toBe(5);
    const [newest] = next.ledger.figures.latestBefore(Number.MAX_SAFE_INTEGER, 1);
    expect(newest?.receivedAt).toBe(cameAt);
    await next.settle();
    expect(inStream(world)).toEqual(texts);
    // And no more of it stays.
    await world.clock.advance(300_000);
    await settled();
    expect(waitingIn(world)).toEqual([]);
    expect(inLedger(next)).toEqual(texts);
    next.kill();
  });

  it('is there once where the present owner has received it too, or another session has', async () => {
    const { world, giver, session } = await moving();
    const [one, other] = [session(), session()];
    giver.kill();
    const next = world.host();
    await next.takeOver();
    await bring(one, 'same', 'one');
    await bring(other, 'same', 'one', 'other');
    // A copy may come some seconds later.
    await world.clock.advance(5_000);
    receive(next, 1, { donationText: 'same' });
    await world.clock.advance(30_000);
    expect(inLedger(next)).toEqual(['before', 'same', 'one', 'other']);
    next.kill();
  });

  it('is there once where the disk is so slow that the present owner has not written it yet', async () => {
    const { world, giver, session } = await moving();
    giver.kill();
    const next = world.host();
    next.diskMs = 20_000;
    await next.takeOver();
    await bring(session(), 'same', 'one');
    await world.clock.advance(10_000);
    await bring(session(), 'same', 'other');
    await world.clock.advance(90_000);
    expect(inLedger(next)).toEqual(['before', 'same', 'one', 'other']);
    next.kill();
  });

  it('is there once where the present owner reads its own copy after it began to look', async () => {
    const { world, giver, session } = await moving();
    giver.kill();
    const next = world.host();
    next.diskMs = 100;
    await next.takeOver();
    await bring(session(), 'same', 'alone');
    const { stream } = world;
    const read = stream.read.bind(stream);
    let isUnread = true;
    // As where it stood still: what came to its socket is read while NATS answers.
    stream.read = async function* (...part) {
      yield* read(...part);
      if (isUnread) next.receiveSlowly(donation(0, { donationText: 'same' }));
      isUnread = false;
    };
    await world.clock.advance(90_000);
    expect(inLedger(next)).toEqual(['before', 'same', 'alone']);
    next.kill();
  });

  it.each(['before', 'after', 'in the middle of a move, after'])(
    'is there once where the giver comes back %s the present owner has taken it',
    async (when) => {
      const { world, giver, session } = await moving();
      world.stream.way = 'cut';
      receive(giver, 1, { donationText: 'same' });
      await giver.settle();
      giver.kill();
      world.stream.way = 'open';
      const next = world.host();
      await next.takeOver();
      if (when.startsWith('in')) next.books.give(next.ledger.reserveNumbers(1), 120_000);
      await bring(session(), 'same', 'alone');
      if (when === 'before') {
        expect(await giver.sendLate()).toBe(true);
        await next.books.takeLate();
      }
      await world.clock.advance(30_000);
      await next.settle();
      if (when !== 'before') expect(await giver.sendLate()).toBe(true);
      await next.books.takeLate();
      const texts = ['alone', 'before', 'same'];
      expect(inStream(world).toSorted()).toEqual(texts);
      expect(inLedger(next).toSorted()).toEqual(texts);
      next.kill();
    },
  );

  it('is there once where the owner that received it too is killed before it sends it', async () => {
    const { world, giver, session } = await moving();
    giver.kill();
    const [next, third] = [world.host(), world.host()];
    await next.takeOver();
    world.stream.onEntry('waiting', () => next.books.noteWaiting());
    receive(next, 1, { donationText: 'same' });
    await bring(session(), 'same', 'alone');
    next.kill();
    await third.takeOver();
    await third.settle();
    expect(await next.sendLate()).toBe(true);
    await third.books.takeLate();
    const texts = ['alone', 'before', 'same'];
    expect(inStream(world).toSorted()).toEqual(texts);
    expect(inLedger(third).toSorted()).toEqual(texts);
    third.kill();
  });

  it('is not taken where its own channel is on its way, however long that takes', async () => {
    const { world, giver, session } = await moving();
    await bring(session(), 'of now');
    await world.clock.advance(70_000);
    expect(inLedger(giver)).toEqual(['before']);
    giver.kill();
  });

  it('is taken later where the stream cannot be read, and where nobody heard of it', async () => {
    const { world, giver, session } = await moving();
    const ready = session();
    giver.kill();
    const next = world.host();
    await next.takeOver();
    await world.clock.advance(20_000);
    await bring(ready, 'late');
    world.stream.way = 'cut';
    await world.clock.advance(70_000);
    expect(inLedger(next)).toEqual(['before']);
    world.stream.way = 'open';
    await world.clock.advance(80_000);
    expect(inLedger(next)).toEqual(['before', 'late']);
    next.kill();
  });
});
