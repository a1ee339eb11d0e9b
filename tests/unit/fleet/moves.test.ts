import { afterEach, describe, expect, it } from 'vitest';
import { FleetWorld, type WorldHost } from './fleet-world.ts';

const worlds: FleetWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

async function setUp(channels: readonly string[], hosts: readonly string[] = ['a']) {
  const world = new FleetWorld();
  worlds.push(world);
  for (const channel of channels) await world.add(channel);
  for (const host of hosts) world.join(host);
  await world.clock.advance(10_000);
  return world;
}

/** Publishes to each channel twenty times a second for so long; the texts. */
async function flow(world: FleetWorld, channels: readonly string[], ms: number) {
  const texts: string[] = [];
  for (let passed = 0; passed < ms; passed += 50) {
    for (const channel of channels) {
      const text = `${channel} ${world.clock.monotonic()}`;
      texts.push(text);
      world.publish(channel, text);
    }
    await world.clock.advance(50);
  }
  await world.clock.advance(1_000);
  return texts;
}

const counts = (world: FleetWorld, channels: readonly string[]): Record<string, number> => {
  const all: Record<string, number> = {};
  for (const channel of channels) {
    const place = world.placesOf(channel).join('+');
    all[place] = (all[place] ?? 0) + 1;
  }
  return all;
};

const FOUR = ['one', 'two', 'three', 'four'];

describe('a channel that moves to another host', () => {
  it('is handed over while events flow: each is written once, and no gap is recorded', async () => {
    const world = await setUp(FOUR);
    expect(counts(world, FOUR)).toEqual({ a: 4 });
    world.join('b');
    const texts = await flow(world, FOUR, 40_000);
    expect(counts(world, FOUR)).toEqual({ a: 2, b: 2 });
    expect(world.written.map(({ text }) => text).sort()).toEqual(texts.sort());
    expect(new Set(world.written.map(({ host }) => host))).toEqual(new Set(['a', 'b']));
    expect(world.gaps).toEqual([]);
    expect(world.platform.mostSessions).toBe(2);
  });

  it.each([5, 50, 400])(
    'has every event once where words between hosts take %s ms, and many are equal',
    async (lineMs) => {
      const world = await setUp(['one', 'two']);
      world.lineMs = lineMs;
      world.join('b');
      for (let count = 0; count < 400; count += 1) {
        const text = count % 3 === 0 ? `only ${count}` : `again ${count % 40}`;
        for (const channel of ['one', 'two']) world.publish(channel, `${channel} ${text}`);
        await world.clock.advance(40);
      }
      await world.clock.advance(1_000);
      expect(counts(world, ['one', 'two'])).toEqual({ a: 1, b: 1 });
      const written = world.written.map(({ text }) => text).sort();
      expect(written).toEqual(world.published.map(({ text }) => text).sort());
    },
  );

  it('goes to and fro with two sessions, for as often as it moves', async () => {
    const world = await setUp(['one']);
    const texts: string[] = [];
    for (const next of ['b', 'c', 'd', 'e']) {
      world.join(next);
      await world.clock.advance(6_000);
      const leaving = world.hosts.get(world.placesOf('one')[0] ?? '');
      const stopped = leaving?.fleet.stop();
      texts.push(...(await flow(world, ['one'], 9_000)));
      await stopped;
      world.hosts.delete(leaving?.id ?? '');
    }
    expect(world.placesOf('one')).toEqual(['e']);
    expect(world.written.map(({ text }) => text)).toEqual(texts);
    expect(world.gaps).toEqual([]);
    expect(world.platform.mostSessions).toBe(2);
  });

  it('stays for as long as its alert is on screen, while another one goes', async () => {
    const world = await setUp(['one', 'two']);
    const [first = ''] = world.hosts.get('a')?.said[0]?.split(' ').slice(1) ?? [];
    const other = first === 'one' ? 'two' : 'one';
    world.alerts.add(first);
    world.join('b');
    await world.clock.advance(12_000);
    expect(world.placesOf(first)).toEqual(['a']);
    expect(world.placesOf(other)).toEqual(['b']);
  });

  it('waits for its alert where it is the only one, but not for ever', async () => {
    const world = await setUp(['one', 'two']);
    world.alerts.add('one').add('two');
    world.join('b');
    await world.clock.advance(25_000);
    expect(counts(world, ['one', 'two'])).toEqual({ a: 2 });
    await world.clock.advance(25_000);
    expect(counts(world, ['one', 'two'])).toEqual({ a: 1, b: 1 });
    expect(world.platform.mostSessions).toBe(2);
  });

  it('waits until its session has rolled over to the next one', async () => {
    const world = await setUp(['one', 'two']);
    world.rollingOver.add('one').add('two');
    world.join('b');
    await world.clock.advance(20_000);
    expect(counts(world, ['one', 'two'])).toEqual({ a: 2 });
    world.rollingOver.clear();
    await world.clock.advance(20_000);
    expect(counts(world, ['one', 'two'])).toEqual({ a: 1, b: 1 });
  });

  it('begins to move no more often than once a second', async () => {
    const channels = Array.from({ length: 20 }, (_, at) => `channel-${at}`);
    const world = await setUp(channels);
    world.join('b');
    for (let second = 0; second < 12; second += 1) {
      await world.clock.advance(1_000);
      const moved = world.hosts.get('b')?.open.size ?? 0;
      expect(moved).toBeLessThanOrEqual(second + 1);
    }
    await world.clock.advance(20_000);
    expect(counts(world, channels)).toEqual({ a: 10, b: 10 });
    expect(world.gaps).toEqual([]);
  });

  it('is kept, and loses nothing, where the platform gives no second session', async () => {
    const world = await setUp(['one', 'two']);
    world.platform.isFull = true;
    world.join('b');
    const texts = await flow(world, ['one', 'two'], 40_000);
    expect(counts(world, ['one', 'two'])).toEqual({ a: 2 });
    expect(world.written).toHaveLength(texts.length);
  });

  it('runs on where it is, without a gap, while the servers of NATS elect a leader', async () => {
    const world = await setUp(['one', 'two']);
    world.leases.onWrite = (key) => {
      if (key.startsWith('handed.')) throw new Error('no leader');
    };
    world.join('b');
    const texts = await flow(world, ['one', 'two'], 20_000);
    expect(counts(world, ['one', 'two'])).toEqual({ a: 2 });
    world.leases.onWrite = () => undefined;
    texts.push(...(await flow(world, ['one', 'two'], 60_000)));
    expect(counts(world, ['one', 'two'])).toEqual({ a: 1, b: 1 });
    expect(world.written.map(({ text }) => text).sort()).toEqual(texts.sort());
    expect(world.gaps).toEqual([]);
  });

  it('is left where it is while it connects for the first time', async () => {
    const world = await setUp(FOUR, []);
    world.platform.openMs = 20_000;
    const a = world.join('a');
    await world.clock.advance(4_000);
    world.join('b');
    await world.clock.advance(15_000);
    expect(counts(world, FOUR)).toEqual({ a: 4 });
    world.platform.openMs = 20;
    await world.clock.advance(60_000);
    expect(counts(world, FOUR)).toEqual({ a: 2, b: 2 });
    expect(a.said.filter((line) => line.startsWith('stopped'))).toHaveLength(2);
  });

  it.each([11.2, 12.1])('with a spare session of %s hours never makes a fourth', async (hours) => {
    const world = await setUp(['one', 'two']);
    world.join('b');
    await world.clock.advance(20_000);
    world.clock.jump(hours * 3_600_000);
    world.hosts.get('b')?.kill();
    await world.clock.advance(40_000);
    world.join('c');
    await world.clock.advance(30_000);
    expect(world.platform.mostSessions).toBeLessThanOrEqual(3);
    expect(counts(world, ['one', 'two'])['']).toBeUndefined();
  });
});

describe('where a move goes wrong', () => {
  it.each(['is not there', 'is ending'])(
    'a session of before is kept for the next one, where the host %s',
    async (how) => {
      const world = await setUp(['one', 'two']);
      world.join('b');
      await world.clock.advance(20_000);
      world.hosts.get('b')?.kill();
      await world.clock.advance(30_000);
      const c = world.join('c');
      await world.clock.advance(100);
      if (how === 'is ending')
        world.lines.set('c', async () => '{"type":"no","reason":"stopping","made":"none"}');
      else c.kill();
      await world.clock.advance(60_000);
      c.kill();
      await world.clock.advance(60_000);
      world.join('d');
      await world.clock.advance(60_000);
      void world.hosts.get('a')?.fleet.stop();
      await world.clock.advance(60_000);
      expect(counts(world, ['one', 'two'])).toEqual({ d: 2 });
      expect(world.platform.mostSessions).toBe(2);
    },
  );

  /** One channel too many on `a`, with `b` there: the move has begun, and takes some seconds. */
  async function midMove(afterMs: number) {
    const world = await setUp(['one', 'two']);
    const b = world.join('b');
    const a = world.hosts.get('a') as WorldHost;
    const texts = await flow(world, ['one', 'two'], afterMs);
    return { world, a, b, texts };
  }

  const MOMENTS = [2_000, 2_100, 2_300, 3_000, 4_500, 5_200, 5_350, 5_500, 6_000];

  it.each(MOMENTS)('the giver has everything where the taker dies after %s ms', async (ms) => {
    const { world, b, texts } = await midMove(ms);
    b.kill();
    texts.push(...(await flow(world, ['one', 'two'], 40_000)));
    expect(counts(world, ['one', 'two'])).toEqual({ a: 2 });
    const written = world.written.map(({ text }) => text);
    if (world.gaps.length === 0) expect(written.sort()).toEqual(texts.sort());
    expect(world.twice).toEqual([]);
    expect(world.lost).toEqual([]);
    expect(world.platform.mostSessions).toBe(2);
  });

  it.each(MOMENTS)('the taker goes on where the giver dies after %s ms', async (ms) => {
    const { world, a } = await midMove(ms);
    a.kill();
    await flow(world, ['one', 'two'], 40_000);
    expect(counts(world, ['one', 'two'])).toEqual({ b: 2 });
    expect(world.twice).toEqual([]);
    expect(world.lost).toEqual([]);
    expect(world.gaps.length).toBeGreaterThan(0);
    // No longer than the lease, the host's last note, and a look.
    for (const { from, to } of world.gaps) expect(to - from).toBeLessThan(40_000);
    expect(world.platform.mostSessions).toBe(2);
  });
});

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
  it('writes nothing of what it reads afterwards', async () => {
    const world = await setUp(['one']);
    const a = world.hosts.get('a') as WorldHost;
    world.join('b');
    await flow(world, ['one'], 1_000);
    a.pause();
    await flow(world, ['one'], 30_000);
    expect(world.placesOf('one')).toEqual(['a', 'b']);
    a.resume();
    await flow(world, ['one'], 3_000);
    expect(world.placesOf('one')).toEqual(['b']);
    expect(world.twice).toEqual([]);
    expect(world.lost).toEqual([]);
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
