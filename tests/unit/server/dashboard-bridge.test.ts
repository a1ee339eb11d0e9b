import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CoreCommandHandlers } from '../../../electron/server/ports.ts';
import { EMPTY_DESK } from '../../../shared/contract/alerts.ts';
import {
  type BridgeDown,
  CORE_COMMANDS,
  CORE_FEED_NAMES,
  type CoreCommandName,
} from '../../../shared/contract/index.ts';
import { NO_FIGURES } from '../../../shared/overlay/figures.ts';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import { NO_READING } from '../../../shared/overlay/reading.ts';
import { historyOf } from './history-sample.ts';
import { idleCommands } from './idle-commands.ts';
import { type DashboardPage, FIRST_FRAMES, openDashboard, readyDashboard } from './page.ts';
import { startWorld, statusOf, type World } from './world.ts';

let world: World;
/** What the test wants the core to do with the next command. */
let handlers: CoreCommandHandlers;

/** Handlers for every command there is. */
const everyCommand = (handle: (name: CoreCommandName) => (args: never) => Promise<unknown>) =>
  Object.fromEntries(
    (Object.keys(CORE_COMMANDS) as CoreCommandName[]).map((name) => [name, handle(name)]),
  ) as unknown as CoreCommandHandlers;

const delegating = everyCommand(
  (name) => (args) => (handlers[name] as (args: never) => Promise<unknown>)(args),
);

beforeEach(async () => {
  handlers = idleCommands;
  world = await startWorld({ commands: delegating });
});

afterEach(() => world.stop());

async function run(page: DashboardPage, name: string, args: unknown): Promise<BridgeDown> {
  page.send({ type: 'command', id: 7, name, args });
  return page.next();
}

const problemCode = (frame: BridgeDown): string | null =>
  frame.type === 'result' && !frame.ok ? frame.problem.code : null;

const eventSeqs = (frames: readonly BridgeDown[]): number[] =>
  frames.flatMap((frame) =>
    frame.type === 'feed' && frame.feed === 'events'
      ? frame.value.events.map((event) => event.seq)
      : [],
  );

const statuses = (frames: readonly BridgeDown[]): number[] =>
  frames.flatMap((frame) =>
    frame.type === 'feed' && frame.feed === 'status' ? [frame.value.unknownEvents] : [],
  );

const renewals = (frames: readonly BridgeDown[]): number[] =>
  frames.flatMap((frame) =>
    frame.type === 'feed' && frame.feed === 'connectionHistory' ? [frame.value.events.length] : [],
  );

/** Behind those whose values are looked at. */
const OTHER_FEEDS = CORE_FEED_NAMES.slice(8);

describe('a dashboard that connects', () => {
  it('gets a greeting and every feed whole', async () => {
    world.core.say(300);
    world.core.tell('connectionHistory', historyOf(2));
    const page = await openDashboard(world);
    const frames = await page.take(FIRST_FRAMES);
    expect(frames[0]).toEqual({ type: 'hello', buildId: 'build-1', run: 'run-1' });
    expect(frames[1]).toEqual({ type: 'feed', feed: 'language', value: 'ko' });
    expect(frames[2]).toEqual({ type: 'feed', feed: 'status', value: statusOf(0) });
    expect(frames[3]).toEqual({ type: 'feed', feed: 'connectionHistory', value: historyOf(2) });
    expect(frames[4]).toEqual({ type: 'feed', feed: 'overlay', value: DEFAULT_OVERLAY });
    expect(frames[5]).toEqual({ type: 'feed', feed: 'figures', value: NO_FIGURES });
    expect(frames[6]).toMatchObject({ feed: 'alerts' });
    expect(frames[7]).toEqual({ type: 'feed', feed: 'media', value: [] });
    expect(frames[8]).toEqual({ type: 'feed', feed: 'reading', value: NO_READING });
    for (const [at, feed] of OTHER_FEEDS.entries()) expect(frames[9 + at]).toMatchObject({ feed });
    expect(frames[9 + OTHER_FEEDS.length]).toMatchObject({
      feed: 'events',
      value: { reset: true },
    });
    expect(eventSeqs(frames)).toEqual(Array.from({ length: 200 }, (_, index) => 101 + index));
  });

  it('gets an empty list where nothing has happened', async () => {
    const page = await openDashboard(world);
    const frames = await page.take(FIRST_FRAMES);
    expect(frames.at(-1)).toEqual({
      type: 'feed',
      feed: 'events',
      value: { reset: true, events: [] },
    });
  });

  it('misses nothing and gets nothing twice in the middle of a burst', async () => {
    const first = await readyDashboard(world);
    world.core.say(1);
    world.core.say(1);
    const second = await openDashboard(world);
    const begin = await second.take(FIRST_FRAMES);
    world.core.say(1);
    await world.clock.advance(50);
    expect(eventSeqs(await first.sentSoFar())).toEqual([1, 2, 3]);
    expect(eventSeqs([...begin, ...(await second.sentSoFar())])).toEqual([1, 2, 3]);
  });
});

describe('a dashboard that follows', () => {
  it('gets at most ten changes of status a second, and always the last', async () => {
    const page = await readyDashboard(world);
    for (let change = 1; change <= 100; change += 1) {
      world.core.tell('status', statusOf(change));
      await world.clock.advance(10);
    }
    await world.clock.advance(100);
    const seen = statuses(await page.sentSoFar());
    expect(seen.length).toBeLessThanOrEqual(11);
    expect(seen[0]).toBe(1);
    expect(seen.at(-1)).toBe(100);
  });

  it('gets at most ten changes of the connectionHistory a second, and always the last', async () => {
    const page = await readyDashboard(world);
    for (let change = 1; change <= 100; change += 1) {
      world.core.tell('connectionHistory', historyOf(change));
      await world.clock.advance(10);
    }
    await world.clock.advance(100);
    const seen = renewals(await page.sentSoFar());
    expect(seen.length).toBeLessThanOrEqual(11);
    expect(seen[0]).toBe(1);
    expect(seen.at(-1)).toBe(100);
  });

  it('gets at most ten alert desks a second, and always the last', async () => {
    const page = await readyDashboard(world);
    for (let change = 1; change <= 100; change += 1) {
      world.core.tell('alerts', { ...EMPTY_DESK, waitingCount: change });
      await world.clock.advance(10);
    }
    await world.clock.advance(100);
    const seen = (await page.sentSoFar()).flatMap((frame) =>
      frame.type === 'feed' && frame.feed === 'alerts' ? [frame.value.waitingCount] : [],
    );
    expect(seen.length).toBeLessThanOrEqual(11);
    expect(seen[0]).toBe(1);
    expect(seen.at(-1)).toBe(100);
  });

  it('is told of a gap the moment it opens, beside a status that is held back', async () => {
    const page = await readyDashboard(world);
    world.core.tell('status', statusOf(1));
    world.core.tell('status', statusOf(2));
    const openGaps = [{ from: 5_000, reason: 'no-pong', kinds: ['donation'] as const }];
    world.core.tell('connectionHistory', { events: [], gaps: [], openGaps });
    const frames = await page.sentSoFar();
    expect(statuses(frames)).toEqual([1]);
    expect(frames.at(-1)).toMatchObject({ feed: 'connectionHistory', value: { openGaps } });
  });

  it('has what was held back flushed, not repeated, when another one joins', async () => {
    const first = await readyDashboard(world);
    world.core.tell('connectionHistory', historyOf(1));
    world.core.tell('connectionHistory', historyOf(2));
    const second = await openDashboard(world);
    expect(renewals(await second.take(FIRST_FRAMES))).toEqual([2]);
    await world.clock.advance(1_000);
    expect(renewals(await first.sentSoFar())).toEqual([1, 2]);
    expect(renewals(await second.sentSoFar())).toEqual([]);
  });

  it('gets what comes within 50 ms together', async () => {
    const page = await readyDashboard(world);
    world.core.say(1);
    world.core.say(1);
    world.core.say(1);
    await world.clock.advance(49);
    expect(eventSeqs(await page.sentSoFar())).toEqual([1]);
    await world.clock.advance(1);
    const frames = await page.sentSoFar();
    expect(frames).toHaveLength(1);
    expect(frames[0]).toMatchObject({ value: { reset: false } });
    expect(eventSeqs(frames)).toEqual([2, 3]);
  });

  it('gets a change of language at once', async () => {
    const page = await readyDashboard(world);
    world.core.tell('language', 'en');
    expect(await page.next()).toEqual({ type: 'feed', feed: 'language', value: 'en' });
  });
});

describe('a command', () => {
  it('is carried out with its arguments and answered with its result', async () => {
    handlers = { ...idleCommands, 'test-event.play': async ({ kind }) => ({ seq: kind.length }) };
    const page = await readyDashboard(world);
    const answer = await run(page, 'test-event.play', { kind: 'DROPS' });
    expect(answer).toEqual({ type: 'result', id: 7, ok: true, value: { seq: 5 } });
  });

  it.each(['test-event.stop', 'toString', '__proto__', ''])(
    'that is unknown (%s) is said to be',
    async (name) => {
      const page = await readyDashboard(world);
      const answer = await run(page, name, {});
      expect(answer).toMatchObject({ type: 'result', id: 7, ok: false });
      expect(problemCode(answer)).toBe('unknown-command');
    },
  );

  it('that nobody knows stands in the log without its name', async () => {
    const page = await readyDashboard(world);
    await run(page, 'my-password-1234', {});
    await run(page, 'notice.dismiss', {});
    const lines = world.logged.filter((line) => line.startsWith('A command was not carried out'));
    expect(lines[0]).toContain('"name":"unknown"');
    expect(lines[1]).toContain('"name":"notice.dismiss"');
    expect(world.logged.join('\n')).not.toContain('my-password-1234');
  });

  it('may bring a list of 2,000,000 letters of three bytes', async () => {
    const page = await readyDashboard(world);
    const heard: number[] = [];
    const found = { claimIds: [], duplicates: 0, bad: [], badCount: 0 };
    handlers = {
      ...idleCommands,
      'drops.import': async ({ text }) => {
        heard.push(text.length);
        return found;
      },
    };
    const answer = await run(page, 'drops.import', { text: '김\n'.repeat(1_000_000) });
    expect(heard).toEqual([2_000_000]);
    expect(answer).toMatchObject({ ok: true, value: found });
  });

  it.each([
    ['test-event.play', { kind: 'RAID' }, 'kind'],
    ['test-event.play', {}, 'kind'],
    ['test-event.play', null, ''],
    ['test-event.play', { kind: 'CHAT', more: 1 }, ''],
    ['sign-in.start', { url: 'x' }, ''],
    ['settings.set-language', { language: 'fr' }, 'language'],
    ['notice.dismiss', { id: 'x'.repeat(101) }, 'id'],
    ['notice.dismiss', { id: 4 }, 'id'],
    ['alerts.pause', { paused: 'yes' }, 'paused'],
    ['alerts.skip', { all: true }, ''],
    ['alerts.replay', { seq: 0 }, 'seq'],
    ['alerts.replay', { seq: null }, 'seq'],
    ['alerts.dismiss', {}, 'seq'],
    ['alerts.approve', { seq: 1.5 }, 'seq'],
    ['overlay.set', { muted: 'yes' }, 'muted'],
    ['overlay.set', { queue: { holdS: -1 } }, 'queue.holdS'],
    ['overlay.set', { queue: { unknown: 1 } }, 'queue'],
    ['overlay.set', { theme: { base: 'pretty' } }, 'theme.base'],
    ['overlay.set', { layout: [{ id: 'a', kind: 'poll' }] }, 'layout.0'],
    ['overlay.set', { unknown: 1 }, ''],
    ['broadcast.begin', { at: 1 }, ''],
    ['media.begin', { name: 'a', bytes: -1 }, 'bytes'],
    ['media.begin', { name: 'a'.repeat(1_001), bytes: 1 }, 'name'],
    ['media.part', { upload: 'u', index: 0, data: 'A'.repeat(43_693) }, 'data'],
    ['media.part', { upload: 'u', index: 0.5, data: '' }, 'index'],
    ['media.finish', { upload: '' }, 'upload'],
    ['media.remove', { hash: '../settings.json' }, 'hash'],
    ['broadcast.outline', { broadcast: 'first' }, 'broadcast'],
    ['broadcast.events', { broadcast: 'last', after: 0, limit: 501 }, 'limit'],
    ['broadcast.events', { broadcast: 'last', after: -1, limit: 1 }, 'after'],
  ])('%s with bad arguments %j names the field', async (name, args, field) => {
    let called = false;
    const note = async () => {
      called = true;
      return {} as never;
    };
    handlers = everyCommand(() => note);
    const page = await readyDashboard(world);
    const answer = await run(page, name, args);
    expect(problemCode(answer)).toBe('invalid-arguments');
    expect(JSON.stringify(answer)).toContain(field);
    expect(called).toBe(false);
  });

  it('may be as long as a layout full of lists of words', async () => {
    const taken: unknown[] = [];
    handlers = {
      ...idleCommands,
      'overlay.set': async ({ layout }) => {
        taken.push(layout?.length);
      },
    };
    const words = Array.from({ length: 200 }, (_, word) => `${word}`.padEnd(100, '말'));
    const box = { x: 0, y: 0, width: 1, height: 1 };
    const hide = { users: words, words, prefixes: words.slice(0, 20) };
    const layout = Array.from({ length: 24 }, (_, at) => ({
      id: `chat-${at}`,
      kind: 'chat',
      box,
      settings: { hide },
    }));
    const page = await readyDashboard(world);
    expect(await run(page, 'overlay.set', { layout })).toMatchObject({ ok: true });
    expect(taken).toEqual([24]);
  });

  it('that fails is answered with its problem; the details stay in the log', async () => {
    handlers = {
      ...idleCommands,
      'sign-in.start': async () => {
        throw new Error('socket hang up at 10.0.0.1');
      },
    };
    const page = await readyDashboard(world);
    const answer = await run(page, 'sign-in.start', {});
    expect(problemCode(answer)).toBe('unexpected');
    expect(JSON.stringify(answer)).not.toContain('hang up');
    expect(world.logged.join()).toContain('sign-in.start');
  });

  it('whose result breaks the contract is a problem of ours', async () => {
    handlers = { ...idleCommands, 'test-event.play': async () => ({ seq: 'one' }) as never };
    const page = await readyDashboard(world);
    expect(problemCode(await run(page, 'test-event.play', { kind: 'CHAT' }))).toBe('unexpected');
  });

  it('carries nothing in its result that the contract does not name', async () => {
    handlers = { ...idleCommands, 'sign-in.start': async () => ({ url: 'u', secret: 's' }) };
    const page = await readyDashboard(world);
    expect(await run(page, 'sign-in.start', {})).toMatchObject({ value: { url: 'u' } });
    expect(JSON.stringify(await run(page, 'sign-in.start', {}))).not.toContain('secret');
  });

  it('is refused while 32 are under way, and taken again after', async () => {
    const waiting: (() => void)[] = [];
    handlers = {
      ...idleCommands,
      'sign-in.sign-out': () =>
        new Promise((resolve) => {
          waiting.push(() => resolve());
        }),
    };
    const page = await readyDashboard(world);
    for (let id = 1; id <= 33; id += 1) {
      page.send({ type: 'command', id, name: 'sign-in.sign-out', args: {} });
    }
    const refused = await page.next();
    expect(refused).toMatchObject({ id: 33 });
    expect(problemCode(refused)).toBe('too-many-commands');
    for (const finish of waiting) finish();
    const answers = await page.take(32);
    expect(answers.every((answer) => answer.type === 'result' && answer.ok)).toBe(true);
    page.send({ type: 'command', id: 34, name: 'sign-in.start', args: {} });
    expect(await page.next()).toMatchObject({ id: 34, ok: true });
  });

  it('that outlives its dashboard harms nobody', async () => {
    let finish: () => void = () => {};
    handlers = {
      ...idleCommands,
      'sign-in.sign-out': () =>
        new Promise((resolve) => {
          finish = () => resolve();
        }),
    };
    const page = await readyDashboard(world);
    page.send({ type: 'command', id: 1, name: 'sign-in.sign-out', args: {} });
    await page.sentSoFar();
    await page.cut();
    finish();
    const next = await readyDashboard(world);
    expect(await run(next, 'sign-in.start', {})).toMatchObject({ ok: true });
  });

  it.each([
    ['no JSON', 'x'],
    ['no id', '{"type":"command","name":"sign-in.start","args":{}}'],
    ['no arguments', '{"type":"command","id":1,"name":"sign-in.start"}'],
    ['another type', '{"type":"attach","epoch":null,"after":0}'],
    ['a long name', `{"type":"command","id":1,"name":"${'x'.repeat(101)}","args":{}}`],
  ])('frame with %s ends the connection the third time', async (_what, bad) => {
    const page = await readyDashboard(world);
    for (let count = 0; count < 3; count += 1) page.socket.send(bad);
    expect(await page.closed).toBe(1008);
  });
});
