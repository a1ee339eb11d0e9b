import { afterEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../electron/simulator/server.ts';
import { freePort } from '../../support/free-port.ts';
import { simEvents } from '../../support/sim-events.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import {
  type CoreWorld,
  type CoreWorldOptions,
  isLive,
  isWaitingForSomebody,
  startCoreWorld,
} from './core-world.ts';

const tempFolder = makeTempFolders();
const CREATE = 'GET /api/openapi/open/v1/sessions/auth';
const simulators: Simulator[] = [];
const worlds: CoreWorld[] = [];

async function stage() {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const simulator = await startSimulator({ redirectUris: [redirectUri], autoApprove: true });
  simulators.push(simulator);
  const folder = tempFolder();
  const start = async (options: Partial<CoreWorldOptions> = {}): Promise<CoreWorld> => {
    const world = await startCoreWorld({ simulator, redirectUri, folder, ...options });
    worlds.push(world);
    return world;
  };
  const startLive = async (options: Partial<CoreWorldOptions> = {}): Promise<CoreWorld> => {
    const world = await start(options);
    await world.core.begin();
    if (isWaitingForSomebody(world.core.status.read())) await world.approve();
    await world.until(isLive);
    return world;
  };
  return { simulator, start, startLive };
}

afterEach(async () => {
  await Promise.all(worlds.splice(0).map(({ core }) => core.stop()));
  await Promise.all(simulators.splice(0).map((simulator) => simulator.dispose()));
});

describe('the core', () => {
  it('says at its start that an address of the platform is not encrypted', async () => {
    const { start } = await stage();
    const { core } = await start({ baseUrl: 'http://platform.test' });
    expect(core.status.read().notices.map(({ problem }) => problem.code)).toEqual([
      'platform-unsafe-address',
    ]);
  });

  it('says nothing of addresses that are', async () => {
    const { start } = await stage();
    const { core } = await start();
    expect(core.status.read().notices).toEqual([]);
  });

  it('goes on with the same session after a restart, however soon it was stopped', async () => {
    const { simulator, startLive } = await stage();
    const first = await startLive();
    await first.core.stop();
    const second = await startLive();
    expect(second.core.account.state.kind).toBe('signed-in');
    expect(simulator.requestLog.count(CREATE)).toBe(1);
    expect(simulator.requestLog.broken()).toEqual([]);
  });

  it('gives the next person a session of their own and nothing of the last', async () => {
    const { simulator, startLive } = await stage();
    const { core, approve, until } = await startLive();
    const seen: string[] = [];
    core.hub.onBatch(({ events }) => {
      for (const event of events) seen.push(event.data.channelId);
    });
    await core.account.signOut();
    const other = simulator.world
      .users()
      .find(({ channelId }) => channelId !== simulator.streamerChannelId);
    simulator.world.autoApproveUser = other ?? null;
    await core.account.signIn();
    await approve();
    const { account } = await until((status) => isLive(status) && status.account !== null);
    expect(account?.channelId).toBe(other?.channelId);
    expect(simulator.requestLog.count(CREATE)).toBe(2);

    simulator.publish(simEvents(simulator).chat('for the last person'));
    const own = simEvents({ ...simulator, streamerChannelId: other?.channelId ?? '' });
    simulator.publish(own.chat('for the next person'));
    await until(({ counts }) => counts.CHAT > 0);
    expect(seen).toEqual([other?.channelId]);
  });

  it('does the same for somebody who signs in while another is live', async () => {
    const { simulator, startLive } = await stage();
    const { core, until } = await startLive();
    const other = simulator.world
      .users()
      .find(({ channelId }) => channelId !== simulator.streamerChannelId);
    simulator.world.autoApproveUser = other ?? null;
    const answer = await fetch(await core.account.signIn());
    await answer.arrayBuffer();
    await until(() => simulator.requestLog.count(CREATE) === 2);
    const { account } = await until(isLive);
    expect(account?.channelId).toBe(other?.channelId);
  });

  it('does not begin a stream for tokens that come in while it stops, but keeps them', async () => {
    const { simulator, start, startLive } = await stage();
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { core, approve } = await start({
      fetch: async (input, init) => {
        if (String(input).endsWith('/token')) {
          asked.resolve();
          await gate.promise;
        }
        return fetch(input, init);
      },
    });
    await core.begin();
    const approved = approve().catch(() => undefined);
    await asked.promise;
    const stopped = core.stop();
    gate.resolve();
    await Promise.all([stopped, approved]);
    expect(simulator.requestLog.count(CREATE)).toBe(0);
    const again = await startLive();
    expect(again.told.some(isWaitingForSomebody)).toBe(false);
  });

  it('ends its stream when the streamer signs out', async () => {
    const { simulator, startLive } = await stage();
    const { core, until } = await startLive();
    await core.account.signOut();
    await until(({ connection }) => connection.state === 'signed-out');
    expect(core.status.read()).toMatchObject({
      connection: { state: 'signed-out', reason: 'signed-out-here' },
      account: null,
      session: null,
      tokens: null,
      signInUrl: null,
    });
    simulator.publish(simEvents(simulator).chat('nobody listens'));
    expect(core.hub.counts.CHAT).toBe(0);
  });

  it('lets no secret out: neither in its log nor in any status', async () => {
    const { simulator, startLive } = await stage();
    const secrets = new Set<string>([simulator.clientSecret]);
    const collect = (text: string): void => {
      const found = text.matchAll(/"(?:accessToken|refreshToken|code)":"([^"]{8,})"/g);
      for (const [, secret] of found) secrets.add(secret ?? '');
      for (const [, key] of text.matchAll(/sessionKey=([^"&]{8,})/g)) secrets.add(key ?? '');
    };
    const world = await startLive({
      fetch: async (input, init) => {
        collect(String(input));
        collect(String(init?.body ?? ''));
        const answer = await fetch(input, init);
        collect(await answer.clone().text());
        return answer;
      },
    });
    const { core, lines, told } = world;
    await core.account.signOut();
    expect(secrets.size).toBeGreaterThanOrEqual(5);
    const keys = [core.pageServer.overlayUrl, core.pageServer.dashboardUrl].map(
      (url) => url.split('/').at(-2) ?? '',
    );
    const log = lines.join('\n');
    const statuses = JSON.stringify(told);
    expect(lines.length).toBeGreaterThan(5);
    for (const secret of secrets) {
      expect(log).not.toContain(secret);
      expect(statuses).not.toContain(secret);
    }
    for (const key of keys) expect(log).not.toContain(key);
    expect(statuses).not.toContain(keys[1]);
    const state = new URL(told.find(isWaitingForSomebody)?.signInUrl ?? '').searchParams.get(
      'state',
    );
    expect(state?.length).toBeGreaterThan(20);
    expect(log).not.toContain(state);
  });
});
