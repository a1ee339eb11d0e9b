import { beforeEach, describe, expect, it } from 'vitest';
import { preloadCarrier, socketCarrier } from '../../../renderer/bridge/carriers.ts';
import { type CarrierHandlers, CoreBridge } from '../../../renderer/bridge/core-bridge.ts';
import type { Bridge } from '../../../shared/contract/index.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { PAGE_TEXTS } from '../../../shared/locales/pages.ts';
import type { CommandAnswer, ConnectionHandlers } from '../../../shared/preload.ts';
import type { Problem } from '../../../shared/problem.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { pageClock } from '../dashboard/support.ts';

const MESSAGE = { message: '안녕하세요', senderType: 'APP' } as const;
const ANSWER = { ok: true, value: { messageId: 'm-1' } } as const;

let clock: VirtualClock;

beforeEach(() => {
  clock = new VirtualClock();
});

/** The core's end of a page's carrier. */
interface Core {
  readonly bridge: Bridge;
  readonly asked: { readonly id: number; readonly name: string }[];
  answer(id: number, answer: CommandAnswer): void;
  say(frame: object): void;
}

const common = () => ({
  clock: pageClock(clock),
  random: () => 0,
  ownBuildId: 'mine',
  reloadFor: () => false,
});

function overSocket(): Core & { lose(): void; greet(run: string): void; readonly lines: number } {
  const asked: { id: number; name: string }[] = [];
  let ears: CarrierHandlers | null = null;
  let lines = 0;
  const bridge = new CoreBridge({
    ...common(),
    carrier: socketCarrier(
      (given) => {
        ears = given;
        lines += 1;
        return {
          send: (text) => void asked.push(JSON.parse(text) as { id: number; name: string }),
          close: () => undefined,
        };
      },
      async () => 'unknown',
    ),
  });
  const say = (frame: object) => ears?.message(JSON.stringify(frame));
  const greet = (run: string) => say({ type: 'hello', buildId: 'mine', run });
  greet('run-1');
  return {
    bridge,
    asked,
    say,
    greet,
    answer: (id, answer) => say({ type: 'result', id, ...answer }),
    lose: () => ears?.closed(),
    get lines() {
      return lines;
    },
  };
}

function overWindow(): Core {
  const asked: { id: number; name: string }[] = [];
  const waiting = new Map<number, (answer: CommandAnswer) => void>();
  let ears: ConnectionHandlers | null = null;
  const bridge = new CoreBridge({
    ...common(),
    carrier: preloadCarrier({
      connect(given) {
        ears = given;
        return { close: () => undefined };
      },
      command: (name, _args, id) =>
        new Promise((resolve) => {
          asked.push({ id: id as number, name });
          waiting.set(id as number, resolve);
        }),
    }),
  });
  const say = (frame: object) => ears?.heard([JSON.stringify(frame)]);
  say({ type: 'hello', buildId: 'mine', run: 'run-1' });
  return { bridge, asked, say, answer: (id, answer) => waiting.get(id)?.(answer) };
}

interface Watched {
  /** Absent while nothing came. */
  outcome?: unknown;
  problem?: Problem;
}

function watch(command: Promise<unknown>): Watched {
  const watched: Watched = {};
  command.then(
    (value) => {
      watched.outcome = value;
    },
    (failure) => {
      watched.problem = failure.problem;
      watched.outcome = failure.problem.code;
    },
  );
  return watched;
}

const last = (core: Core): number => core.asked.at(-1)?.id ?? -1;

describe.each([
  ['a socket', overSocket],
  ['the app’s own window', overWindow],
])('a command over %s', (_carrier, start: () => Core) => {
  it('has the time that its call may take: a message that takes 12 s is sent', async () => {
    const core = start();
    const sent = watch(core.bridge.command('live.send', MESSAGE));
    await clock.advance(12_000);
    expect(sent).toEqual({});
    core.answer(last(core), ANSWER);
    await clock.advance(0);
    expect(sent.outcome).toEqual({ messageId: 'm-1' });
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    ['alerts.skip', {}, 10_000],
    ['live.send', MESSAGE, 60_000],
    ['live.notice', { message: 'x' }, 60_000],
    ['people.block', { channelId: 'c', name: 'n' }, 90_000],
    ['stream.set-chat', { chatSlowModeSec: 5, basedOn: {} }, 240_000],
    ['stream.preset-apply', { id: 'p', basedOn: {} }, 480_000],
    ['drops.pay', { claimIds: ['1'], state: 'FULFILLED' }, 10_000],
  ] as const)(
    '%s that gets no answer has an unknown result after its time',
    async (name, args, ms) => {
      const core = start();
      const watched = watch(core.bridge.command(name, args as never));
      await clock.advance(ms - 1);
      expect(watched).toEqual({});
      await clock.advance(1);
      expect(watched.problem).toMatchObject({ code: 'result-unknown', outcome: 'unknown' });
      const said = ['ko', 'en']
        .map((language) => PAGE_TEXTS[language as Language]['problem.result-unknown.cure'])
        .join(' ');
      expect(said).not.toMatch(/다시 시도|다시 시작|try again|restart/i);
      core.answer(last(core), ANSWER);
      await clock.advance(0);
      expect(watched.outcome).toBe('result-unknown');
    },
  );

  it.each([
    ['live.viewer', { channelId: 'c' }, 10_000],
    ['stream.categories', { keyword: '' }, 90_000],
    ['people.followers', { page: 0 }, 90_000],
    ['reports.list', { kinds: [] }, 60_000],
  ] as const)(
    '%s that gets no answer has changed nothing, and says so after its time',
    async (name, args, ms) => {
      const core = start();
      const watched = watch(core.bridge.command(name, args as never));
      await clock.advance(ms - 1);
      expect(watched).toEqual({});
      await clock.advance(1);
      expect(watched.outcome).toBe('no-answer');
      expect(watched.problem?.outcome).toBeUndefined();
    },
  );

  it('that the platform asks to wait says until when, and has its whole time after the wait', async () => {
    const core = start();
    const waits: (number | null)[] = [];
    const read = watch(core.bridge.command('people.managers', {}, (until) => waits.push(until)));
    core.say({ type: 'waiting', id: last(core), forMs: 7_000 });
    core.say({ type: 'waiting', id: last(core) + 1, forMs: 1 });
    core.say({ type: 'waiting', id: last(core), forMs: 'long' });
    expect(waits).toEqual([clock.now() + 7_000]);
    await clock.advance(96_999);
    expect(read).toEqual({});
    await clock.advance(1);
    expect(read.outcome).toBe('no-answer');
  });
});

describe('a socket that breaks while a command runs', () => {
  it('asks for the answer under the same id when it is back', async () => {
    const core = overSocket();
    const sent = watch(core.bridge.command('live.send', MESSAGE));
    core.lose();
    await clock.advance(500);
    expect([sent, core.lines]).toEqual([{}, 2]);
    core.greet('run-1');
    expect(core.asked).toHaveLength(2);
    expect(core.asked[1]).toEqual(core.asked[0]);
    core.answer(last(core), ANSWER);
    await clock.advance(0);
    expect(sent.outcome).toEqual({ messageId: 'm-1' });
    expect(clock.pendingTimers).toBe(0);
  });

  it('sends a change to no other run of the core: its result is unknown', async () => {
    const core = overSocket();
    const sent = watch(core.bridge.command('live.send', MESSAGE));
    core.lose();
    await clock.advance(500);
    core.greet('run-2');
    await clock.advance(0);
    expect(sent.problem).toMatchObject({ code: 'result-unknown', outcome: 'unknown' });
    expect(core.asked).toHaveLength(1);
  });

  it('reads anew at another run of the core', async () => {
    const core = overSocket();
    const read = watch(core.bridge.command('people.managers', {}));
    core.lose();
    await clock.advance(500);
    core.greet('run-2');
    expect(core.asked.map(({ name }) => name)).toEqual(['people.managers', 'people.managers']);
    core.answer(last(core), { ok: true, value: { people: [] } });
    await clock.advance(0);
    expect(read.outcome).toEqual({ people: [] });
  });

  it('and does not come back in time leaves the result unknown, once', async () => {
    const core = overSocket();
    const sent = watch(core.bridge.command('live.send', MESSAGE));
    core.lose();
    await clock.advance(60_000);
    expect(sent.outcome).toBe('result-unknown');
    core.greet('run-1');
    expect(core.asked).toHaveLength(1);
  });

  it('repeats nothing that is older than its time, as after a sleep of the computer', async () => {
    const core = overSocket();
    const sent = watch(core.bridge.command('live.send', MESSAGE));
    clock.jump(3_600_000);
    core.lose();
    await clock.advance(500);
    core.greet('run-1');
    await clock.advance(0);
    expect(sent.outcome).toBe('result-unknown');
    expect(core.asked).toHaveLength(1);
  });
});
