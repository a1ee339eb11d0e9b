import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { freePort } from '../support/free-port.ts';
import { type HeadlessProcess, openAddress } from '../support/headless-process.ts';
import { hasNats, NatsProcess } from '../support/nats-server.ts';
import { simEvents } from '../support/sim-events.ts';
import { type Stage, setStage } from '../support/stage.ts';

const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
});

async function setFleet() {
  const nats = await NatsProcess.start();
  cleanUp.push(() => nats.dispose());
  const stage = await setStage();
  cleanUp.push(() => stage.dispose());
  const key = randomBytes(32).toString('base64');
  const join = (folder: string, more: readonly string[] = [], keys = key) =>
    stage.start(['--fleet', nats.address, '--fleet-name', 'test', '--data-dir', folder, ...more], {
      STAGELIGHT_FLEET_KEY: keys,
    });
  return { nats, stage, join, folder };
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'stagelight-fleet-'));
  // Last: until the stage is gone its hosts write there.
  cleanUp.unshift(() => rm(path, { recursive: true, force: true }));
  return path;
}

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

const hasChannel = (host: HeadlessProcess) =>
  host.waitFor(({ type, state }) => type === 'channel' && state === 'started');

async function added({ simulator }: Stage, host: HeadlessProcess): Promise<void> {
  const { url } = await host.waitFor(({ type }) => type === 'sign-in');
  await openAddress(String(url));
  const { channelId } = await host.waitFor(
    ({ type, state }) => type === 'channel' && state === 'added',
  );
  expect(channelId).toBe(simulator.streamerChannelId);
  expect(await host.exited).toMatchObject({ code: 0 });
}

describe.skipIf(!hasNats)('a fleet on a real nats-server', () => {
  it('runs a channel that was signed in once, and another host has it within 25 s of a kill', async () => {
    const { stage, join, folder } = await setFleet();
    await added(stage, join(await folder(), ['--fleet-add']));
    const first = join(await folder());
    const { epoch } = await hasChannel(first);
    const second = join(await folder());
    const { simulator } = stage;
    const isLive = () =>
      expect
        .poll(() => simulator.publish(aChat(simulator)).deliveredTo.length, { timeout: 20_000 })
        .toBeGreaterThan(0);
    await isLive();
    const killedAt = systemClock.monotonic();
    first.child.kill('SIGKILL');
    const again = await hasChannel(second);
    expect(systemClock.monotonic() - killedAt).toBeLessThan(25_000);
    expect(Number(again['epoch'])).toBeGreaterThan(Number(epoch));
    await isLive();
    expect(stage.simulator.requestLog.broken()).toEqual([]);
  }, 90_000);

  it('gives its channel to another host at once when it ends', async () => {
    const { stage, join, folder } = await setFleet();
    await added(stage, join(await folder(), ['--fleet-add']));
    const first = join(await folder());
    await hasChannel(first);
    const second = join(await folder());
    expect(await first.stop()).toMatchObject({ code: 0 });
    await hasChannel(second);
    expect(first.ofType('channel').at(-1)).toMatchObject({ state: 'stopped' });
    expect(stage.simulator.requestLog.broken()).toEqual([]);
  });

  it('loses the channel of a host that was stopped for 30 s, which says so and runs it no more', async () => {
    const { stage, join, folder } = await setFleet();
    await added(stage, join(await folder(), ['--fleet-add']));
    const first = join(await folder());
    await hasChannel(first);
    const second = join(await folder());
    first.child.kill('SIGSTOP');
    const again = await hasChannel(second);
    first.child.kill('SIGCONT');
    await first.waitFor(({ type, state }) => type === 'channel' && state === 'lost');
    const isAlone = () => stage.simulator.publish(aChat(stage.simulator)).deliveredTo.length;
    await expect.poll(isAlone, { timeout: 20_000 }).toBe(1);
    expect(second.ofType('channel').at(-1)).toEqual(again);
  }, 60_000);

  it('stops its channels while NATS is gone, and has them again when it is back', async () => {
    const { nats, stage, join, folder } = await setFleet();
    await added(stage, join(await folder(), ['--fleet-add']));
    const port = await freePort();
    const host = join(await folder(), ['--metrics', String(port)]);
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
  }, 60_000);

  it.each([
    ['another key', randomBytes(32).toString('base64'), 'STAGELIGHT_FLEET_KEY'],
    ['no key', '', 'STAGELIGHT_FLEET_KEY'],
  ])('takes no host with %s', async (_, keys, said) => {
    const { stage, join, folder } = await setFleet();
    await added(stage, join(await folder(), ['--fleet-add']));
    const host = join(await folder(), [], keys);
    expect(await host.exited).toMatchObject({ code: 2 });
    expect(host.errors).toContain(said);
  });
});
