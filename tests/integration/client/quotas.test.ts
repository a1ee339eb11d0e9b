import { describe, expect, it } from 'vitest';
import type { PlatformClient } from '../../../electron/platform/client.ts';
import { QuotaExceededError } from '../../../electron/platform/errors.ts';
import {
  type ClientStage,
  DAY,
  failureOf,
  HOUR,
  START,
  stageOpener,
} from './support/client-stage.ts';

const openStage = stageOpener();

/** Stages begin at ten in the morning in Korea. */
const MIDNIGHT = START + 14 * HOUR;
const IDS = ['100000000000000001'];

const CALLS = {
  campaigns: (client: PlatformClient) => client.drops.campaigns(),
  claims: (client: PlatformClient) => client.drops.claims(),
  payout: (client: PlatformClient) => client.drops.setFulfillment(IDS, 'FULFILLED'),
} as const;

const worldQuota = (stage: ClientStage) => {
  const { quotas } = stage.simulator.world;
  return {
    readDrops: quotas.read(stage.application, 'READ_DROPS').used,
    writeDrops: quotas.read(stage.application, 'WRITE_DROPS').used,
  };
};

describe('the daily quotas', () => {
  it.each([
    ['campaigns', 'READ_DROPS'],
    ['claims', 'READ_DROPS'],
    ['payout', 'WRITE_DROPS'],
  ] as const)('%s count in %s, in both halves alike', async (name, category) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    await CALLS[name](client);
    const expected = {
      readDrops: category === 'READ_DROPS' ? 1 : 0,
      writeDrops: category === 'WRITE_DROPS' ? 1 : 0,
    };
    expect(worldQuota(stage)).toEqual(expected);
    expect(client.drops.quota).toEqual({ day: '2026-03-10', ...expected, resetsAt: MIDNIGHT });
  });

  it.each([
    ['campaigns', 'READ_DROPS'],
    ['claims', 'READ_DROPS'],
    ['payout', 'WRITE_DROPS'],
  ] as const)('a call for %s over it is refused, once, and known', async (name, category) => {
    const stage = await openStage({ quotas: { READ_DROPS: 2, WRITE_DROPS: 2 } });
    const { client } = await stage.signIn();
    await CALLS[name](client);
    await CALLS[name](client);
    const before = stage.arrived;
    const failure = await failureOf(CALLS[name](client));
    expect(failure).toBeInstanceOf(QuotaExceededError);
    expect(failure).toMatchObject({ category, resetsAt: MIDNIGHT });
    expect(stage.arrived - before).toBe(1);
    expect(stage.clock.pauses).toEqual([]);
  });

  it('one of them does not use up the other', async () => {
    const stage = await openStage({ quotas: { READ_DROPS: 1, WRITE_DROPS: 1 } });
    const { client } = await stage.signIn();
    await CALLS.campaigns(client);
    expect(await failureOf(CALLS.claims(client))).toMatchObject({ category: 'READ_DROPS' });
    await CALLS.payout(client);
    expect(await failureOf(CALLS.payout(client))).toMatchObject({ category: 'WRITE_DROPS' });
    expect((await client.users.me()).channelId).toBe(stage.streamer.channelId);
  });

  it('begin anew at midnight in Korea, not a moment before', async () => {
    const stage = await openStage({ quotas: { READ_DROPS: 1, WRITE_DROPS: 1 } });
    const { client } = await stage.signIn();
    await CALLS.campaigns(client);
    await CALLS.payout(client);
    stage.simulator.moveTime(MIDNIGHT - START - 1);
    expect(await failureOf(CALLS.campaigns(client))).toMatchObject({ resetsAt: MIDNIGHT });
    stage.simulator.moveTime(1);
    expect(client.drops.quota).toEqual({
      day: '2026-03-11',
      readDrops: 0,
      writeDrops: 0,
      resetsAt: MIDNIGHT + DAY,
    });
    await CALLS.campaigns(client);
    await CALLS.payout(client);
    expect(await failureOf(CALLS.claims(client))).toMatchObject({ resetsAt: MIDNIGHT + DAY });
  });

  it('are counted call by call', async () => {
    const stage = await openStage({ quotas: { READ_DROPS: 9, WRITE_DROPS: 2 } });
    const { client } = await stage.signIn();
    const ids = stage.simulator.world.drops.claims(stage.application).map(({ claimId }) => claimId);
    await client.drops.setFulfillment(ids.slice(0, 100), 'FULFILLED');
    await client.drops.setFulfillment(ids.slice(100, 200), 'FULFILLED');
    const failure = await failureOf(client.drops.setFulfillment(ids.slice(200), 'FULFILLED'));
    expect(failure).toMatchObject({ category: 'WRITE_DROPS' });
    expect(worldQuota(stage).writeDrops).toBe(2);
  });
});
