import { createSocket } from 'node:dgram';
import { Bundle, Message } from 'node-osc';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import { PACKETS_A_SECOND } from '../../../electron/features/osc/osc-socket.ts';
import { OscWorld } from './osc-world.ts';

/** A bare socket, for packets that no OSC program would send. */
function rawSender(world: OscWorld) {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  return (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.send(bytes, world.port, '127.0.0.1', (failure) =>
        failure ? reject(failure) : resolve(),
      );
    });
}

describe('a message over OSC', () => {
  it.each([
    ['/stagelight/alerts/pause', [], 'alerts.pause', { paused: true }],
    ['/stagelight/alerts/resume', [1], 'alerts.pause', { paused: false }],
    ['/stagelight/alerts/panic', [0.5], 'alerts.panic', {}],
    ['/stagelight/overlay/next-layout', [true], 'overlay.switch', { to: 'next' }],
    ['/stagelight/obs/record/start', [], 'obs.record', { to: 'start' }],
    ['/stagelight/obs/scene', ['game'], 'obs.scene', { scene: 'Game' }],
    ['/stagelight/obs/scene', ['수다'.normalize('NFD')], 'obs.scene', { scene: '수다' }],
    ['/stagelight/counter/up', ['데스 수'], 'counters.add', { counter: 4, by: 1 }],
    ['/stagelight/counter/down', ['데스 수', 1], 'counters.add', { counter: 4, by: -1 }],
    [`/stagelight/counter/up/${encodeURIComponent('데스 수')}`, [1], 'counters.add', { by: 1 }],
    ['/stagelight/players/call', [], 'players.call', { count: 1, more: false }],
    ['/stagelight/vote/extend', [30], 'vote.extend', { seconds: 30 }],
    ['/stagelight/subathon/add', [-59.6], 'subathon.add', { seconds: -60 }],
  ])('%s %j runs a command', async (address, args, name, said) => {
    const world = await OscWorld.start();
    await world.client().send(address, ...args);
    await world.hasRun(1);
    expect(world.ran).toMatchObject([[name, said]]);
  });

  it.each([
    ['/stagelight/alerts/pause', [0]],
    ['/stagelight/alerts/pause', [false]],
    ['/stagelight/counter/up', ['데스 수', 0]],
  ])(
    '%s %j is a button that was let go: nothing is run, nothing counted',
    async (address, args) => {
      const world = await OscWorld.start();
      await world.client().send(address, ...args);
      await world.allRead();
      expect(world.ran).toEqual([]);
      expect(world.state.counts.unknown).toBe(0);
    },
  );

  it.each([
    ['/stagelight/alerts', []],
    ['/stagelight/*', []],
    ['/stagelight/counter/up', []],
    ['/stagelight/counter/up', [4]],
    ['/stagelight/counter/up', ['wins']],
    ['/stagelight/counter/up/%E0%A4%A', []],
    ['/stagelight/vote/extend', ['30']],
    ['/stagelight/constructor', []],
    ['/other/alerts/pause', []],
    ['/stagelight/event/donation', ['me', 1_000_000, 'hi']],
  ])('%s %j means nothing: it is counted, and its address shown', async (address, args) => {
    const world = await OscWorld.start();
    await world.client().send(address, ...args);
    await world.allRead();
    await world.clock.advance(500);
    expect(world.ran).toEqual([]);
    expect(world.state).toMatchObject({ counts: { unknown: 1 }, lastUnknown: address });
  });

  it('may come in bundles, also within each other, and is followed in its order', async () => {
    const world = await OscWorld.start();
    const inner = new Bundle(2_000_000_000, ['/stagelight/wheel/spin']);
    const message = new Message('/stagelight/alerts/skip');
    // The library's types take messages only; its tests take bundles too.
    await world.client().send(new Bundle(message, inner as never) as never);
    await world.hasRun(2);
    expect(world.ran.map(([name]) => name)).toEqual(['alerts.skip', 'wheel.spin']);
  });

  it('that fails says why on the page', async () => {
    const world = await OscWorld.start();
    world.failure = new StagelightError({ code: 'vote-none' });
    await world.client().send('/stagelight/vote/end');
    await world.hasRun(1);
    await world.clock.advance(1_000);
    expect(world.state).toMatchObject({ counts: { ran: 0 }, lastProblem: { code: 'vote-none' } });
  });
});

describe('what is no OSC', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a type that nobody knows', Buffer.from('/a\0\0,x\0\0')],
    ['a bundle that says it is longer', Buffer.from('#bundle\0\0\0\0\0\0\0\0\x01\x7f\xff\xff\xff')],
    ['an address without its slash', Buffer.from('stagelight/wheel/spin\0\0\0,\0\0\0')],
    ['too large', Buffer.from(`/stagelight/wheel/spin\0\0,s\0\0${'a'.repeat(5_000)}\0\0\0\0`)],
  ])('is counted and dropped: %s', async (_what, bytes) => {
    const world = await OscWorld.start();
    await rawSender(world)(bytes);
    await world.allRead();
    await world.clock.advance(500);
    expect(world.ran).toEqual([]);
    expect(world.state.counts.unreadable).toBe(1);
  });

  it('is counted and dropped: bundles in bundles without end', async () => {
    const world = await OscWorld.start();
    let packet: Bundle = new Bundle(['/stagelight/wheel/spin']);
    for (let deep = 0; deep < 100; deep += 1) packet = new Bundle(packet as never);
    await world.client().send(packet as never);
    await world.allRead();
    await world.clock.advance(500);
    expect(world.ran).toEqual([]);
    expect(world.state.counts.unreadable).toBe(1);
  });
});

describe('a flood', () => {
  it('of ten thousand packets costs what the first of each second cost, and is counted', async () => {
    const world = await OscWorld.start();
    const client = world.client();
    let told = 0;
    world.door.feeds.osc.onChange(() => {
      told += 1;
    });
    for (let sent = 0; sent < 10_000; sent += 100) {
      const packets = Array.from({ length: 100 }, () => client.send('/stagelight/marks/add'));
      await Promise.all(packets);
      // Sockets are read between turns of the event loop.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    // The system itself drops some of so many: what matters is that no more was done.
    expect(world.ran.length).toBeLessThanOrEqual(PACKETS_A_SECOND);
    await world.clock.advance(1_000);
    world.ran.length = 0;
    await client.send('/stagelight/alerts/skip');
    await world.hasRun(1);
    expect(world.ran).toEqual([['alerts.skip', {}]]);
    expect(world.state.counts.tooMany).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(4);
  });

  it('of commands that take their time leaves room for what else is to be done', async () => {
    const world = await OscWorld.start();
    let finish = (): void => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    world.answer = () => done;
    const client = world.client();
    for (let sent = 0; sent < 40; sent += 1) await client.send('/stagelight/marks/add');
    await world.hasRun(32);
    await client.send('/stagelight/nowhere');
    await world.hasCounted('unknown');
    expect(world.ran).toHaveLength(32);
    expect(world.state.counts.tooMany).toBe(8);
    finish();
  });
});
