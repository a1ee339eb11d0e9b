import { TimeoutError } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { valuedEventsIn } from '../../../electron/fleet/late-frames.ts';
import { counts, FOUR, flow, setUp } from './fleet-acts.ts';
import type { WorldHost } from './fleet-world.ts';

describe('a host that ends', () => {
  it('hands everything over, to hosts that do not end as well', async () => {
    const world = await setUp(FOUR, ['a', 'b', 'c']);
    await world.clock.advance(30_000);
    const ends = ['a', 'b'].map((id) => world.hosts.get(id)?.fleet.stop());
    await flow(world, FOUR, 12_000);
    await Promise.all(ends);
    expect(counts(world, FOUR)).toEqual({ c: 4 });
    expect(world.lost).toEqual([]);
    expect(world.twice).toEqual([]);
    expect(world.gaps).toEqual([]);
  });

  it('needs no longer than ten seconds, whatever is on screen', async () => {
    const world = await setUp(FOUR, ['a', 'b']);
    for (const channel of FOUR) world.alerts.add(channel);
    let isOver = false;
    const end = world.hosts
      .get('a')
      ?.fleet.stop()
      .then(() => {
        isOver = true;
      });
    await world.clock.advance(9_700);
    expect(isOver).toBe(true);
    await end;
    await world.clock.advance(5_000);
    expect(counts(world, FOUR)).toEqual({ b: 4 });
    expect(world.gaps).toEqual([]);
  });
});

describe('a host that loses its lease', () => {
  it('shows nothing of what it reads afterwards, and keeps it for the books', async () => {
    const world = await setUp(['one']);
    const a = world.hosts.get('a') as WorldHost;
    world.join('b');
    await flow(world, ['one'], 1_000);
    a.pause();
    const meanwhile = await flow(world, ['one'], 30_000);
    expect(world.placesOf('one')).toEqual(['a', 'b']);
    const atB = new Set(world.written.map(({ text }) => text));
    const atA = meanwhile.filter((text) => !atB.has(text));
    a.resume();
    await flow(world, ['one'], 3_000);
    expect(world.placesOf('one')).toEqual(['b']);
    expect(world.twice).toEqual([]);
    expect(world.lost).toEqual([]);
    expect(atA.length).toBeGreaterThan(200);
    expect(world.late).toEqual(expect.arrayContaining(atA));
  });

  it('brings no chat late, nor what is no event', () => {
    const frames = [
      { event: 'CHAT', data: { content: 'words' } },
      { event: 'SYSTEM', data: {} },
      { event: 'DONATION', data: { donationText: 'for the books' } },
    ];
    const texts = [...frames.map((frame) => JSON.stringify(frame)), '{', 'PONG'];
    const events = valuedEventsIn(texts, 'https://platform');
    expect(events).toMatchObject([{ kind: 'DONATION', data: { donationText: 'for the books' } }]);
  });

  it('has closed the stream when it says so', async () => {
    const world = await setUp(['one']);
    const a = world.hosts.get('a') as WorldHost;
    const placesThen: (readonly string[])[] = [];
    a.onSaid = () => placesThen.push(world.placesOf('one'));
    a.way = 'cut';
    await world.clock.advance(13_000);
    expect(a.said.at(-1)).toBe('lost one');
    expect(placesThen).toEqual([[]]);
  });

  it('never begins a channel whose lease it lost while the core started', async () => {
    const world = await setUp(['one'], []);
    const a = world.join('a');
    a.startMs = 20_000;
    await world.clock.advance(3_000);
    a.way = 'cut';
    await world.clock.advance(25_000);
    expect(world.placesOf('one')).toEqual([]);
    expect(world.platform.mostSessions).toBe(0);
  });

  it('begins the channel again soon, where it was NATS that kept it from beginning', async () => {
    const world = await setUp(['one'], []);
    const a = world.join('a');
    a.startMs = 20_000;
    await world.clock.advance(3_000);
    a.way = 'cut';
    await world.clock.advance(25_000);
    a.startMs = 0;
    a.way = 'open';
    let slow = 3;
    world.channels.onRead = () => {
      slow -= 1;
      if (slow >= 0) throw new TimeoutError();
    };
    await world.clock.advance(10_000);
    expect(slow).toBeLessThan(0);
    expect(world.placesOf('one')).toEqual(['a']);
  });

  it.each([-60_000, 60_000])(
    'has a gap of the right length after a kill, with a clock that is wrong by %s ms',
    async (skewMs) => {
      const world = await setUp(['one'], []);
      const a = world.join('a');
      a.skewMs = skewMs;
      await world.clock.advance(3_000);
      world.join('b');
      await flow(world, ['one'], 5_000);
      const killedAt = world.clock.now();
      a.kill();
      await flow(world, ['one'], 30_000);
      expect(world.placesOf('one')).toEqual(['b']);
      expect(world.lost).toEqual([]);
      const [gap] = world.gaps;
      expect(gap?.from).toBeGreaterThan(killedAt - 21_000);
      expect(gap?.from).toBeLessThanOrEqual(killedAt);
    },
  );

  it('has a gap from its first moment on, however slowly NATS answers the next host', async () => {
    const world = await setUp(['one'], []);
    const a = world.join('a');
    while (!a.open.has('one')) await world.clock.advance(10);
    await world.clock.advance(100);
    a.kill();
    world.join('b').wayMs = 150;
    await flow(world, ['one'], 40_000);
    expect(world.placesOf('one')).toEqual(['b']);
    expect(world.lost).toEqual([]);
  });

  it('has a gap from its end on, however slowly NATS takes the note of it', async () => {
    const world = await setUp(['one']);
    const a = world.hosts.get('a') as WorldHost;
    a.wayMs = 500;
    const end = a.fleet.stop();
    await flow(world, ['one'], 12_000);
    await end;
    world.join('b');
    await flow(world, ['one'], 20_000);
    expect(world.placesOf('one')).toEqual(['b']);
    expect(world.lost).toEqual([]);
  });

  it('loses it for good once it cannot prove it, also where its clock is set back at once', async () => {
    const world = await setUp(['one']);
    const a = world.hosts.get('a') as WorldHost;
    a.skewMs = 60_000;
    await flow(world, ['one'], 100);
    a.skewMs = 0;
    await flow(world, ['one'], 40_000);
    expect(world.lost).toEqual([]);
    expect(a.said).toContain('lost one');
  });
});

describe('channels whose host died', () => {
  it('are all taken soon, also while other dead hosts still count', async () => {
    const world = await setUp(FOUR, ['a']);
    world.hosts.get('a')?.kill();
    await world.clock.advance(8_000);
    for (const host of ['b', 'c']) {
      world.join(host);
      await world.clock.advance(1_000);
      world.hosts.get(host)?.kill();
    }
    world.join('d');
    await world.clock.advance(12_000);
    expect(counts(world, FOUR)).toEqual({ d: 4 });
  });

  it.each([1, 2, 3, 4, 5])(
    'have a recorded gap, also where NATS does not answer read %s of their leases',
    async (read) => {
      const world = await setUp(['one'], ['a']);
      await flow(world, ['one'], 3_000);
      world.hosts.get('a')?.kill();
      const b = world.join('b');
      let reads = 0;
      world.leases.onRead = (key) => {
        if (!key.startsWith('channel.')) return;
        reads += 1;
        if (reads === read) throw new Error('no responders');
      };
      await flow(world, ['one'], 90_000);
      expect(reads).toBeGreaterThanOrEqual(1);
      expect(b.open.has('one')).toBe(true);
      expect(world.lost).toEqual([]);
    },
  );

  it('are not taken by a host that bears none', async () => {
    const world = await setUp(FOUR, ['a']);
    world.join('none', 0);
    world.hosts.get('a')?.kill();
    await world.clock.advance(60_000);
    expect(counts(world, FOUR)).toEqual({ '': 4 });
  });

  it.each(['channels', 'leases'] as const)(
    'are seen where a list of the %s does not end',
    async (bucket) => {
      const world = await setUp([]);
      for (const channel of FOUR) await world.add(channel);
      world[bucket].isListCut = true;
      await world.clock.advance(9_000);
      expect(counts(world, FOUR)).toEqual({ a: 4 });
    },
  );
});

describe('a session that was made ready for a channel', () => {
  it('is left as soon as a third host has had the channel in between', async () => {
    const world = await setUp(['one', 'two']);
    const [a, b] = [world.hosts.get('a') as WorldHost, world.join('b')];
    const connected = (channel: string) =>
      world.platform.alive(channel).filter(({ handlers }) => handlers !== null).length;
    const moving = () => ['one', 'two'].find((channel) => connected(channel) === 2);
    while (moving() === undefined) await world.clock.advance(100);
    const channel = String(moving());
    await world.clock.advance(500);
    a.kill();
    b.way = 'cut';
    world.join('c');
    await world.clock.advance(25_000);
    expect(world.placesOf(channel)).toEqual(['c']);
    expect(connected(channel)).toBe(2);
    b.way = 'open';
    // What is in its socket is read first.
    await world.clock.advance(4_000);
    expect(connected(channel)).toBe(1);
    await flow(world, ['one', 'two'], 5_000);
    expect(world.lost).toEqual([]);
    expect(world.twice).toEqual([]);
  });
});
