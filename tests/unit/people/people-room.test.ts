import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../electron/simulator/server.ts';
import type { User } from '../../../electron/simulator/world/model.ts';
import type { CommandArgs, CommandName, CommandResult } from '../../../shared/contract/index.ts';
import { freePort } from '../../support/free-port.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import { type CoreWorld, isLive, startCoreWorld } from '../core/core-world.ts';

const tempFolder = makeTempFolders();
const BASE = '/api/openapi/open/v1';
const FOLLOWERS = `GET ${BASE}/channels/followers`;
let simulator: Simulator;
let world: CoreWorld;

beforeEach(async () => {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  simulator = await startSimulator({ redirectUris: [redirectUri], autoApprove: true });
  world = await startCoreWorld({ simulator, redirectUri, folder: tempFolder() });
});

afterEach(async () => {
  await world.core.stop();
  await simulator.dispose();
});

async function signIn(): Promise<void> {
  void world.core.begin();
  await world.approve();
  await world.until(isLive);
}

async function run<N extends CommandName>(
  name: N,
  args: CommandArgs<N>,
): Promise<CommandResult<N>> {
  return (await world.core.pageServer.runCommand(name, args)) as CommandResult<N>;
}

const own = () => {
  const channel = simulator.world.channels.find(simulator.streamerChannelId);
  if (!channel) throw new Error('The simulator has no streamer');
  return channel;
};
const viewer = (at: number): User => {
  const user = own().followers[at]?.user;
  if (!user) throw new Error('The simulator has too few viewers');
  return user;
};
const problemCode = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'done',
    (failure: { problem?: { code: string } }) => failure.problem?.code,
  );

describe('people, through the whole core and the simulator', () => {
  it('are listed with times, months, tiers and roles, and no rule of the platform is broken', async () => {
    await signIn();
    const followers = await run('people.followers', { page: 0 });
    expect(followers.people.map(({ channelId, since }) => [channelId, since])).toEqual(
      own().followers.map(({ user, createdAt }) => [user.channelId, createdAt]),
    );
    expect(followers.next).toBeNull();
    const longest = await run('people.subscribers', { page: 0, sort: 'LONGER' });
    const months = longest.people.map((person) => person.months);
    expect(months).toEqual(
      own()
        .subscribers.map(({ month }) => month)
        .sort((a, b) => b - a),
    );
    expect(longest.people.every(({ tier }) => tier === 1 || tier === 2)).toBe(true);
    const recent = await run('people.subscribers', { page: 0, sort: 'RECENT' });
    expect(recent.people.map(({ since }) => since)).toEqual(
      own().subscribers.map(({ createdAt }) => createdAt),
    );
    const { people } = await run('people.managers', {});
    expect(people.map(({ role }) => role)).toEqual([
      'STREAMING_CHANNEL_OWNER',
      'STREAMING_CHAT_MANAGER',
      'STREAMING_CHAT_MANAGER',
    ]);
    expect(simulator.requestLog.broken()).toEqual([]);
  });

  it('are read page by page until a page is not full', async () => {
    const at = simulator.clock.now();
    for (let count = 0; count < 48; count += 1) {
      const user = { ...viewer(0), channelId: `more-${count}`, name: `더 ${count}` };
      own().followers.push({ user, createdAt: at - 1_000_000_000_000 - count });
    }
    await signIn();
    const pages = [];
    for (let page: number | null = 0; page !== null; ) {
      const answer: CommandResult<'people.followers'> = await run('people.followers', { page });
      pages.push(answer.people.length);
      page = answer.next;
    }
    expect(pages).toEqual([20, 20, 20, 0]);
  });

  it('are blocked, listed by cursor, and unblocked', async () => {
    await signIn();
    const users = own().followers.map(({ user }) => user);
    const until = simulator.clock.now() + 86_400_000;
    for (let count = 0; count < 60; count += 1) {
      const user = { ...viewer(0), channelId: `blocked-${count}`, name: `차단 ${count}` };
      simulator.world.channels.block(own(), user, count === 59 ? until : null);
    }
    const target = users[2]?.channelId ?? '';
    await run('people.block', { channelId: target, name: users[2]?.name ?? '' });
    const first = await run('people.blocked', { next: null });
    expect(first.people.slice(0, 2)).toMatchObject([
      { channelId: target, name: users[2]?.name, until: null },
      { channelId: 'blocked-59', until },
    ]);
    expect(first.people).toHaveLength(50);
    const second = await run('people.blocked', { next: first.next });
    expect([second.people.length, second.next]).toEqual([11, null]);
    await run('people.unblock', { channelId: target });
    const after = await run('people.blocked', { next: null });
    expect(after.people[0]?.channelId).toBe('blocked-59');
    expect(simulator.requestLog.broken()).toEqual([]);
  });

  it.each([
    ['the answer is lost', { kind: 'lost-answer' } as const, 'done'],
    [
      'the platform fails before it acts',
      { kind: 'answer', status: 503 } as const,
      'people-block-unsure',
    ],
    [
      'the platform refuses it',
      { kind: 'answer', status: 400 } as const,
      'platform-invalid-request',
    ],
    [
      'the permission is gone',
      { kind: 'answer', status: 401, message: 'Insufficient scope: WRITE:USER_BLOCK required' },
      'platform-insufficient-scope',
    ],
  ] as const)('are never blocked twice when %s', async (_case, fault, outcome) => {
    await signIn();
    const operation = `POST ${BASE}/restrict-channels`;
    simulator.faults.inject({ ...fault, operation });
    const { channelId } = viewer(0);
    expect(await problemCode(run('people.block', { channelId }))).toBe(outcome);
    const sent = simulator.requestLog.count(`${operation} (fault)`);
    expect(sent).toBe(1);
    // Struck before it reached the operation, or once and never again.
    expect(simulator.requestLog.count(operation)).toBe(fault.kind === 'lost-answer' ? 1 : 0);
  });

  it('say what is wrong: a channel that nobody has, the own one, one without a name', async () => {
    await signIn();
    expect(await problemCode(run('people.block', { channelId: 'nobody' }))).toBe(
      'platform-invalid-request',
    );
    const ownId = simulator.streamerChannelId;
    expect(await problemCode(run('people.block', { channelId: ownId }))).toBe(
      'platform-invalid-request',
    );
    expect(await problemCode(run('people.block', { channelId: '  ' }))).toBe('invalid-arguments');
    expect(await problemCode(run('people.block', { channelId: '..' }))).toBe('platform-limit');
  });

  it('are looked up without a sign-in, those that are nobody apart, twenty at most', async () => {
    const ids = own()
      .followers.slice(0, 3)
      .map(({ user }) => user.channelId);
    const query = `${ids.join(', ')}\nnobody ${ids[0]}`;
    const { channels, missing } = await run('people.lookup', { query });
    expect(channels.map(({ channelId }) => channelId)).toEqual(ids);
    expect(channels[0]?.followers).toEqual(expect.any(Number));
    expect(missing).toEqual(['nobody']);
    const many = Array.from({ length: 21 }, (_, at) => `id-${at}`).join(' ');
    expect(await problemCode(run('people.lookup', { query: many }))).toBe('platform-limit');
    expect(await run('people.lookup', { query: ' , ' })).toEqual({ channels: [], missing: [] });
    expect(simulator.requestLog.count(`GET ${BASE}/channels`)).toBe(1);
    expect(simulator.requestLog.broken()).toEqual([]);
  });

  it('have pictures and names that are asked for once', async () => {
    const users = own().followers.map(({ user }) => user);
    const withFace = users.filter(({ imagePath }) => imagePath !== null);
    const channelIds = users.map(({ channelId }) => channelId);
    const { faces, names } = await run('people.faces', { channelIds });
    expect(Object.keys(faces).sort()).toEqual(withFace.map(({ channelId }) => channelId).sort());
    expect(Object.values(faces).every((url) => url.startsWith(simulator.baseUrl))).toBe(true);
    expect(Object.keys(names).sort()).toEqual(channelIds.toSorted());
    expect(await run('people.faces', { channelIds })).toEqual({ faces, names });
    expect(simulator.requestLog.count(`GET ${BASE}/channels`)).toBe(1);
  });

  it('need somebody who is signed in, and say so', async () => {
    expect(await problemCode(run('people.followers', { page: 0 }))).toBe('sign-in-required');
    expect(await problemCode(run('people.block', { channelId: 'a' }))).toBe('sign-in-required');
    expect(simulator.requestLog.count(FOLLOWERS)).toBe(0);
  });
});
