import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { sendLeft, WaitingEvents } from '../../../electron/fleet/books/waiting-events.ts';
import { leftFiles } from '../../../electron/fleet/books/waiting-file.ts';
import { donation } from '../storage/support.ts';
import { CHANNEL, receive } from './books-world.ts';
import { bring, inLedger, inStream, moving, settled, waitingIn } from './waiting-world.ts';

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
