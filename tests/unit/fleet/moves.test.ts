import { describe, expect, it } from 'vitest';
import { counts, FOUR, flow, setUp } from './fleet-acts.ts';
import type { FleetWorld, WorldHost } from './fleet-world.ts';

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
    // Its session was ready: what came there is not lost with the giver.
    if (ms >= 3_000) expect(world.missing).not.toEqual(new Set(['one', 'two']));
    expect(world.gaps.length).toBeGreaterThan(0);
    // No longer than the lease, the host's last note, and a look.
    for (const { from, to } of world.gaps) expect(to - from).toBeLessThan(40_000);
    expect(world.platform.mostSessions).toBe(2);
  });

  it('a third host has what came to the taker’s session, where both die', async () => {
    const { world, a, b } = await midMove(3_500);
    a.kill();
    const texts = await flow(world, ['one', 'two'], 9_000);
    b.kill();
    const [channel = ''] = world.waiting.channels;
    expect(world.placesOf(channel)).toEqual([]);
    world.join('c');
    await flow(world, ['one', 'two'], 40_000);
    expect(counts(world, ['one', 'two'])).toEqual({ c: 2 });
    const written = world.written.map(({ text }) => text);
    const came = texts.filter((text) => text.startsWith(channel));
    expect(written).toEqual(expect.arrayContaining(came));
    expect(world.twice).toEqual([]);
    expect(world.lost).toEqual([]);
  });

  /** Until this host has been asked to make a session ready. */
  async function untilAsked(world: FleetWorld, host: string): Promise<void> {
    const line = world.lines.get(host);
    let isAsked = false;
    world.lines.set(host, async (question) => {
      isAsked = true;
      return (await line?.(question)) ?? '';
    });
    while (!isAsked) await world.clock.advance(10);
  }

  /** Sessions of both channels that are connected. */
  const connected = (world: FleetWorld) =>
    ['one', 'two'].flatMap((channel) =>
      world.platform.alive(channel).filter(({ handlers }) => handlers !== null),
    ).length;

  it('the taker leaves a session that is not ready in time', async () => {
    const world = await setUp(['one', 'two']);
    const b = world.join('b');
    world.platform.callMs = 7_000;
    await untilAsked(world, 'b');
    await world.clock.advance(17_500);
    expect(connected(world)).toBe(3);
    await world.clock.advance(1_000);
    expect(connected(world)).toBe(2);
    expect(b.said).toEqual([]);
  });

  it('the taker leaves a session that is not ready yet where the giver ends, and what came there is compared with the books', async () => {
    const world = await setUp(['one', 'two'], ['a', 'b']);
    const [a, b] = [world.hosts.get('a') as WorldHost, world.hosts.get('b') as WorldHost];
    world.platform.callMs = 1_500;
    const [channel = ''] = [...a.open.keys()];
    // A host that ends has eight seconds for its channels.
    const end = a.fleet.stop();
    await flow(world, [channel], 7_900, 0);
    expect(world.waiting.channels).toContain(channel);
    await world.clock.advance(600);
    await flow(world, [channel], 20_000);
    await end;
    expect(world.placesOf(channel)).toEqual([b.id]);
    expect(world.twice).toEqual([]);
    expect(world.lost).toEqual([]);
    expect(world.dropped).toEqual([]);
  });

  it('the taker leaves its session at once where the channel stays, however slowly NATS answers', async () => {
    const { world, b } = await midMove(3_000);
    world.rollingOver.add('one').add('two');
    const line = world.lines.get('b');
    let isForgotten = false;
    world.lines.set('b', async (question) => {
      isForgotten ||= question.includes('"forget"');
      return (await line?.(question)) ?? '';
    });
    b.way = 'deaf';
    expect(connected(world)).toBe(3);
    while (!isForgotten) await world.clock.advance(50);
    await world.clock.advance(50);
    expect(connected(world)).toBe(2);
  });

  it.each([
    ['is cut off', (b: WorldHost) => (b.way = 'cut'), (b: WorldHost) => (b.way = 'open')],
    ['stands still', (b: WorldHost) => b.pause(), (b: WorldHost) => b.resume()],
  ])(
    'a third host has what came to the taker’s session, where the giver keeps the channel and dies, and the taker %s meanwhile',
    async (_, away, back) => {
      const { world, a, b } = await midMove(3_000);
      const line = world.lines.get('b');
      let isForgotten = false;
      world.lines.set('b', async (question) => {
        isForgotten ||= question.includes('"forget"');
        return (await line?.(question)) ?? '';
      });
      away(b);
      while (!isForgotten) await flow(world, ['one', 'two'], 50, 0);
      await flow(world, ['one', 'two'], 1_000);
      a.kill();
      const texts = await flow(world, ['one', 'two'], 3_000);
      const came = texts.filter((text) => world.reached.get(text)?.has(b));
      expect(came).not.toEqual([]);
      world.join('c');
      await world.clock.advance(20_000);
      back(b);
      await world.clock.advance(40_000);
      const written = world.written.map(({ text }) => text);
      expect(written).toEqual(expect.arrayContaining(came));
      expect(world.dropped).toEqual([]);
      expect(world.twice).toEqual([]);
    },
  );

  it('a third host has what came to the taker’s session, where the giver dies and the taker ends', async () => {
    const { world, a, b } = await midMove(3_500);
    a.kill();
    b.pause();
    const texts = await flow(world, ['one', 'two'], 2_000);
    const came = texts.filter((text) => world.reached.get(text)?.has(b));
    expect(came).not.toEqual([]);
    b.resume();
    // The process is gone as soon as it says that it has ended.
    const end = b.fleet.stop().then(() => b.kill());
    await world.clock.advance(3_000);
    await end;
    world.join('c');
    await world.clock.advance(40_000);
    expect(counts(world, ['one', 'two'])).toEqual({ c: 2 });
    const written = world.written.map(({ text }) => text);
    expect(written).toEqual(expect.arrayContaining(came));
    expect(world.twice).toEqual([]);
  });

  it.each(
    [20, 400].flatMap((openMs) =>
      [0.5, 1, 2, 3, 4, 5, 6, 8, 50].map((part) => [Math.round(20 + part * openMs), openMs]),
    ),
  )(
    'what came to the taker’s session is in the books, where it stands still %s ms after it was asked (sockets open in %s ms)',
    async (ms = 0, openMs = 0) => {
      const world = await setUp(['one', 'two']);
      const [a, b] = [world.hosts.get('a'), world.join('b')];
      world.platform.openMs = openMs;
      world.join('c');
      await untilAsked(world, 'b');
      await flow(world, ['one', 'two'], ms, 0);
      b.pause();
      a?.kill();
      await flow(world, ['one', 'two'], 30_000);
      b.resume();
      await flow(world, ['one', 'two'], 15_000);
      expect(world.dropped).toEqual([]);
      expect(world.twice).toEqual([]);
    },
  );

  it('nothing of the taker’s session stays in the stream where the channel stays', async () => {
    const { world } = await midMove(3_000);
    world.rollingOver.add('one').add('two');
    await flow(world, ['one', 'two'], 1_000);
    expect(world.waiting.channels).not.toEqual([]);
    await flow(world, ['one', 'two'], 32_000);
    expect(counts(world, ['one', 'two'])).toEqual({ a: 2 });
    expect(world.waiting.channels).toEqual([]);
    expect(world.twice).toEqual([]);
  });
});
