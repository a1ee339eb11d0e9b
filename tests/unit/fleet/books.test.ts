import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contentOf } from '../../../electron/fleet/books/taker.ts';
import { markOfAll } from '../../../electron/storage/coverage-mark.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { jsonText } from '../../../shared/json.ts';
import { gapOf } from '../../support/gaps.ts';
import { chat } from '../storage/chat-support.ts';
import { donation } from '../storage/support.ts';
import { type BooksHost, BooksWorld, receive } from './books-world.ts';

const seqsIn = (ledger: Ledger): number[] =>
  ledger.figures.latestBefore(Number.MAX_SAFE_INTEGER, 100).map(({ seq }) => seq);

const beamsIn = (ledger: Ledger) => ledger.totals().donationBeams;

describe('the books of a channel that hosts hand on', () => {
  it('are in the stream, and the next host has them with the same numbers, totals and gaps', async () => {
    const world = new BooksWorld();
    const first = world.host();
    await first.takeOver();
    const seqs = receive(first, 5);
    const gaps = [
      gapOf({ from: 10, to: 20, reason: 'network' }),
      gapOf({ from: 15, to: 25, reason: 'unread', kinds: ['donation'] }),
    ];
    for (const gap of gaps) first.ledger.recordGap(gap);
    first.ledger.setAlertStates(seqs.slice(0, 3), 'over', 77);
    await first.settle();
    expect(world.stream.seqs).toEqual(seqs);
    const total = beamsIn(first.ledger);
    const { epoch } = first.ledger;
    await first.giveBack();

    const second = world.host();
    await second.takeOver();
    expect(seqsIn(second.ledger)).toEqual(seqs);
    expect(beamsIn(second.ledger)).toEqual(total);
    expect(second.ledger.gaps(10)).toEqual(gaps);
    expect(second.ledger.alertsInState('queued', 10).map(({ seq }) => seq)).toEqual(seqs.slice(3));
    expect(second.ledger.countAlerts('over')).toBe(3);
    expect(second.ledger.epoch).toBe(epoch);
    second.kill();
  });

  it('tell how many entries wait for the stream, and since when the oldest event does', async () => {
    const world = new BooksWorld();
    const host = world.host();
    await host.takeOver();
    await host.settle();
    expect(host.books.lag).toEqual({ waiting: 0, since: null });
    world.stream.way = 'cut';
    host.ledger.recordGap(gapOf({ from: 10, to: 20, reason: 'network' }));
    expect(host.books.lag).toEqual({ waiting: 1, since: null });
    const since = host.now;
    receive(host, 2);
    await world.clock.advance(5_000);
    receive(host, 1);
    expect(host.books.lag).toEqual({ waiting: 4, since });
    world.stream.way = 'open';
    await world.clock.advance(20_000);
    await host.settle();
    expect(host.books.lag).toEqual({ waiting: 0, since: null });
    const { books } = host;
    await host.giveBack();
    expect(books.lag).toBeNull();
  });

  it('never have a number twice, whoever has the channel', async () => {
    const world = new BooksWorld();
    const hosts = [world.host(), world.host()];
    const seqs: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const host = hosts[turn % 2] as BooksHost;
      await host.takeOver();
      seqs.push(...receive(host, 4));
      if (turn % 3 === 0) host.kill();
      else await host.giveBack();
    }
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(seqs.toSorted((one, other) => one - other)).toEqual(seqs);
  });

  it('get what a killed host had received when it comes back: late, once, and for its present owner too', async () => {
    const world = new BooksWorld();
    const killed = world.host();
    await killed.takeOver();
    const early = receive(killed, 3);
    await killed.settle();
    world.stream.way = 'cut';
    const late = receive(killed, 2);
    await killed.settle();
    killed.kill();
    world.stream.way = 'open';

    const owner = world.host();
    await owner.takeOver();
    const own = receive(owner, 2);
    await owner.settle();
    expect(world.stream.seqs).toEqual([...early, ...own]);

    await killed.sendLate();
    await killed.sendLate();
    await owner.books.takeLate();
    expect(world.stream.seqs).toEqual([...early, ...own, ...late]);
    expect(seqsIn(owner.ledger)).toEqual([...early, ...late, ...own]);
    expect(owner.ledger.countAlerts('never-appeared')).toBe(2);
    expect(owner.reread).toBeGreaterThan(0);
    await owner.giveBack();

    await killed.takeOver();
    expect(seqsIn(killed.ledger)).toEqual([...early, ...late, ...own]);
    killed.kill();
  });

  it('have an event once whose answer was lost, even after the servers have forgotten its id', async () => {
    const world = new BooksWorld();
    const host = world.host();
    await host.takeOver();
    world.stream.way = 'deaf';
    const seqs = receive(host, 3);
    await host.settle();
    host.kill();
    world.stream.way = 'open';
    world.stream.forgetIds();
    await host.takeOver();
    await host.settle();
    expect(world.stream.seqs).toEqual(seqs);
    host.kill();
  });

  it('leave out what the next owner received too, when a host learned late that it had lost the channel', async () => {
    const world = new BooksWorld();
    const stopped = world.host();
    await stopped.takeOver();
    const known = receive(stopped, 1, { donationText: 'before' });
    await stopped.settle();
    stopped.isProven = false;
    await world.clock.advance(20_000);

    const owner = world.host();
    await owner.takeOver();
    const both = receive(owner, 2, { donationText: 'to both' });
    await owner.settle();
    // What waited in its connection while its process stood still.
    const [alone] = receive(stopped, 1, { donationText: 'to one' });
    receive(stopped, 3, { donationText: 'to both' });
    await stopped.settle();
    stopped.close();
    await stopped.books.stop();
    expect(world.stream.seqs).toEqual([...known, ...both]);
    await stopped.sendLate();
    await owner.books.takeLate();
    const texts = owner.ledger.figures
      .latestBefore(Number.MAX_SAFE_INTEGER, 100)
      .map(({ data }) => ('donationText' in data ? data.donationText : ''));
    expect(texts.toSorted()).toEqual(['before', 'to both', 'to both', 'to both', 'to one']);
    expect(world.stream.seqs).toContain(alone);
    owner.kill();

    await stopped.takeOver();
    expect(seqsIn(stopped.ledger)).toEqual(world.stream.seqs.toSorted((one, two) => one - two));
    expect(beamsIn(stopped.ledger)).toBe(5_000);
    const { sum } = stopped.sums();
    expect(sum).toBe(5_000);
    stopped.kill();
  });

  it('have what a host read from its sockets when it had lost the channel, long ago too, and once', async () => {
    const world = new BooksWorld();
    const stopped = world.host();
    await stopped.takeOver();
    const [first = 0] = receive(stopped, 1, { donationText: 'before' });
    await stopped.settle();
    stopped.isProven = false;
    await world.clock.advance(20_000);
    const owner = world.host();
    await owner.takeOver();
    receive(owner, 2, { donationText: 'to both' });
    await owner.settle();
    await world.clock.advance(600_000);
    await stopped.giveBack();
    stopped.addLate('to one', 'to both', 'to both');
    expect(await stopped.sendLate(false)).toBe(false);
    expect(await stopped.sendLate()).toBe(true);
    await owner.books.takeLate();
    expect(world.stream.seqs).toHaveLength(4);
    expect(world.stream.seqs).toContain(first + 1);
    expect(owner.sums()).toEqual({ count: 4, sum: 4_000 });
    expect(owner.ledger.countAlerts('never-appeared')).toBe(1);
    owner.kill();
    await stopped.takeOver();
    expect(stopped.sums()).toEqual({ count: 4, sum: 4_000 });
    stopped.kill();
  });

  it('have what came to both hosts once, where one was killed while the channel moved to the other', async () => {
    const world = new BooksWorld();
    const giver = world.host();
    await giver.takeOver();
    receive(giver, 1, { donationText: 'before' });
    const { epoch } = world;
    giver.books.give(2, 60_000);
    const [first = 0] = receive(giver, 1, { donationText: 'in the stream' });
    await giver.settle();
    world.stream.way = 'cut';
    receive(giver, 1, { donationText: 'on the disk' });
    await giver.settle();
    giver.kill();
    world.stream.way = 'open';

    const taker = world.host();
    await taker.takeOver();
    const { data } = donation(first, { donationText: 'in the stream' });
    expect(taker.books.contentsFrom(first)).toEqual([
      contentOf({ kind: 'DONATION', payload: jsonText(data) }),
    ]);
    // What it received before it was the owner is not in the stream yet: nobody could tell that both have it.
    expect(await giver.sendLate(false)).toBe(false);
    expect(world.stream.seqs).toHaveLength(2);
    taker.books.takeOver({ epoch, since: first }, 60_000);
    receive(taker, 1, { donationText: 'on the disk' });
    await taker.settle();
    expect(await giver.sendLate()).toBe(true);
    expect(world.stream.seqs).toHaveLength(3);
    taker.kill();
  });

  it('forget a viewer on every host, and in the stream', async () => {
    const world = new BooksWorld();
    const [first, second] = [world.host(), world.host()];
    await first.takeOver();
    const seqs = receive(first, 2, { donatorNickname: 'a name', donationText: 'some words' });
    first.ledger.chat.record([chat(90), chat(91, { senderChannelId: 'viewer-2' })]);
    await first.settle();
    await first.giveBack();
    await second.takeOver();
    second.ledger.eraser.eraseEvents('viewer-1', 100);
    second.forget('viewer-1');
    await second.settle();
    expect(JSON.stringify(world.stream.stored)).not.toContain('a name');
    expect(world.stream.seqs).toEqual(seqs);
    await second.giveBack();
    await first.takeOver();
    expect(first.ledger.eraser.count('viewer-1')).toEqual({ events: 0, messages: 0 });
    expect(first.ledger.eraser.count('viewer-2').messages).toBe(1);
    expect(JSON.stringify(world.stream.stored)).not.toContain('viewer-1');
    expect(JSON.stringify(first.ledger.figures.latestBefore(99, 9))).not.toContain('some words');
    expect(beamsIn(first.ledger)).toBe(2_000);
    first.kill();
  });

  it('pass over messages of others, and damaged ones', async () => {
    const world = new BooksWorld();
    world.stream.put('DONATION', '{');
    world.stream.put('DONATION', '{"epoch":1,"file":"x","seq":-1,"data":{}}');
    world.stream.put('state', '{"epoch":1,"file":"x","table":"ledger","key":[1],"row":{"id":1}}');
    world.stream.put(
      'state',
      '{"epoch":1,"file":"x","table":"sinks","key":["a"],"row":{"id":"a"}}',
    );
    world.stream.put('else', 'text');
    const host = world.host();
    await host.takeOver();
    expect(seqsIn(host.ledger)).toEqual([]);
    expect(receive(host, 1)).toEqual([1]);
    host.kill();
  });

  it('put everything into a stream that was made anew', async () => {
    const world = new BooksWorld();
    const host = world.host();
    await host.takeOver();
    const seqs = receive(host, 4);
    await host.settle();
    await host.giveBack();
    world.stream.stored = [];
    world.stream.forgetIds();
    world.stream.made = 'stream-2';
    await host.takeOver();
    await host.settle();
    expect(world.stream.seqs).toEqual(seqs);
    host.kill();
  });

  it('begin with the ledger that a single host had, and set aside a second one', async () => {
    const world = new BooksWorld();
    const [first, second] = [world.host(), world.host()];
    first.open().record([donation(7)]);
    first.close();
    second.open().record([donation(7, { donationText: 'another' })]);
    second.close();
    await first.takeOver();
    await first.settle();
    expect(receive(first, 1)).toEqual([8]);
    await first.giveBack();
    await second.takeOver();
    expect(seqsIn(second.ledger)).toEqual([7, 8]);
    expect(readdirSync(second.dataDir).some((name) => name.includes('before-fleet'))).toBe(true);
    second.kill();
  });

  it('go on with the broadcast, and with what was heard of last', async () => {
    const world = new BooksWorld();
    const first = world.host();
    await first.takeOver();
    first.ledger.figures.setBroadcast(1_000);
    await first.settle();
    first.kill();
    const second = world.host();
    const left = { ...markOfAll(2_000), donation: { received: 1_500, proved: 1_200.5 } };
    await second.takeOver(left);
    expect(second.ledger.figures.broadcast()).toEqual({ beganAt: 1_000, lastSignAt: 2_000 });
    expect(second.ledger.mark()).toEqual(left);
    second.kill();
  });

  it('go on with what this host had received itself, kind by kind, where nobody noted it', async () => {
    const host = new BooksWorld().host();
    await host.takeOver();
    const left = { ...markOfAll(2_000), donation: { received: 1_500, proved: 1_200.5 } };
    host.ledger.setMark(left);
    host.kill();
    await host.takeOver();
    expect(host.ledger.mark()).toEqual(left);
    host.kill();
    // The owner before missed nothing, whatever this host did long ago.
    await host.takeOver(null);
    expect(host.ledger.mark()).toBeNull();
    host.kill();
  });
});
