import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openFleet } from '../../electron/fleet/fleet-store.ts';
import { Seal } from '../../electron/fleet/seal.ts';
import { hasNats } from '../support/nats-server.ts';
import { openServer } from './nats-world.ts';

describe.skipIf(!hasNats)('what a fleet keeps on a real nats-server', () => {
  it('is read from the leader alone: a copy could still have a former owner’s tokens', async () => {
    const server = await openServer();
    const seal = Seal.of(randomBytes(32).toString('base64'));
    if (!seal) throw new Error('The key is not taken.');
    const store = await openFleet(
      { servers: [server.address], name: 'test', replicas: null },
      seal,
    );
    await store.close();
    for (const name of ['KV_stagelight_test', 'KV_stagelight_test_leases']) {
      const { config } = await server.manage(({ streams }) => streams.info(name));
      expect(config.allow_direct).toBe(false);
    }
  });
});
