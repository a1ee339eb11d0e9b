import { createSocket } from 'node:dgram';
import { Bundle, Message } from 'node-osc';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import { PACKETS_A_SECOND } from '../../../electron/features/osc/osc-socket.ts';
import { settle } from '../../support/virtual-clock.ts';
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
    ['/stagelight/counter/up', ['데스 수', 'x'], 'counters.add', { by: 1 }],
    ['/stagelight/counter/undo/데스 수', ['0'], 'counters.undo', { counter: 4 }],
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
    [`/stagelight/counter/up/${encodeURIComponent('데스 수')}`, [0]],
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

  it('is done each time it comes', async () => {
    const world = await OscWorld.start();
    const client = world.client();
    for (let time = 1; time <= 3; time += 1) {
      await client.send('/stagelight/marks/add');
      await world.hasRun(time);
    }
    expect(new Set(world.ids).size).toBe(3);
    await world.clock.advance(500);
    expect(world.state.counts).toMatchObject({ ran: 3, tooMany: 0 });
  });

  it('does nothing on a host without pages, and the page says so', async () => {
    const world = await OscWorld.start();
    world.isBare = true;
    await world.client().send('/stagelight/marks/add');
    const problem = new Promise<void>((resolve) => {
      world.door.feeds.osc.onChange(() => world.state.lastProblem && resolve());
    });
    await world.client().send('/stagelight/nowhere');
    await world.hasCounted('unknown');
    await world.clock.advance(500);
    await problem;
    expect(world.state.lastProblem).toEqual({ code: 'not-on-this-host' });
    expect(world.ran).toEqual([]);
  });

  it('that fails says why on the page', async () => {
    const world = await OscWorld.start();
    world.failure = new StagelightError({ code: 'vote-none' });
    await world.client().send('/stagelight/vote/end');
    await world.hasRun(1);
    await world.clock.advance(1_000);
    expect(world.state).toMatchObject({ counts: { ran: 0 }, lastProblem: { code: 'vote-none' } });
  });

  it('is counted from nothing again when the port is opened anew', async () => {
    const world = await OscWorld.start();
    world.failure = new StagelightError({ code: 'vote-none' });
    await world.client().send('/stagelight/vote/end');
    await world.client().send('/stagelight/nowhere');
    await world.hasCounted('unknown');
    await world.clock.advance(500);
    const before = world.state;
    expect(world.state).toBe(before);
    expect(before).toMatchObject({ lastProblem: {}, lastUnknown: '/stagelight/nowhere' });
    await world.set({ on: false });
    await world.set({ on: true });
    expect(world.state).toMatchObject({
      counts: { ran: 0, strangers: 0, unreadable: 0, unknown: 0, tooMany: 0 },
      lastProblem: null,
      lastUnknown: null,
      lastStranger: null,
    });
  });

  it('of an address without end is shown cut', async () => {
    const world = await OscWorld.start();
    await world.client().send(`/${'가'.repeat(200)}`);
    await world.hasCounted('unknown');
    expect(world.state.lastUnknown).toBe(`/${'가'.repeat(33)}`);
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

  it('begins beyond 4 KiB', async () => {
    const world = await OscWorld.start();
    const packet = (bytes: number) => {
      const whole = Buffer.alloc(bytes);
      whole.write('/stagelight/wheel/spin\0\0,s\0\0');
      return whole.fill('a', 28, bytes - 4);
    };
    const send = rawSender(world);
    await send(packet(4_096));
    await world.hasRun(1);
    await send(packet(4_100));
    await world.hasCounted('unreadable');
    expect(world.ran).toHaveLength(1);
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

  it(`is more than ${PACKETS_A_SECOND} packets in a second, and over in the next one`, async () => {
    const world = await OscWorld.start();
    const client = world.client();
    for (let sent = 1; sent <= PACKETS_A_SECOND; sent += 1) {
      await client.send('/stagelight/marks/add');
      await world.hasRun(sent);
    }
    await client.send('/stagelight/marks/add');
    await world.hasCounted('tooMany');
    expect(world.state.counts.tooMany).toBe(1);
    await world.clock.advance(1_000);
    await client.send('/stagelight/marks/add');
    await world.hasRun(PACKETS_A_SECOND + 1);
    await world.clock.advance(500);
    expect(world.state.counts).toMatchObject({ ran: PACKETS_A_SECOND + 1, tooMany: 1 });
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
    await settle();
    await client.send('/stagelight/alerts/skip');
    await world.hasRun(33);
    expect(world.ran.at(-1)).toEqual(['alerts.skip', {}]);
  });
});
