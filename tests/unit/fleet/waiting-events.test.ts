import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../electron/base/clock.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { sendLeft, WaitingEvents } from '../../../electron/fleet/books/waiting-events.ts';
import { leftFiles } from '../../../electron/fleet/books/waiting-file.ts';
import { donation, temporaryFolder } from '../storage/support.ts';
import { type BooksHost, BooksWorld, CHANNEL, receive } from './books-world.ts';

const wordsIn = (text: string) => /"donationText":"(.*?)"/.exec(text)?.[1] ?? '';
const inLedger = (host: BooksHost) =>
  host.ledger.figures
    .latestBefore(Number.MAX_SAFE_INTEGER, 100)
    .map((event) => wordsIn(JSON.stringify(event)));
const inStream = ({ stream }: BooksWorld) =>
  stream.stored.flatMap(({ kind, text }) => (kind === 'DONATION' ? [wordsIn(text)] : []));
const waitingIn = ({ stream }: BooksWorld) =>
  stream.stored.flatMap(({ kind, text }) => (kind === 'waiting' ? [wordsIn(text)] : []));

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A channel that is about to move: its owner has written something before, and shares what comes. */
async function moving() {
  const world = new BooksWorld();
  const giver = world.host();
  await giver.takeOver();
  const [last = 0] = receive(giver, 1, { donationText: 'before' });
  await giver.settle();
  const since = giver.books.give(last + 1, 120_000);
  const { epoch } = world;
  const waitingDir = temporaryFolder();
  let keys = 0;
  /** A session that another host has made ready. */
  const session = (aheadMs = 0): WaitingEvents => {
    const makeKey = () => {
      keys += 1;
      return `session-${keys}`;
    };
    const clock: Clock = {
      now: () => world.clock.now() + aheadMs,
      monotonic: () => world.clock.monotonic(),
      setTimeout: (run, ms) => world.clock.setTimeout(run, ms),
    };
    const parts = { stream: world.stream, waitingDir, clock, makeKey, log: silentLogger };
    return new WaitingEvents(parts, { channelId: CHANNEL, epoch, since });
  };
  return { world, giver, session, waitingDir };
}

/** As its socket brings them. */
async function bring(session: WaitingEvents, ...texts: readonly string[]): Promise<void> {
  session.add(texts.map((donationText) => donation(0, { donationText })));
  await settled();
}

describe('what comes to a session that is made ready for a channel of another host', () => {
  it('is with the next owner where both hosts die, and its alert is played', async () => {
    const { world, giver, session } = await moving();
    const ready = session();
    receive(giver, 1, { donationText: 'first' });
    await giver.settle();
    await bring(ready, 'first', 'second', 'second');
    giver.kill();
    await bring(ready, 'third');
    const next = world.host();
    await world.clock.advance(20_000);
    await next.takeOver();
    const texts = ['before', 'first', 'second', 'second', 'third'];
    expect(inLedger(next)).toEqual(texts);
    expect(next.sums().count).toBe(5);
    expect(next.ledger.countAlerts('queued')).toBe(5);
    await next.settle();
    expect(inStream(world)).toEqual(texts);
    next.kill();
  });

  it('is there once where the owner comes back with the same', async () => {
    const { world, giver, session } = await moving();
    const ready = session();
    world.stream.way = 'cut';
    receive(giver, 2, { donationText: 'same' });
    await giver.settle();
    giver.kill();
    world.stream.way = 'open';
    await bring(ready, 'same', 'same', 'alone');
    const next = world.host();
    await next.takeOver();
    await next.settle();
    expect(await giver.sendLate()).toBe(true);
    await next.books.takeLate();
    const texts = ['before', 'same', 'same', 'alone'];
    expect(inStream(world)).toEqual(texts);
    expect(inLedger(next)).toEqual(texts);
    next.kill();
  });

  it('is there once where its next owner is killed before it can send it', async () => {
    const { world, giver, session } = await moving();
    await bring(session(), 'same', 'same', 'alone');
    giver.kill();
    const [next, third] = [world.host(), world.host()];
    await next.takeOver();
    world.stream.way = 'cut';
    await next.settle();
    next.kill();
    world.stream.way = 'open';
    await third.takeOver();
    await third.settle();
    expect(await next.sendLate()).toBe(true);
    await third.books.takeLate();
    const texts = ['before', 'same', 'same', 'alone'];
    expect(inStream(world).toSorted()).toEqual(texts.toSorted());
    expect(inLedger(third).toSorted()).toEqual(texts.toSorted());
    third.kill();
  });

  it('is there once where two sessions brought it, with a clock that is wrong', async () => {
    const { world, giver, session } = await moving();
    giver.kill();
    await bring(session(60_000), 'same', 'one');
    await bring(session(-60_000), 'same', 'same', 'other');
    const next = world.host();
    await next.takeOver();
    expect(inLedger(next).toSorted()).toEqual(['before', 'one', 'other', 'same', 'same']);
    const received = next.ledger.figures.latestBefore(Number.MAX_SAFE_INTEGER, 100);
    for (const { receivedAt } of received) expect(receivedAt).toBeLessThanOrEqual(next.now);
    next.kill();
  });

  it('stays out of the books of a host that has it itself', async () => {
    const { world, giver, session } = await moving();
    const [own, other] = [session(), session()];
    giver.kill();
    await bring(own, 'same', 'own');
    await bring(other, 'same', 'other');
    const next = world.host();
    next.session = own.session;
    await next.takeOver();
    expect(inLedger(next)).toEqual(['before', 'same', 'other']);
    next.kill();
  });

  it('plays no alert where it waited for longer than two minutes', async () => {
    const { world, giver, session } = await moving();
    await bring(session(), 'long ago');
    giver.kill();
    await world.clock.advance(180_000);
    const next = world.host();
    await next.takeOver();
    expect(inLedger(next)).toEqual(['before', 'long ago']);
    expect(next.ledger.countAlerts('never-appeared')).toBe(1);
    next.kill();
  });

  it.each([
    { what: 'that the owner before had not', isTold: false },
    { what: 'that it has told of', isTold: true },
  ])('is erased some minutes after the claim, $what', async ({ isTold }) => {
    const { world, giver, session, waitingDir } = await moving();
    await bring(session(), 'waited');
    if (isTold) receive(giver, 1, { donationText: 'waited' });
    await giver.settle();
    await giver.giveBack();
    const next = world.host();
    next.isTold = isTold;
    await next.takeOver();
    await world.clock.advance(110_000);
    expect(waitingIn(world)).toEqual(['waited']);
    // Of a move of now.
    const { epoch } = world;
    const given = { channelId: CHANNEL, epoch, since: next.books.give(9, 60_000) };
    const parts = { ...world, waitingDir, makeKey: () => 'now', log: silentLogger };
    await bring(new WaitingEvents(parts, given), 'of now');
    await world.clock.advance(140_000);
    await settled();
    expect(waitingIn(world)).toEqual(['of now']);
    expect(inStream(world)).toEqual(['before', 'waited']);
    next.kill();
  });

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

  it('is sent to its end once no more comes, for a minute at most', async () => {
    const { world, giver, session } = await moving();
    const [soon, never] = [session(), session()];
    world.stream.way = 'cut';
    await bring(soon, 'soon');
    await bring(never, 'never');
    const ends = [soon, never].map((each) => each.end(60_000, new AbortController().signal));
    const stopped = session();
    await bring(stopped, 'stopped');
    await stopped.end(60_000, AbortSignal.abort());
    await world.clock.advance(30_000);
    world.stream.way = 'open';
    never.dispose();
    await world.clock.advance(1_000);
    await Promise.all(ends);
    expect(waitingIn(world)).toEqual(['soon']);
    world.stream.way = 'cut';
    const late = session();
    await bring(late, 'late');
    const end = late.end(60_000, new AbortController().signal);
    await world.clock.advance(60_000);
    await end;
    world.stream.way = 'open';
    await world.clock.advance(1_000);
    expect(waitingIn(world)).toEqual(['soon']);
    giver.kill();
  });

  it('is on the disk until the stream has it: a killed host sends it when it comes back', async () => {
    const { world, giver, session, waitingDir } = await moving();
    const killed = session();
    await bring(killed, 'sent');
    expect(leftFiles(waitingDir)).toEqual([]);
    world.stream.way = 'deaf';
    await bring(killed, 'arrived');
    world.stream.way = 'cut';
    await bring(killed, 'alone', 'alone');
    // Not the time for its end, and a line that was being written.
    const [path = ''] = leftFiles(waitingDir);
    appendFileSync(path, '{"channelId":"channel-1","id":"1-x-wai');
    killed.dispose();
    giver.kill();
    await expect(sendLeft(world.stream, path)).rejects.toThrow('timeout');
    world.stream.way = 'open';
    const next = world.host();
    await next.takeOver();
    await sendLeft(world.stream, path);
    expect(leftFiles(waitingDir)).toEqual([]);
    await world.clock.advance(30_000);
    expect(inLedger(next)).toEqual(['before', 'sent', 'arrived', 'alone', 'alone']);
    next.kill();
  });

  it('is on no disk any more where its channel came, or stays', async () => {
    const { world, giver, session, waitingDir } = await moving();
    const [came, kept] = [session(), session()];
    world.stream.way = 'cut';
    await bring(came, 'a');
    await bring(kept, 'b');
    expect(leftFiles(waitingDir)).toHaveLength(2);
    came.discard();
    void kept.erase();
    expect(leftFiles(waitingDir)).toEqual([]);
    giver.kill();
  });

  it('is sent all the same where it cannot be written to the disk', async () => {
    const { world, giver, session, waitingDir } = await moving();
    rmSync(waitingDir, { recursive: true });
    writeFileSync(waitingDir, 'no folder');
    await bring(session(), 'sent');
    expect(waitingIn(world)).toEqual(['sent']);
    expect(leftFiles(waitingDir)).toEqual([]);
    giver.kill();
  });

  it('stays in the stream as long as the books wait for it', async () => {
    const { world, giver, session } = await moving();
    await bring(session(), 'waited');
    giver.kill();
    const next = world.host();
    await next.takeOver();
    world.stream.way = 'cut';
    await next.settle();
    await world.clock.advance(130_000);
    await settled();
    expect(waitingIn(world)).toEqual(['waited']);
    next.kill();
  });

  it('is erased where the owner keeps the channel, and stays where nobody knows', async () => {
    const { world, giver, session } = await moving();
    const [kept, unknown] = [session(), session()];
    await bring(kept, 'kept');
    await bring(unknown, 'unknown');
    unknown.dispose();
    await kept.erase();
    await bring(kept, 'later');
    await bring(unknown, 'later');
    expect(waitingIn(world)).toEqual(['unknown']);
    giver.kill();
  });

  it('comes into the stream once it is there again, each event once', async () => {
    const { world, giver, session } = await moving();
    const ready = session();
    world.stream.way = 'deaf';
    await bring(ready, 'a', 'b');
    world.stream.way = 'cut';
    await bring(ready, 'c');
    await world.clock.advance(2_000);
    world.stream.way = 'open';
    await world.clock.advance(1_000);
    await settled();
    expect(waitingIn(world)).toEqual(['a', 'b', 'c']);
    // The second one while the first is on its way.
    ready.add([donation(0, { donationText: 'd' })]);
    await bring(ready, 'e');
    expect(waitingIn(world)).toEqual(['a', 'b', 'c', 'd', 'e']);
    giver.kill();
  });

  it('is gone with a viewer who is removed', async () => {
    const { world, giver, session } = await moving();
    const ready = session();
    ready.add([
      donation(0, { donatorChannelId: 'viewer-1', donationText: 'removed' }),
      donation(0, { donatorChannelId: 'viewer-2', donationText: 'stays' }),
      donation(0, { donatorChannelId: null, donationText: 'nobody’s' }),
    ]);
    await settled();
    giver.forget('viewer-1');
    await giver.settle();
    expect(waitingIn(world)).toEqual(['stays', 'nobody’s']);
    giver.kill();
  });

  it('is passed over where it is damaged', async () => {
    const { world, giver } = await moving();
    giver.kill();
    const whole = { giver: 1, since: 1, session: 'x', receivedAt: 1, kind: 'DONATION', data: {} };
    for (const damaged of [{}, { giver: -1 }, { kind: 'CHAT' }, { session: 7 }, { data: [] }]) {
      world.stream.put('waiting', JSON.stringify({ ...whole, ...damaged }));
    }
    world.stream.put('waiting', '{');
    const next = world.host();
    await next.takeOver();
    expect(inLedger(next)).toEqual(['before']);
    next.kill();
  });
});
