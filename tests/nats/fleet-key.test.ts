import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import { openFleet } from '../../electron/fleet/fleet-store.ts';
import { Seal } from '../../electron/fleet/seal.ts';
import { hasNats } from '../support/nats-server.ts';
import { simEvents } from '../support/sim-events.ts';
import { FleetWorld, hasChannel } from './fleet-world.ts';

const NEW = randomBytes(32).toString('base64');

function sealOf(key: string): Seal {
  const seal = Seal.of(key);
  if (!seal) throw new Error('The key is not taken.');
  return seal;
}

describe.skipIf(!hasNats)('the key of a fleet on a real nats-server', () => {
  it('is changed while hosts run: none loses its channel, and in the end the new key alone is enough', async () => {
    const world = await FleetWorld.start();
    const channelId = await world.add();
    const host = (...keys: readonly string[]) =>
      world.start([], { STAGELIGHT_FLEET_KEY: keys.join(',') });
    const reseal = async (...keys: readonly string[]) => {
      const command = await world.start(['--fleet-reseal'], {
        STAGELIGHT_FLEET_KEY: keys.join(','),
      });
      const { code } = await command.exited;
      return { code, counts: command.ofType('resealed') };
    };
    const isRefused = async (key: string) => {
      const refused = await host(key);
      expect(await refused.exited).toMatchObject({ code: 2 });
      expect(refused.errors).toContain('STAGELIGHT_FLEET_KEY');
    };
    const first = await host(world.key, NEW);
    await hasChannel(first);
    await isRefused(NEW);
    const early = await reseal(NEW, world.key);
    expect(early).toMatchObject({ code: 0, counts: [{ unreadable: 0 }] });
    expect(Number(early.counts[0]?.['resealed'])).toBeGreaterThan(2);
    // Its last note stands over what was sealed anew underneath.
    expect(await first.stop()).toMatchObject({ code: 0 });
    expect(first.ofType('channel').at(-1)).toMatchObject({ state: 'stopped', channelId });
    expect(first.errors).not.toContain('FleetError');

    const second = await host(NEW, world.key);
    await hasChannel(second);
    expect(await reseal(NEW, world.key)).toMatchObject({ code: 0, counts: [{ unreadable: 0 }] });
    expect(await reseal(NEW)).toMatchObject({ code: 0, counts: [{ resealed: 0 }] });
    expect(await reseal(world.key)).toMatchObject({ code: 2, counts: [] });
    await isRefused(world.key);
    expect(await second.stop()).toMatchObject({ code: 0 });
    expect(second.errors).not.toContain('FleetError');
    await hasChannel(await host(NEW));
    const { simulator } = world.stage;
    const isLive = () => simulator.publish(simEvents(simulator).donation).deliveredTo.length;
    await expect.poll(isLive).toBeGreaterThan(0);
    expect(simulator.requestLog.broken()).toEqual([]);
  });

  it('comes from a file, and what a lost key sealed is told of and stays', async () => {
    const world = await FleetWorld.start();
    await world.add();
    const seals = [sealOf(world.key), sealOf(randomBytes(32).toString('base64'))] as const;
    const address = { servers: [world.nats.address], name: 'test', replicas: null };
    const { channels, close } = await openFleet(address, seals[0], systemClock);
    onTestFinished(close);
    const lost = seals[1].close('a link', 'join.lost');
    await channels.put('join.lost', lost);
    const folder = await mkdtemp(join(tmpdir(), 'stagelight-key-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'key'), `${NEW},${world.key}\n`);
    const file = { STAGELIGHT_FLEET_KEY_FILE: join(folder, 'key') };
    const command = await world.start(['--fleet-reseal'], file);
    expect(await command.exited).toMatchObject({ code: 2 });
    expect(command.ofType('resealed')).toMatchObject([{ unreadable: 1 }]);
    // Beside what is logged, as of a busy computer.
    const said = command.errors.split('\n').filter((line) => !/^\d{4}-|^$/.test(line));
    expect(said).toHaveLength(1);
    expect((await channels.get('join.lost'))?.string()).toBe(lost);
    const host = await world.start([], file);
    await hasChannel(host);
  });
});
