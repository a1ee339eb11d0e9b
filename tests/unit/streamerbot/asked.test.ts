import { platform, release } from 'node:os';
import { describe, expect, it } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import type { StreamerbotState } from '../../../shared/contract/streamerbot.ts';
import { settle } from '../../support/virtual-clock.ts';
import { type Answer, answers, ask, open, StreamerbotWorld } from './streamerbot-world.ts';

/** Programs keep these names: docs/streamerbot.md. */
const ACTIONS = [
  ['Alerts', 'Pause alerts', 'alerts.pause', { paused: true }],
  ['Alerts', 'Resume alerts', 'alerts.pause', { paused: false }],
  ['Alerts', 'Skip alert', 'alerts.skip', {}],
  ['Alerts', 'Panic', 'alerts.panic', {}],
  ['Alerts', 'Clear waiting alerts', 'alerts.clear', {}],
  ['Alerts', 'Replay missed alerts', 'alerts.replay-missed', {}],
  ['Overlay', 'Next layout', 'overlay.switch', { to: 'next' }],
  ['Overlay', 'Remove highlight', 'live.highlight', { seq: null }],
  ['Recordings', 'Add mark', 'marks.add', {}],
  ['Recordings', 'Save replay', 'marks.save-replay', {}],
  ['OBS', 'Start streaming', 'obs.stream', { on: true }],
  ['OBS', 'Stop streaming', 'obs.stream', { on: false }],
  ['OBS', 'Start recording', 'obs.record', { to: 'start' }],
  ['OBS', 'Stop recording', 'obs.record', { to: 'stop' }],
  ['OBS', 'Pause recording', 'obs.record', { to: 'pause' }],
  ['OBS', 'Resume recording', 'obs.record', { to: 'resume' }],
  ['Show kit', 'Quiet on', 'show.set-quiet', { quiet: true }],
  ['Show kit', 'Quiet off', 'show.set-quiet', { quiet: false }],
  ['Show kit', 'End vote', 'vote.end', {}],
  ['Show kit', 'Clear vote', 'vote.clear', {}],
  ['Show kit', 'Close draw', 'draw.close', {}],
  ['Show kit', 'Draw', 'draw.draw', {}],
  ['Show kit', 'Spin wheel', 'wheel.spin', {}],
  ['Show kit', 'Open queue', 'players.open', { open: true }],
  ['Show kit', 'Close queue', 'players.open', { open: false }],
  ['Show kit', 'Players have played', 'players.done', {}],
  ['Show kit', 'Pause subathon', 'subathon.pause', { paused: true }],
  ['Show kit', 'Resume subathon', 'subathon.pause', { paused: false }],
  ['OBS', 'Scene: Game', 'obs.scene', { scene: 'Game' }],
  ['OBS', 'Scene: 수다', 'obs.scene', { scene: '수다' }],
  ['Show kit', 'Call next players', 'players.call', { count: 1, more: false }],
  ['Counters', 'Counter: 데스 +1', 'counters.add', { counter: 4, by: 1 }],
  ['Counters', 'Counter: 데스 -1', 'counters.add', { counter: 4, by: -1 }],
  ['Counters', 'Counter: 데스 undo', 'counters.undo', { counter: 4 }],
] as const;

interface Told {
  readonly id: string;
  readonly name: string;
  readonly group: string;
}

async function actionsIn(world: StreamerbotWorld): Promise<readonly Told[]> {
  const answer = await ask(await world.knock(), { request: 'GetActions' });
  return answer['actions'] as Told[];
}

describe('the actions', () => {
  it('are those of the manual, each in its group', async () => {
    const actions = await actionsIn(await open());
    const known = ACTIONS.map(([group, name]) => `${group}: ${name}`);
    const all = actions.map(({ group, name }) => `${group}: ${name}`);
    expect(all.filter((each) => !each.includes('Layout: '))).toEqual(known);
    expect(actions[0]).toEqual({
      id: expect.any(String),
      name: 'Pause alerts',
      group: 'Alerts',
      enabled: true,
      subaction_count: 1,
      trigger_count: 0,
    });
  });

  it.each(ACTIONS)('%s: %s does what it says', async (_group, name, command, args) => {
    const world = await open();
    const program = await world.knock();
    const answer = await ask(program, { request: 'DoAction', action: { name } });
    expect(answer).toMatchObject({ status: 'ok', id: 'x' });
    expect(world.ran).toEqual([[command, args]]);
  });

  it('for layouts go by their names, or by their number without one, and keep their ids', async () => {
    const world = await open();
    const layouts = [
      { id: 'one', name: '하나' },
      { id: 'two', name: '' },
    ];
    const show = (changed: readonly object[]) =>
      world.core.tell('overlay', {
        ...world.core.told('overlay'),
        layouts: changed as never,
        onAirLayout: 'one',
      });
    const named = async () =>
      (await actionsIn(world)).filter(({ name }) => name.startsWith('Layout: '));
    show(layouts);
    const before = await named();
    expect(before.map(({ name, group }) => [name, group])).toEqual([
      ['Layout: 하나', 'Overlay'],
      ['Layout: 2', 'Overlay'],
    ]);
    show(layouts.map((layout) => ({ ...layout, name: '새 이름' })));
    const after = await named();
    expect(after.map(({ name }) => name)).toEqual(['Layout: 새 이름', 'Layout: 새 이름']);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const program = await world.knock();
    await ask(program, { request: 'DoAction', action: { id: before[1]?.id.toUpperCase() } });
    expect(world.ran).toEqual([['overlay.switch', { to: 'two' }]]);
  });

  it.each([
    [{ desk: { team: 4 }, last: { team: 2 } }, 4],
    [{ desk: null, last: { team: 2 } }, 2],
  ])('call as many players as play together: %j', async (players, count) => {
    const world = await open({ players });
    const action = { name: 'call next players' };
    await ask(await world.knock(), { request: 'DoAction', action });
    expect(world.ran).toEqual([['players.call', { count, more: false }]]);
  });

  it('go by their id where both are said, and each is done anew', async () => {
    const world = await open();
    const [pause] = await actionsIn(world);
    const program = await world.knock();
    const action = { id: pause?.id, name: 'Panic' };
    for (let time = 0; time < 2; time += 1) await ask(program, { request: 'DoAction', action });
    expect(world.ran.map(([name]) => name)).toEqual(['alerts.pause', 'alerts.pause']);
  });

  it('are not done on a host without pages', async () => {
    const world = await open({ isBare: true });
    const action = { name: 'Panic' };
    const answer = await ask(await world.knock(), { request: 'DoAction', action });
    expect(answer).toMatchObject({ status: 'error', code: 'not-on-this-host' });
  });

  it('that fail by a fault of ours are in the log, others are not', async () => {
    const failures = [new StagelightError({ code: 'vote-none' }), new Error('a fault of ours')];
    const fail = async () => {
      throw failures.shift();
    };
    const world = await open({ commands: { 'vote.end': fail } });
    const program = await world.knock();
    const action = { name: 'End vote' };
    const errors = () => world.lines.filter(({ level }) => level === 'error').length;
    const codes: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      const { code } = await ask(program, { request: 'DoAction', action });
      codes.push([code, errors()]);
    }
    expect(codes).toEqual([
      ['vote-none', 0],
      ['unexpected', 1],
    ]);
  });

  it('are 32 at once: another is taken when one is done', async () => {
    const finish: (() => void)[] = [];
    const skip = () => new Promise<void>((done) => finish.push(done));
    const world = await open({ commands: { 'alerts.skip': skip } });
    const program = await world.knock();
    const doAction = (id: number) =>
      program.send({ request: 'DoAction', id, action: { name: 'Skip alert' } });
    for (let id = 0; id < 33; id += 1) doAction(id);
    expect(await answers(program, 1)).toMatchObject([{ id: 32, code: 'too-many-commands' }]);
    finish.shift()?.();
    expect(await answers(program, 1)).toMatchObject([{ id: 0, status: 'ok' }]);
    doAction(33);
    expect(await ask(program, { request: 'GetInfo' })).toMatchObject({ status: 'ok' });
    await settle();
    for (const done of finish) done();
    expect(await answers(program, 32)).toHaveLength(32);
  });
});

describe('a request', () => {
  it('for who we are is answered with this computer and the protocol’s version', async () => {
    const world = await open();
    const program = await world.knock();
    const info = {
      instanceId: expect.stringMatching(/^[0-9a-f]{8}-/),
      name: 'Stagelight',
      os: { win32: 'windows', darwin: 'macosx' }[platform() as string] ?? 'linux',
      osVersion: release(),
      version: '1.0.0',
      source: 'websocketServer',
    };
    const hello = await program.next();
    const { salt, challenge } = hello['authentication'] as Record<string, string>;
    expect(hello).toEqual({
      timeStamp: new Date(world.clock.now()).toISOString(),
      request: 'Hello',
      session: challenge?.slice(0, 8),
      info,
      authentication: { salt, challenge },
    });
    expect(salt).not.toBe(challenge);
    expect(await ask(program, { request: 'GetInfo' })).toMatchObject({ info, status: 'ok' });
  });

  it('for events is answered with all that there are', async () => {
    const answer = await ask(await (await open()).knock(), { request: 'GetEvents' });
    expect(answer['events']).toEqual({
      General: ['Custom'],
      Twitch: ['ChatMessage', 'Cheer', 'Sub', 'ReSub'],
      StreamElements: ['Tip'],
    });
  });

  it('for the streamer is answered with nobody, and with the id of a channel without a name', async () => {
    const world = await open();
    const program = await world.knock();
    expect(await ask(program, { request: 'GetBroadcaster' })).toMatchObject({
      platforms: {},
      connected: [],
      disconnected: ['twitch'],
    });
    const account = { channelId: 'c1', channelName: null };
    world.core.tell('status', { ...world.core.told('status'), account });
    expect(await ask(program, { request: 'GetBroadcaster' })).toMatchObject({
      platforms: {
        twitch: {
          broadcastUser: 'c1',
          broadcastUserName: 'c1',
          broadcastUserId: 'c1',
          broadcasterIsAffiliate: false,
          broadcasterIsPartner: false,
        },
      },
      connected: ['twitch'],
      disconnected: [],
    });
  });

  it.each([
    ['a', 'a'],
    ['x'.repeat(300), 'x'.repeat(200)],
    [7, 7],
    [{ a: 1 }, null],
    [undefined, null],
  ])('is answered under its id: %j', async (id, answered) => {
    const program = await (await open()).knock();
    program.send({ request: 'GetInfo', id });
    expect(await answers(program, 1)).toMatchObject([{ id: answered }]);
  });

  it('is read in any case of its letters', async () => {
    const program = await (await open()).knock();
    expect(await ask(program, { request: 'GETINFO' })).toMatchObject({ status: 'ok' });
  });
});

describe('a chat message', () => {
  it.each([
    [{ message: 'hello' }, 'platform'],
    [{ platform: 'twitch' }, 'message'],
    [{ platform: 'twitch', message: 'hello', bot: 'yes' }, 'bot'],
    [{ platform: 'twitch', message: 'x'.repeat(4_001) }, 'message'],
  ])('that is not whole is refused with what is wrong: %#', async (asked, where) => {
    const world = await StreamerbotWorld.start();
    const program = await world.proved();
    const answer = await ask(program, { request: 'SendMessage', ...asked });
    expect(answer).toMatchObject({ status: 'error', code: 'streamerbot-bad-request' });
    expect(answer['error']).toContain(where);
    expect(world.ran).toEqual([]);
  });

  it('is sent in any case of the platform’s name, and to no other platform', async () => {
    const world = await StreamerbotWorld.start();
    const program = await world.proved();
    const send = (platform: string): Promise<Answer> =>
      ask(program, { request: 'SendMessage', platform, message: 'hello' });
    expect(await send('Twitch')).toMatchObject({ status: 'ok' });
    expect(await send('kick')).toMatchObject({ code: 'streamerbot-no-platform' });
    expect(world.ran).toEqual([['live.send', { message: 'hello', senderType: 'USER' }]]);
  });
});

describe('the card of the page', () => {
  it('is told of each program that comes, shows the password, and leaves', async () => {
    const world = await StreamerbotWorld.start();
    const states: StreamerbotState[] = [];
    const { streamerbot } = world.door.feeds;
    streamerbot.onChange(() => states.push(streamerbot.read()));
    const before = streamerbot.read();
    expect(streamerbot.read()).toBe(before);
    await world.clock.advance(5_000);
    const program = await world.proved();
    await program.cut();
    await expect.poll(() => states.length).toBe(3);
    const told = { id: 1, origin: null, since: world.clock.now() };
    expect(states.map(({ programs }) => programs)).toEqual([
      [{ ...told, proved: false }],
      [{ ...told, proved: true }],
      [],
    ]);
    expect(before.programs).toEqual([]);
  });

  it('is told when the port is opened and closed', async () => {
    const world = await StreamerbotWorld.start({ on: false });
    const addresses: unknown[] = [];
    const { streamerbot } = world.door.feeds;
    streamerbot.onChange(() => addresses.push(streamerbot.read().address));
    await world.set({ on: true });
    expect(addresses.at(-1)).toBe(`ws://127.0.0.1:${world.port}/`);
    await world.set({ on: false });
    expect(addresses.at(-1)).toBe(null);
    expect(world.state.settings.on).toBe(false);
  });
});

describe('who has shown the password', () => {
  it('stays connected, and who needs none does too', async () => {
    const world = await StreamerbotWorld.start();
    const proved = await world.proved();
    await world.clock.advance(9_999);
    expect(await ask(proved, { request: 'GetInfo' })).toMatchObject({ status: 'ok' });
    await world.clock.advance(20_000);
    expect(await ask(proved, { request: 'GetInfo' })).toMatchObject({ status: 'ok' });
    const free = await open();
    const program = await free.knock();
    await free.clock.advance(60_000);
    expect(await ask(program, { request: 'GetInfo' })).toMatchObject({ status: 'ok' });
  });

  it('leaves no timer behind when it goes', async () => {
    const world = await StreamerbotWorld.start();
    const before = world.clock.pendingTimers;
    const [proved, other] = [await world.proved(), await world.knock()];
    await Promise.all([proved.cut(), other.cut()]);
    await expect.poll(() => world.state.programs).toEqual([]);
    expect(world.clock.pendingTimers).toBe(before);
  });

  it.each([[5], [null], ['']])('is not who says %j', async (authentication) => {
    const world = await StreamerbotWorld.start();
    const program = await world.knock();
    const answer = await ask(program, { request: 'Authenticate', authentication });
    expect(answer).toMatchObject({ code: 'streamerbot-wrong-password' });
    expect(await program.closed).toBe(1008);
  });
});
