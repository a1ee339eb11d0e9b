import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChannelPlace } from '../../../electron/fleet/books/channel-books.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import type { Question } from '../../../electron/fleet/move-words.ts';
import { SUBSCRIPTION_KINDS } from '../../../shared/connection-history.ts';
import { flow, setUp } from './fleet-acts.ts';
import type { FleetWorld, WorldHost } from './fleet-world.ts';
import { HostWay } from './lease-world.ts';

const hostOf = (world: FleetWorld, id: string) => world.hosts.get(id) as WorldHost;

/** A stop takes a moment, and a note is dated before it is there. */
function expectNear(time: number | undefined, expected: number): void {
  expect(Math.abs((time ?? 0) - expected)).toBeLessThan(2_000);
}

function expectAllUntil(place: ChannelPlace | undefined, until: number): void {
  const left = place?.left ?? {};
  expect(Object.keys(left)).toEqual(SUBSCRIPTION_KINDS);
  for (const { received, proved } of Object.values(left)) {
    expectNear(received, until);
    expectNear(proved, until);
  }
}

/** What is asked of a host from now on. */
function questionsTo(world: FleetWorld, host: string): Question[] {
  const questions: Question[] = [];
  const line = world.lines.get(host);
  world.lines.set(host, async (question) => {
    questions.push(JSON.parse(question) as Question);
    return (await line?.(question)) ?? '';
  });
  return questions;
}

describe('a channel that starts on a host', () => {
  it('has its files in a folder of its own, and nothing of a host before', async () => {
    const world = await setUp(['one']);
    const [place] = hostOf(world, 'a').places;
    expect(place).toMatchObject({
      lease: { channelId: 'one' },
      dataDir: join('a', 'channels', keyOf('one')),
      session: null,
      isTold: false,
    });
    expect(place).toHaveProperty('left', undefined);
    expect(place?.isProven()).toBe(true);
  });

  it('knows until when the host before received it', async () => {
    const world = await setUp(['one']);
    await world.clock.advance(60_000);
    const end = hostOf(world, 'a').fleet.stop();
    await world.clock.advance(3_000);
    await end;
    const endedAt = world.clock.now() - 3_000;
    await world.clock.advance(30_000);
    const b = world.join('b');
    await world.clock.advance(3_000);
    const [place] = b.places;
    expect(place).toMatchObject({ session: null, isTold: false });
    expectAllUntil(place, endedAt);
  });

  it('knows it of each kind, where the host before had not received all of them', async () => {
    const world = await setUp(['one']);
    await world.clock.advance(60_000);
    const goneAt = world.clock.now() - 40_000;
    const mark = { donation: { received: goneAt, proved: goneAt - 5_000 } };
    world.histories.set('one', { mark });
    const end = hostOf(world, 'a').fleet.stop();
    await world.clock.advance(3_000);
    await end;
    const endedAt = world.clock.now() - 3_000;
    await world.clock.advance(30_000);
    const b = world.join('b');
    await world.clock.advance(3_000);
    const { donation, ...others } = b.places[0]?.left ?? {};
    for (const mark of [others.chat, others.subscription]) {
      expectNear(mark?.received, endedAt);
      expectNear(mark?.proved, endedAt);
    }
    expectNear(donation?.received, goneAt);
    expectNear(donation?.proved, goneAt - 5_000);
  });

  it('knows it of each kind after a kill, too', async () => {
    const world = await setUp(['one']);
    const goneAt = world.clock.now() - 40_000;
    // It is noted as long as the host lives.
    world.histories.set('one', { mark: { subscription: { received: goneAt, proved: goneAt } } });
    await world.clock.advance(30_000);
    const b = world.join('b');
    await flow(world, ['one'], 20_000);
    hostOf(world, 'a').kill();
    const killedAt = world.clock.now();
    await world.clock.advance(60_000);
    const { subscription, ...others } = b.places[0]?.left ?? {};
    expectNear(subscription?.received, goneAt);
    for (const mark of [others.chat, others.donation]) {
      // The last note may be as old as the time from one to the next.
      expect(mark?.received).toBeGreaterThan(killedAt - 22_000);
      expect(mark?.received).toBeLessThanOrEqual(killedAt);
    }
  });

  it('takes the note of a host that told no kinds apart for one of all kinds', async () => {
    const world = await setUp(['one'], []);
    await world.vault(new HostWay(world.clock), 'one').write('heard', '4000');
    const notedAt = world.clock.now();
    await world.clock.advance(30_000);
    const b = world.join('b');
    await world.clock.advance(3_000);
    expectAllUntil(b.places[0], notedAt - 4_000);
  });

  it('is not proved any more once it was lost', async () => {
    const world = await setUp(['one']);
    const a = hostOf(world, 'a');
    a.way = 'cut';
    await world.clock.advance(20_000);
    expect(a.places[0]?.isProven()).toBe(false);
  });
});

describe('a channel that is about to move', () => {
  it('shares with the next host what comes from now on, which hears its first number', async () => {
    const world = await setUp(['one', 'two']);
    const texts = await flow(world, ['one', 'two'], 1_000);
    const b = world.join('b');
    const questions = questionsTo(world, 'b');
    await world.clock.advance(20_000);
    const [prepare] = questions;
    const next = texts.length + 1;
    expect(prepare).toMatchObject({ type: 'prepare', from: next, session: null });
    const channel = prepare?.channelId ?? '';
    expect(hostOf(world, 'a').shared).toEqual([`${channel} given from ${next} for 120000`]);
    expect(questions.map(({ type }) => type)).toEqual(['prepare', 'still']);
    expect(b.places).toMatchObject([{ isTold: true, session: expect.any(String) }]);
    expect(b.shared).toEqual([]);
  });

  it('leaves a session behind that brings nothing any more', async () => {
    const world = await setUp(['one', 'two']);
    world.join('b');
    await world.clock.advance(20_000);
    const [place] = hostOf(world, 'b').places;
    const sessions = world.platform.alive(place?.lease.channelId ?? '');
    const kinds = sessions.map(({ kinds: its, handlers }) => [its.size, handlers !== null]);
    expect(kinds).toEqual([
      [0, false],
      [3, true],
    ]);
  });

  it('is compared with the books where what its host had cannot be read', async () => {
    const world = await setUp(['one', 'two']);
    world.leases.onRead = (key) => {
      if (key.startsWith('handed.')) throw new Error('no responders');
    };
    const b = world.join('b');
    await flow(world, ['one', 'two'], 20_000);
    const [place] = b.places;
    expect(place).toMatchObject({ isTold: false, session: expect.any(String) });
    expect(world.placesOf(place?.lease.channelId ?? '')).toEqual(['b']);
    expect(world.twice).toEqual([]);
    expect(world.lost).toEqual([]);
  });

  it('shares nothing any more where it stays, and the other host has left its session', async () => {
    const world = await setUp(['one', 'two']);
    world.platform.isFull = true;
    world.join('b');
    const questions = questionsTo(world, 'b');
    await world.clock.advance(5_000);
    expect(questions.map(({ type }) => type)).toEqual(['prepare', 'forget', 'had']);
    const [first = '', second] = hostOf(world, 'a').shared;
    expect(first).toContain('given from 1 for 120000');
    expect(second).toBe(`${first.split(' ')[0]} for 0`);
  });

  it.each([
    ['before it was about to move', 1_000, true],
    ['while it was', -3_000, false],
    ['and still does', null, false],
  ] as const)(
    'is told to have had all that came to the other host only if it missed nothing %s',
    async (_, agoMs, isSaid) => {
      const world = await setUp(['one', 'two']);
      world.platform.isFull = true;
      const from = world.clock.now() - 5_000;
      const gap = { from, reason: 'connection-lost', kinds: ['donation'] } as const;
      const closed = agoMs === null ? [] : [{ ...gap, to: world.clock.now() - agoMs }];
      for (const channel of ['one', 'two']) {
        world.histories.set(channel, { gaps: closed, openGaps: agoMs === null ? [gap] : [] });
      }
      world.join('b');
      const questions = questionsTo(world, 'b');
      await world.clock.advance(5_000);
      const told = isSaid ? ['had'] : [];
      expect(questions.map(({ type }) => type)).toEqual(['prepare', 'forget', ...told]);
    },
  );

  it('may be shared for longer where the other host does not say that it has left', async () => {
    const world = await setUp(['one', 'two']);
    world.join('b');
    world.lines.set('b', async () => 'what?');
    await world.clock.advance(5_000);
    expect(hostOf(world, 'a').shared).toHaveLength(1);
    // Nor is it given to anybody else meanwhile.
    const [channel] = hostOf(world, 'a').shared[0]?.split(' ') ?? [];
    world.lines.delete('b');
    hostOf(world, 'b').kill();
    await world.clock.advance(16_000);
    world.join('c');
    const questions = questionsTo(world, 'c');
    await world.clock.advance(60_000);
    expect(questions.map(({ channelId }) => channelId)).not.toContain(channel);
    await world.clock.advance(60_000);
    expect(questions).not.toEqual([]);
  });

  it('is taken over with what the host before had, where that one dies in between', async () => {
    const world = await setUp(['one', 'two']);
    const a = hostOf(world, 'a');
    const texts = await flow(world, ['one', 'two'], 1_000);
    const b = world.join('b');
    const questions = questionsTo(world, 'b');
    while (questions.length === 0) await world.clock.advance(10);
    await flow(world, ['one', 'two'], 1_500);
    a.kill();
    await flow(world, ['one', 'two'], 40_000);
    const [prepare] = questions;
    const channel = prepare?.channelId ?? '';
    const from = texts.length + 1;
    expect(prepare).toMatchObject({ from });
    expect(b.shared).toEqual([
      `${channel} of ${prepare?.epoch} from ${from} for 60000`,
      // The slowest copy, and a moment.
      `${channel} for 6000`,
    ]);
    const place = b.places.find(({ lease }) => lease.channelId === channel);
    expect(place).toMatchObject({ isTold: false, session: expect.any(String) });
    expect(world.lost).toEqual([]);
    expect(world.twice).toEqual([]);
  });
});
