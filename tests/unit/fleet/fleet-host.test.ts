import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../electron/fleet/leases.ts';
import type { Answer, Question } from '../../../electron/fleet/move-words.ts';
import { counts, FOUR, setUp } from './fleet-acts.ts';
import type { FleetWorld, WorldHost } from './fleet-world.ts';

const hostOf = (world: FleetWorld, id: string) => world.hosts.get(id) as WorldHost;
const helloKey = (id: string, weight = 1) => `host.${keyOf(id)}.${weight}`;
const hello = (world: FleetWorld, id: string) => world.leases.read(helloKey(id))?.value;
const leaseOf = (world: FleetWorld, channel: string) =>
  world.leases.read(`channel.${keyOf(channel)}`);
const put = (world: FleetWorld, key: string, operation: 'PUT' | 'DEL') =>
  world.channels.put(key, '{}', world.channels.read(key)?.revision ?? 0, operation);

describe('a host of a fleet', () => {
  it('says that it is there and how many channels it has, for as long as it is', async () => {
    const world = await setUp(FOUR, []);
    const a = world.join('a', 2);
    await world.clock.advance(0);
    expect(world.leases.read(helloKey('a', 2))?.value).toBe('0');
    await world.clock.advance(60_000);
    expect(world.leases.read(helloKey('a', 2))?.value).toBe('4');
    const end = a.fleet.stop();
    await world.clock.advance(10_000);
    await end;
    expect(world.leases.keys()).toEqual([]);
  });

  it('tells at once that a channel has left, so that it is given others', async () => {
    const world = await setUp(['one', 'two']);
    world.join('b');
    while (!hostOf(world, 'a').said.some((line) => line.startsWith('stopped'))) {
      await world.clock.advance(10);
    }
    await world.clock.advance(10);
    expect(hello(world, 'a')).toBe('1');
  });

  it('takes twenty channels at a look, every two seconds, and each once', async () => {
    const channels = Array.from({ length: 45 }, (_, at) => `channel-${at}`);
    const world = await setUp(channels, []);
    const a = world.join('a');
    const open: number[] = [];
    for (let look = 0; look < 3; look += 1) {
      await world.clock.advance(1_000);
      open.push(a.open.size);
      await world.clock.advance(1_000);
    }
    await world.clock.advance(10_000);
    expect(open).toEqual([20, 40, 45]);
    expect(a.starts).toHaveLength(45);
  });

  it('takes its share of what nobody has, by its weight, while all begin at once', async () => {
    const channels = Array.from({ length: 12 }, (_, at) => `channel-${at}`);
    const world = await setUp(channels, []);
    world.join('a', 2);
    world.join('b', 1);
    await world.clock.advance(1_000);
    await world.clock.advance(30_000);
    expect(counts(world, channels)).toEqual({ a: 8, b: 4 });
  });

  it('stops a channel soon after it was paused or removed, and leaves its lease to others', async () => {
    const world = await setUp(['one', 'two']);
    const a = hostOf(world, 'a');
    expect(a.fleet.running.map(({ lease }) => lease.channelId).sort()).toEqual(['one', 'two']);
    put(world, `channel.${keyOf('one')}`, 'DEL');
    await world.clock.advance(2_500);
    expect(world.placesOf('one')).toEqual([]);
    expect(a.fleet.running.map(({ lease }) => lease.channelId)).toEqual(['two']);
    expect(a.said.at(-1)).toBe('stopped one');
    expect(leaseOf(world, 'one')?.operation).not.toBe('PUT');
    expect(world.placesOf('two')).toEqual(['a']);
    put(world, `channel.${keyOf('one')}`, 'PUT');
    await world.clock.advance(5_000);
    expect(world.placesOf('one')).toEqual(['a']);
  });

  it('keeps a channel that a list of the fleet leaves out', async () => {
    const world = await setUp(['one']);
    world.channels.keys = () => [];
    await world.clock.advance(20_000);
    expect(world.placesOf('one')).toEqual(['a']);
    expect(hostOf(world, 'a').said).toEqual(['started one']);
  });

  it('leaves a channel that it cannot start to others, and tries it again half a minute later', async () => {
    const world = await setUp(['one', 'two'], []);
    const a = world.join('a');
    a.failing.add('one');
    const tries = () => a.starts.filter((channel) => channel === 'one').length;
    await world.clock.advance(30_000);
    expect(tries()).toBe(1);
    expect(leaseOf(world, 'one')?.operation).not.toBe('PUT');
    expect(a.said).toEqual(['started two']);
    await world.clock.advance(3_000);
    expect(tries()).toBe(2);
    const b = world.join('b');
    await world.clock.advance(8_000);
    expect(world.placesOf('one')).toEqual(['b']);
    expect(b.said).toEqual(['started one']);
  });

  it('takes its time to end while it has channels, or starts one: else they would be alone for long', async () => {
    const world = await setUp(['one'], []);
    const a = world.join('a');
    a.startMs = 5_000;
    expect(a.fleet.endsSlowly).toBe(false);
    await world.clock.advance(4_000);
    expect([a.said, a.fleet.endsSlowly]).toEqual([[], true]);
    await world.clock.advance(4_000);
    expect([a.said, a.fleet.endsSlowly]).toEqual([['started one'], true]);
    const b = world.join('b', 0);
    await world.clock.advance(3_000);
    expect(b.fleet.endsSlowly).toBe(false);
  });

  it('runs nothing by its own account once its leases are not proved', async () => {
    const world = await setUp(['one']);
    const a = hostOf(world, 'a');
    a.way = 'cut';
    await world.clock.advance(13_000);
    expect(a.fleet.running).toEqual([]);
    expect(a.said).toEqual(['started one', 'lost one']);
    a.way = 'open';
    await world.clock.advance(20_000);
    expect(world.placesOf('one')).toEqual(['a']);
  });

  it('leaves nothing behind when it has ended, and takes nothing any more', async () => {
    const world = await setUp(['one', 'two']);
    const a = hostOf(world, 'a');
    const end = a.fleet.stop();
    await world.clock.advance(10_000);
    await end;
    expect(world.clock.pendingTimers).toBe(0);
    expect(world.lines.has('a')).toBe(false);
    expect([...a.said].sort()).toEqual([
      ...['started one', 'started two', 'stopped one', 'stopped two'],
    ]);
    expect(FOUR.map((channel) => leaseOf(world, channel)?.operation ?? 'none')).not.toContain(
      'PUT',
    );
    await world.clock.advance(60_000);
    expect(counts(world, ['one', 'two'])).toEqual({ '': 2 });
  });

  it('hands nothing to a host that is to bear none, also where there is no other', async () => {
    const world = await setUp(['one'], ['a']);
    const b = world.join('b', 0);
    const end = hostOf(world, 'a').fleet.stop();
    await world.clock.advance(60_000);
    await end;
    expect(b.said).toEqual([]);
  });

  it('gives its channels back where the fleet cannot be looked at in its last moment', async () => {
    const world = await setUp(['one'], ['a', 'b']);
    const [place = ''] = world.placesOf('one');
    const leaving = hostOf(world, place);
    world.channels.keys = () => {
      throw new Error('no responders');
    };
    const end = leaving.fleet.stop();
    await world.clock.advance(3_000);
    await end;
    expect(leaving.said).toEqual(['started one', 'stopped one']);
    expect(leaseOf(world, 'one')?.operation).not.toBe('PUT');
  });
});

describe('a host that is asked by another one', () => {
  async function asked(channels: readonly string[] = ['one']) {
    const world = await setUp(channels);
    const ask = async (question: Question | string): Promise<Answer> => {
      const text = typeof question === 'string' ? question : JSON.stringify(question);
      const answer = world.lines.get('a')?.(text);
      await world.clock.advance(1_500);
      return JSON.parse((await answer) ?? 'null');
    };
    const prepare = (channelId: string): Question => ({
      type: 'prepare',
      channelId,
      epoch: 1,
      session: null,
      from: 1,
    });
    return { world, a: hostOf(world, 'a'), ask, prepare };
  }

  const no = (reason: string) => ({ type: 'no', reason, made: 'none' });

  it('answers what it does not understand', async () => {
    const { ask } = await asked();
    for (const question of ['what?', '{}', '{"type":"sing"}']) {
      expect(await ask(question)).toEqual(no('unknown-question'));
    }
  });

  it('makes no session ready for a channel that it has, or that another one has asked it for', async () => {
    const { world, ask, prepare } = await asked();
    expect(await ask(prepare('one'))).toEqual(no('busy'));
    await world.add('other');
    world.leases.put(`channel.${keyOf('other')}`, '{"host":"b","claim":"x"}', 0, 'PUT');
    const answers = await Promise.all([ask(prepare('other')), ask(prepare('other'))]);
    expect(answers[0]).toMatchObject({ type: 'ready' });
    expect(answers[1]).toEqual(no('busy'));
  });

  it('makes none ready while it ends', async () => {
    const { world, a, ask, prepare } = await asked();
    const end = a.fleet.stop();
    expect(await ask(prepare('other'))).toEqual(no('stopping'));
    await world.clock.advance(5_000);
    await end;
  });

  it('makes none ready where it has just stood still: the question may be old', async () => {
    const { world, a, ask, prepare } = await asked([]);
    await world.add('other');
    world.leases.put(`channel.${keyOf('other')}`, '{"host":"b","claim":"x"}', 0, 'PUT');
    a.pause();
    await world.clock.advance(3_000);
    a.resume();
    expect(await ask(prepare('other'))).toEqual(no('stood-still'));
    await world.clock.advance(4_000);
    world.leases.put(
      `channel.${keyOf('other')}`,
      '{"host":"b","claim":"x"}',
      leaseOf(world, 'other')?.revision ?? 0,
      'PUT',
    );
    expect(await ask(prepare('other'))).toMatchObject({ type: 'ready' });
  });

  it('has a session that delivers only for the very hand-over that it was asked for', async () => {
    const { world, ask, prepare } = await asked();
    await world.add('other');
    const lease = () =>
      world.leases.put(
        `channel.${keyOf('other')}`,
        '{"host":"b","claim":"x"}',
        leaseOf(world, 'other')?.revision ?? 0,
        'PUT',
      );
    lease();
    const about = (type: 'still' | 'forget', epoch: number): Question => ({
      type,
      channelId: 'other',
      epoch,
    });
    expect(await ask(about('still', 1))).toEqual(no('connection-lost'));
    expect(await ask(prepare('other'))).toMatchObject({ type: 'ready' });
    lease();
    expect(await ask(about('still', 2))).toEqual(no('connection-lost'));
    expect(await ask(about('still', 1))).toEqual({ type: 'done' });
    lease();
    expect(await ask(about('forget', 2))).toEqual({ type: 'done' });
    expect(await ask(about('still', 1))).toEqual({ type: 'done' });
    expect(await ask(about('forget', 1))).toEqual({ type: 'done' });
    expect(await ask(about('still', 1))).toEqual(no('connection-lost'));
    expect(world.platform.alive('other').filter(({ handlers }) => handlers !== null)).toEqual([]);
  });

  it.each([
    ['erases what came to it once the other host has said that it had that', 1, 3_000, false],
    ['keeps it where that is said of another hand-over', 2, 3_000, true],
    ['keeps it where that is said too late', 1, 4_100, true],
    ['keeps it where that is never said', null, 0, true],
  ] as const)(
    'leaves a session of a channel that stays where it is, and %s',
    async (_, epoch, ms, isKept) => {
      const { world, ask, prepare } = await asked([]);
      await world.add('other');
      const about = (type: 'forget' | 'had', its: number): Question => ({
        type,
        channelId: 'other',
        epoch: its,
      });
      world.leases.put(`channel.${keyOf('other')}`, '{"host":"b","claim":"x"}', 0, 'PUT');
      await ask(prepare('other'));
      world.publish('other', 'came');
      await world.clock.advance(100);
      expect(await ask(about('forget', 1))).toEqual({ type: 'done' });
      expect(world.waiting.channels).toEqual(['other']);
      await world.clock.advance(Math.max(0, ms - 1_500));
      if (epoch !== null) expect(await ask(about('had', epoch))).toEqual({ type: 'done' });
      await world.clock.advance(10_000);
      expect(world.waiting.channels).toEqual(isKept ? ['other'] : []);
    },
  );

  it('leaves a session that nobody comes back for, some time after the other host may have ended', async () => {
    const { world, ask, prepare } = await asked();
    await world.add('other');
    const lease = () => {
      const revision = leaseOf(world, 'other')?.revision ?? 0;
      const value = '{"host":"b","claim":"x"}';
      world.leases.put(`channel.${keyOf('other')}`, value, revision, 'PUT');
    };
    const isConnected = () =>
      world.platform.alive('other').some(({ handlers }) => handlers !== null);
    lease();
    expect(await ask(prepare('other'))).toMatchObject({ type: 'ready' });
    for (let seconds = 0; seconds < 75; seconds += 5) {
      lease();
      await world.clock.advance(5_000);
    }
    expect(isConnected()).toBe(true);
    lease();
    await world.clock.advance(5_000);
    expect(isConnected()).toBe(false);
    lease();
    // Then it may be asked again.
    expect(await ask(prepare('other'))).toMatchObject({ type: 'ready' });
  });
});
