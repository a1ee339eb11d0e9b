import { beforeEach, describe, expect, it } from 'vitest';
import { dashboardPreload, preloadCarrier } from '../../../renderer/bridge/carriers.ts';
import { CoreBridge } from '../../../renderer/bridge/core-bridge.ts';
import type {
  CommandAnswer,
  ConnectionHandlers,
  DashboardPreload,
} from '../../../shared/preload.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { eventOf, PROBLEM, pageClock } from '../dashboard/support.ts';

let clock: VirtualClock;
let lines: { readonly ears: ConnectionHandlers; closed: boolean }[];
let asked: { name: string; args: unknown }[];
let answer: () => Promise<CommandAnswer>;
let reloads: string[];
let reloadAnswer: boolean;

const preload: DashboardPreload = {
  connect(ears) {
    const line = { ears, closed: false };
    lines.push(line);
    return {
      close: () => {
        line.closed = true;
      },
    };
  },
  command(name, args) {
    asked.push({ name, args });
    return answer();
  },
};

beforeEach(() => {
  clock = new VirtualClock();
  lines = [];
  asked = [];
  answer = async () => ({ ok: true, value: { seq: 3 } });
  reloads = [];
  reloadAnswer = true;
});

function start(): CoreBridge {
  return new CoreBridge({
    carrier: preloadCarrier(preload),
    clock: pageClock(clock),
    random: () => 0.5,
    ownBuildId: 'mine',
    reloadFor: (buildId) => {
      reloads.push(buildId);
      return reloadAnswer;
    },
  });
}

const hear = (...frames: unknown[]): void =>
  lines.at(-1)?.ears.heard(frames.map((frame) => JSON.stringify(frame)));
const greet = (buildId = 'mine'): void => hear({ type: 'hello', buildId, run: 'run-1' });

describe('a command through the preload', () => {
  it('goes out with its name and arguments and comes back with its result', async () => {
    expect(await start().command('test-event.play', { kind: 'CHAT' })).toEqual({ seq: 3 });
    expect(asked).toEqual([{ name: 'test-event.play', args: { kind: 'CHAT' } }]);
    await settle();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is rejected with the problem of the answer', async () => {
    answer = async () => ({ ok: false, problem: PROBLEM });
    await expect(start().command('alerts.skip', {})).rejects.toMatchObject({
      name: 'BridgeError',
      problem: PROBLEM,
    });
  });

  it.each([
    ['has not the agreed shape', async () => ({ ok: true, value: { seq: 'three' } }), 'bad-answer'],
    ['never comes because the app ends', () => Promise.reject(new Error('x')), 'result-unknown'],
  ] as const)('is rejected when the answer %s', async (_what, given, code) => {
    answer = given as () => Promise<CommandAnswer>;
    await expect(start().command('test-event.play', { kind: 'CHAT' })).rejects.toMatchObject({
      problem: { code },
    });
  });
});

describe('the line through the preload', () => {
  it('counts as reachable from the greeting on, until it is closed', () => {
    const reachable: boolean[] = [];
    start().followReachable((value) => reachable.push(value));
    greet();
    lines.at(-1)?.ears.closed();
    expect(reachable).toEqual([false, true, false]);
  });

  it('hands on every feed of a batch, in order, and passes over what is none', () => {
    const bridge = start();
    const heard: unknown[] = [];
    bridge.follow('language', (value) => heard.push(value));
    bridge.follow('events', ({ events }) => heard.push(events.length));
    hear(
      { type: 'hello', buildId: 'mine', run: 'run-1' },
      { type: 'feed', feed: 'language', value: 'en' },
      { type: 'nonsense' },
      { type: 'feed', feed: 'language', value: 'fr' },
      { type: 'feed', feed: 'events', value: { reset: true, events: [eventOf('CHAT', 1)] } },
    );
    lines.at(-1)?.ears.heard(['not even JSON']);
    expect(heard).toEqual(['en', 1]);
  });

  it('is begun again at once when it ends, and after a wait when that one ends ungreeted', async () => {
    start();
    greet();
    lines.at(-1)?.ears.closed();
    expect(lines).toHaveLength(2);
    lines.at(-1)?.ears.closed();
    expect(lines).toHaveLength(2);
    await clock.advance(250);
    expect(lines).toHaveLength(2);
    await clock.advance(375);
    expect(lines).toHaveLength(3);
    greet();
    lines.at(-1)?.ears.closed();
    expect(lines).toHaveLength(4);
  });

  it('waits for its greeting for as long as the core takes', async () => {
    start();
    await clock.advance(600_000);
    expect(lines).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is not listened to any more once another one has begun', () => {
    const reachable: boolean[] = [];
    const bridge = start();
    bridge.followReachable((value) => reachable.push(value));
    greet();
    const old = lines[0]?.ears;
    old?.closed();
    old?.heard([JSON.stringify({ type: 'hello', buildId: 'mine', run: 'run-1' })]);
    old?.closed();
    expect(reachable).toEqual([false, true, false]);
    expect(lines).toHaveLength(2);
  });

  it('of a core of another build reloads the page, and stays when that was tried before', () => {
    const bridge = start();
    greet('other');
    expect(reloads).toEqual(['other']);
    expect(lines[0]?.closed).toBe(true);
    bridge.dispose();

    reloadAnswer = false;
    const reachable: boolean[] = [];
    start().followReachable((value) => reachable.push(value));
    greet('other');
    expect(reachable).toEqual([false, true]);
  });

  it('is closed with the bridge, for good', async () => {
    const bridge = start();
    greet();
    bridge.dispose();
    lines[0]?.ears.closed();
    await clock.advance(60_000);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.closed).toBe(true);
  });
});

describe('the preload', () => {
  it.each([
    ['is found where the app has put it', { stagelight: preload }, true],
    ['of an overlay is not taken for it', { stagelight: { connect: preload.connect } }, false],
    ['is missing in a browser', {}, false],
    ['is not believed to be anything else', { stagelight: 'yes' }, false],
  ])('%s', (_what, page, found) => {
    expect(dashboardPreload(page) !== null).toBe(found);
  });
});
