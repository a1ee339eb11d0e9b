import { describe, expect, it, onTestFinished } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { startDrops } from '../../../electron/features/drops/index.ts';
import { createPlatformClient } from '../../../electron/platform/client.ts';
import { dropsSettingsSchema } from '../../../shared/contract/drops.ts';
import { problemWith } from './jobs-support.ts';
import { HOUR, openBooks, openWorld } from './support.ts';

type DropsServices = Parameters<typeof startDrops>[0];

function begin(dropsElsewhere: boolean) {
  const world = openWorld();
  const claims = world.addClaims(world.addCampaign('c1'), 3);
  const { clock, application, fetch } = world;
  const owned = new DisposableStore();
  onTestFinished(() => owned.dispose());
  const never = () => ({ dispose: () => undefined });
  const drops = startDrops(
    {
      client: createPlatformClient({
        baseUrl: 'http://127.0.0.1',
        authUrl: 'http://127.0.0.1',
        clientId: application.clientId,
        clientSecret: application.clientSecret,
        fetch,
        clock,
        random: () => 0.5,
        log: silentLogger,
        userTokens: { accessToken: async () => '', accessTokenAfter: async () => '' },
      }),
      ledger: openBooks(world),
      hub: { tallies: [], onBatch: never } as unknown as DropsServices['hub'],
      serverTime: { platformNow: () => clock.now() } as DropsServices['serverTime'],
      status: {
        connection: { state: 'live' },
        onConnection: never,
      } as unknown as DropsServices['status'],
      settings: {
        get: () => ({ drops: dropsSettingsSchema.parse({}) }),
        onChange: never,
      } as unknown as DropsServices['settings'],
      people: { nameOf: () => null },
      dataDir: '',
      dropsElsewhere,
      clock,
      log: silentLogger,
    },
    owned,
  );
  return { world, claims, drops };
}

describe('drops that another host pays', () => {
  it('are not read by this core, nor marked', async () => {
    const { world, claims, drops } = begin(true);
    await world.clock.advance(HOUR);
    expect(world.sent).toEqual([]);
    expect(drops.feeds.drops.read()).toMatchObject({ watch: { kind: 'off' } });
    const order = { claimIds: claims, state: 'FULFILLED' as const };
    await expect(drops.commands['drops.pay'](order)).rejects.toEqual(
      problemWith('drops-elsewhere'),
    );
    const resumed = drops.commands['drops.resume']({ jobId: 1 });
    await expect(resumed).rejects.toEqual(problemWith('drops-elsewhere'));
    expect(world.puts()).toEqual([]);
  });

  it('are read by every other core', async () => {
    const { world } = begin(false);
    await world.clock.advance(HOUR);
    expect(world.gets('reward-claims').length).toBeGreaterThan(0);
  });
});
