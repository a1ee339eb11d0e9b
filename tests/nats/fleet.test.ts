import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { freePort } from '../support/free-port.ts';
import { hasNats } from '../support/nats-server.ts';
import { simEvents } from '../support/sim-events.ts';
import { FleetWorld, hasChannel } from './fleet-world.ts';

/** A day of an access token passes at once; who signs in still has ten seconds. */
const SCALE = 60;
const DAY_MS = 86_400_000;

const aChat = ({ streamerChannelId: channelId }: Simulator): SimEvent => ({
  kind: 'CHAT',
  data: {
    channelId,
    senderChannelId: 'viewer',
    profile: { nickname: 'viewer', badges: [] },
    content: 'hello',
    messageTime: '2026-01-02T03:04:05.678Z',
    emojis: {},
  },
});

describe.skipIf(!hasNats)('a fleet on a real nats-server', () => {
  it('runs a channel that was signed in once, and another host has it within 25 s of a kill', async () => {
    const world = await FleetWorld.start();
    const { stage } = world;
    expect(await world.add()).toBe(stage.simulator.streamerChannelId);
    const first = await world.start();
    const { epoch } = await hasChannel(first);
    const second = await world.start();
    const { simulator } = stage;
    const isLive = () =>
      expect.poll(() => simulator.publish(aChat(simulator)).deliveredTo.length).toBeGreaterThan(0);
    await isLive();
    const killedAt = systemClock.monotonic();
    first.child.kill('SIGKILL');
    const again = await hasChannel(second);
    expect(systemClock.monotonic() - killedAt).toBeLessThan(25_000);
    expect(Number(again['epoch'])).toBeGreaterThan(Number(epoch));
    await isLive();
    expect(stage.simulator.requestLog.broken()).toEqual([]);
  });

  it('takes a new sign-in of a channel that runs, which needs no session for it', async () => {
    const world = await FleetWorld.start();
    const { simulator } = world.stage;
    const channel = await world.add();
    expect(simulator.sessions.all).toEqual([]);
    const host = await world.start();
    const { epoch } = await hasChannel(host);
    await expect.poll(() => simulator.publish(aChat(simulator)).deliveredTo.length).toBe(1);
    const before = simulator.sessions.all.length;
    const seen = host.lines.length;
    expect(await world.add()).toBe(channel);
    const again = await host.waitFor(({ state }) => state === 'started', seen);
    expect(Number(again['epoch'])).toBeGreaterThan(Number(epoch));
    expect(simulator.sessions.all.length).toBeLessThanOrEqual(before + 1);
    expect(simulator.requestLog.broken()).toEqual([]);
  });

  it('gives its channel to another host at once when it ends', async () => {
    const world = await FleetWorld.start();
    const { stage } = world;
    expect(await world.add()).toBe(stage.simulator.streamerChannelId);
    const first = await world.start();
    await hasChannel(first);
    const second = await world.start();
    expect(await first.stop()).toMatchObject({ code: 0 });
    await hasChannel(second);
    expect(first.ofType('channel').at(-1)).toMatchObject({ state: 'stopped' });
    expect(stage.simulator.requestLog.broken()).toEqual([]);
  });

  it('loses the channel of a host that was stopped for 30 s, which says so and runs it no more', async () => {
    const world = await FleetWorld.start();
    const { stage } = world;
    expect(await world.add()).toBe(stage.simulator.streamerChannelId);
    const first = await world.start();
    await hasChannel(first);
    const second = await world.start();
    first.child.kill('SIGSTOP');
    const again = await hasChannel(second);
    first.child.kill('SIGCONT');
    await first.waitFor(({ type, state }) => type === 'channel' && state === 'lost');
    const isAlone = () => stage.simulator.publish(aChat(stage.simulator)).deliveredTo.length;
    await expect.poll(isAlone).toBe(1);
    expect(second.ofType('channel').at(-1)).toEqual(again);
  });

  it('stops its channels while NATS is gone, and has them again when it is back', async () => {
    const world = await FleetWorld.start();
    const { nats, stage } = world;
    await world.add();
    const port = await freePort();
    const host = await world.start(['--metrics', String(port)]);
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    await hasChannel(host);
    const figures = async () => (await ask('/metrics')).text();
    await expect.poll(figures).toContain('stagelight_channels{state="live"} 1');
    const waiting = `stagelight_books_waiting{channel="${stage.simulator.streamerChannelId}"}`;
    await expect.poll(figures).toContain(`${waiting} 0`);
    await nats.kill();
    stage.simulator.publish(simEvents(stage.simulator).donation);
    await expect.poll(figures).toMatch(new RegExp(`${waiting} [1-9]`));
    await expect.poll(async () => (await ask('/readyz')).status).toBe(503);
    await host.waitFor(({ type, state }) => type === 'channel' && state === 'lost');
    expect(await figures()).toContain('stagelight_channel_moves_total{what="lost"} 1');
    expect(await figures()).toContain('stagelight_lease_renewals_total{result="unknown"}');
    const before = host.lines.length;
    await nats.startAgain();
    await host.waitFor(({ type, state }) => type === 'channel' && state === 'started', before);
    expect((await ask('/readyz')).status).toBe(200);
  });

  it('renews the sign-in of its channel, and counts that as soon as all hosts have it', async () => {
    const world = await FleetWorld.start({ timeScale: SCALE });
    const scaled = ['--time-scale', String(SCALE)];
    const channel = await world.add(...scaled);
    const port = await freePort();
    const host = await world.start([...scaled, '--metrics', String(port)]);
    await hasChannel(host);
    world.stage.simulator.moveTime(DAY_MS);
    const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const labels = `channel="${channel}",result="renewed"`;
    await expect
      .poll(figures)
      .toMatch(new RegExp(`stagelight_sign_in_renewals_total{${labels}} [1-9]`));
    await expect.poll(figures).toMatch(/stagelight_lease_renewals_total{result="renewed"} [1-9]/);
  });

  it.each([
    ['another key', randomBytes(32).toString('base64'), 'STAGELIGHT_FLEET_KEY'],
    ['no key', '', 'STAGELIGHT_FLEET_KEY'],
  ])('takes no host with %s', async (_, keys, said) => {
    const world = await FleetWorld.start();
    const { stage } = world;
    expect(await world.add()).toBe(stage.simulator.streamerChannelId);
    const host = await world.start([], { STAGELIGHT_FLEET_KEY: keys });
    expect(await host.exited).toMatchObject({ code: 2 });
    expect(host.errors).toContain(said);
  });
});
