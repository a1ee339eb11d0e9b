import { beforeEach, describe, expect, it } from 'vitest';
import { socketAddress, socketCarrier } from '../../../renderer/bridge/carriers.ts';
import { type CarrierHandlers, CoreBridge } from '../../../renderer/bridge/core-bridge.ts';
import type { Feeds } from '../../../shared/contract/index.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { eventOf, PROBLEM, pageClock, statusWith } from '../dashboard/support.ts';

class Line {
  readonly sent: { id: number; name: string; args: unknown; type: string }[] = [];
  closed = false;
  readonly ears: CarrierHandlers;

  constructor(ears: CarrierHandlers) {
    this.ears = ears;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  say(frame: unknown): void {
    this.ears.message(JSON.stringify(frame));
  }
}

let clock: VirtualClock;
let lines: Line[];
let reloads: string[];
let reloadAnswer: boolean;
let random: number;

beforeEach(() => {
  clock = new VirtualClock();
  lines = [];
  reloads = [];
  reloadAnswer = true;
  random = 0;
});

function start(): CoreBridge {
  return new CoreBridge({
    carrier: socketCarrier(
      (ears) => {
        const line = new Line(ears);
        lines.push(line);
        return line;
      },
      async () => 'unknown',
    ),
    clock: pageClock(clock),
    random: () => random,
    ownBuildId: 'mine',
    reloadFor: (buildId) => {
      reloads.push(buildId);
      return reloadAnswer;
    },
  });
}

const line = (at = -1): Line => lines.at(at) as Line;

function startConnected(): CoreBridge {
  const bridge = start();
  line().say({ type: 'hello', buildId: 'mine', run: 'run-1' });
  return bridge;
}

describe('a command', () => {
  it('goes out with its name, its arguments and an id of its own', () => {
    const bridge = startConnected();
    void bridge.command('test-event.play', { kind: 'CHAT' });
    void bridge.command('notice.dismiss', { id: 'n' });
    expect(line().sent).toEqual([
      { type: 'command', id: 1, name: 'test-event.play', args: { kind: 'CHAT' } },
      { type: 'command', id: 2, name: 'notice.dismiss', args: { id: 'n' } },
    ]);
  });

  it('gets the answer of its own id, in whatever order answers come', async () => {
    const bridge = startConnected();
    const first = bridge.command('test-event.play', { kind: 'CHAT' });
    const second = bridge.command('test-event.play', { kind: 'DROPS' });
    line().say({ type: 'result', id: 2, ok: true, value: { seq: 22 } });
    line().say({ type: 'result', id: 1, ok: true, value: { seq: 11 } });
    expect([await first, await second]).toEqual([{ seq: 11 }, { seq: 22 }]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is rejected with the problem that the core names', async () => {
    const command = startConnected().command('sign-in.start', {});
    line().say({ type: 'result', id: 1, ok: false, problem: PROBLEM });
    await expect(command).rejects.toMatchObject({ name: 'BridgeError', problem: PROBLEM });
  });

  it('is rejected when the answer is not of the agreed shape', async () => {
    const command = startConnected().command('sign-in.start', {});
    line().say({ type: 'result', id: 1, ok: true, value: { url: 5 } });
    await expect(command).rejects.toMatchObject({ problem: { code: 'bad-answer' } });
  });

  it('is rejected at once while the core cannot be reached, and nothing is sent', async () => {
    const bridge = start();
    await expect(bridge.command('sign-in.start', {})).rejects.toMatchObject({
      problem: { code: 'core-unreachable' },
    });
    expect(line().sent).toEqual([]);
  });
});

describe('the line', () => {
  it('counts as reached only after hello', () => {
    const heard: boolean[] = [];
    const bridge = start();
    bridge.followReachable((reachable) => heard.push(reachable));
    expect(heard).toEqual([false]);
    line().say({ type: 'hello', buildId: 'mine', run: 'run-1' });
    line().ears.closed();
    expect(heard).toEqual([false, true, false]);
  });

  it.each([
    { random: 0, waits: [500, 500, 500, 500, 500, 500, 500] },
    { random: 1, waits: [1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000] },
    { random: 0.5, waits: [750, 1_250, 2_250, 4_250, 5_250, 5_250, 5_250] },
  ])('is opened again after $waits ms with random $random, without limit', async (row) => {
    random = row.random;
    start();
    for (const [attempt, wait] of row.waits.entries()) {
      line().ears.closed();
      await clock.advance(wait - 1);
      expect(lines).toHaveLength(attempt + 1);
      await clock.advance(1);
      expect(lines).toHaveLength(attempt + 2);
    }
  });

  it('starts with short waits again after a success', async () => {
    random = 1;
    start();
    for (const wait of [1_000, 2_000, 4_000]) {
      line().ears.closed();
      await clock.advance(wait);
    }
    line().say({ type: 'hello', buildId: 'mine', run: 'run-1' });
    line().ears.closed();
    await clock.advance(1_000);
    expect(lines).toHaveLength(5);
  });

  it('is given up when it opens and says nothing for 10 seconds', async () => {
    start();
    await clock.advance(10_000);
    expect(line(0).closed).toBe(true);
    await clock.advance(500);
    expect(lines).toHaveLength(2);
  });

  it('does not listen to a line that was let go', async () => {
    const bridge = startConnected();
    const heard: string[] = [];
    bridge.follow('language', (language) => heard.push(language));
    line(0).ears.closed();
    await clock.advance(500);
    line(0).say({ type: 'feed', feed: 'language', value: 'en' });
    line(0).ears.closed();
    await clock.advance(20_000);
    expect(heard).toEqual([]);
    expect(line(0).closed).toBe(true);
  });

  it('survives frames that mean nothing', () => {
    const bridge = startConnected();
    const heard: string[] = [];
    bridge.follow('language', (language) => heard.push(language));
    for (const bad of [
      '',
      '{',
      'null',
      '[]',
      '{"type":"feed"}',
      '{"type":"result","id":9,"ok":true}',
    ]) {
      line().ears.message(bad);
    }
    line().say({ type: 'feed', feed: 'language', value: 'ko' });
    expect(heard).toEqual(['ko']);
  });

  it('leaves nothing behind when disposed', async () => {
    const bridge = startConnected();
    const command = bridge.command('sign-in.start', {});
    bridge.dispose();
    bridge.dispose();
    await expect(command).rejects.toMatchObject({ problem: { code: 'result-unknown' } });
    expect(line().closed).toBe(true);
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(60_000);
    expect(lines).toHaveLength(1);
  });
});

describe('a core of another build', () => {
  it('makes the page reload and nothing of it is used', () => {
    const heard: boolean[] = [];
    const bridge = start();
    bridge.followReachable((reachable) => heard.push(reachable));
    line().say({ type: 'hello', buildId: 'newer', run: 'run-2' });
    expect(reloads).toEqual(['newer']);
    expect(heard).toEqual([false]);
    expect(line().closed).toBe(true);
  });

  it('is used all the same when the page has already reloaded for it', () => {
    reloadAnswer = false;
    const heard: boolean[] = [];
    const bridge = start();
    bridge.followReachable((reachable) => heard.push(reachable));
    line().say({ type: 'hello', buildId: 'newer', run: 'run-2' });
    expect(heard).toEqual([false, true]);
  });
});

describe('a feed', () => {
  it('is told to whoever follows when it comes; the store keeps what came before', () => {
    const bridge = startConnected();
    const heard: number[] = [];
    line().say({ type: 'feed', feed: 'status', value: statusWith({ unknownEvents: 4 }) });
    bridge.follow('status', (status) => heard.push(status.unknownEvents));
    line().say({ type: 'feed', feed: 'status', value: statusWith({ unknownEvents: 5 }) });
    expect(heard).toEqual([5]);
  });

  it('keeps its followers over a reconnect, and hears the fresh start', async () => {
    const bridge = startConnected();
    const heard: Feeds['events'][] = [];
    bridge.follow('events', (value) => heard.push(value));
    line().say({
      type: 'feed',
      feed: 'events',
      value: { reset: true, events: [eventOf('CHAT', 1)] },
    });
    line().ears.closed();
    await clock.advance(500);
    line().say({ type: 'hello', buildId: 'mine', run: 'run-1' });
    line().say({
      type: 'feed',
      feed: 'events',
      value: { reset: true, events: [eventOf('CHAT', 2)] },
    });
    expect(heard.map(({ reset, events }) => [reset, events[0]?.seq])).toEqual([
      [true, 1],
      [true, 2],
    ]);
  });

  it('is no longer heard after its follower stopped', () => {
    const bridge = startConnected();
    const heard: string[] = [];
    const stop = bridge.follow('language', (language) => heard.push(language));
    stop();
    line().say({ type: 'feed', feed: 'language', value: 'en' });
    expect(heard).toEqual([]);
  });
});

describe('socketAddress', () => {
  it.each([
    ['http://127.0.0.1:4123/dashboard/KEY/', 'ws://127.0.0.1:4123/dashboard/KEY/bridge'],
    ['http://127.0.0.1:4123/dashboard/KEY/?a=1#health', 'ws://127.0.0.1:4123/dashboard/KEY/bridge'],
    ['https://host.test/dashboard/KEY/', 'wss://host.test/dashboard/KEY/bridge'],
  ])('of %s is %s', (page, socket) => {
    expect(socketAddress(page)).toBe(socket);
  });
});
