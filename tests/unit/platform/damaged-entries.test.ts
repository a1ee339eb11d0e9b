import { describe, expect, it } from 'vitest';
import type { PlatformClient } from '../../../electron/platform/client.ts';
import { damagedIn, lengthAsSent } from '../../../electron/platform/resources/fields.ts';
import { rememberingLogger } from '../events/support.ts';
import { clientOf, content, FakePlatform } from './support.ts';

const CLAIM = { claimId: '7', fulfillmentState: 'CLAIMED' };
const CAMPAIGN = { campaignId: 'c', state: 'ACTIVE' };

const LISTS: readonly (readonly [
  string,
  object,
  (client: PlatformClient) => Promise<readonly unknown[]>,
])[] = [
  ['claims', CLAIM, (client) => client.drops.claims()],
  ['campaigns', CAMPAIGN, (client) => client.drops.campaigns()],
  ['followers', { channelId: 'a' }, (client) => client.channels.followers()],
  ['subscribers', { channelId: 'a' }, (client) => client.channels.subscribers()],
  ['managers', { managerChannelId: 'a' }, (client) => client.channels.managers()],
  ['channels', { channelId: 'a' }, (client) => client.channels.get(['a'])],
  ['categories', { categoryId: 'g' }, (client) => client.categories.search({ keyword: '' })],
  [
    'blocked people',
    { restrictedChannelId: 'a' },
    async (client) => (await client.blocks.list()).items,
  ],
];

describe('an entry that cannot be read', () => {
  it.each(LISTS)('leaves the others of %s as they are, and is counted', async (_, good, read) => {
    for (const bad of [{}, null, 7, 'x', []]) {
      const platform = new FakePlatform(content({ data: [bad, good, bad] }));
      const list = await read(clientOf(platform));
      expect(list).toHaveLength(1);
      expect(list[0]).toMatchObject(good);
      expect([damagedIn(list), lengthAsSent(list)]).toEqual([2, 3]);
    }
  });

  it.each(LISTS)('does not fail %s where it is the only one', async (_, _good, read) => {
    const list = await read(clientOf(new FakePlatform(content({ data: [{}] }))));
    expect(list).toEqual([]);
    expect(damagedIn(list)).toBe(1);
  });

  it.each([
    ['an id too large to be exact', { ...CLAIM, claimId: 2 ** 60 }],
    ['no state', { claimId: '8' }],
    ['a state that is no text', { claimId: '8', fulfillmentState: 4 }],
  ])('is a claim with %s', async (_, bad) => {
    const platform = new FakePlatform(content({ data: [CLAIM, bad] }));
    const claims = await clientOf(platform).drops.claims();
    expect(claims.map(({ claimId }) => claimId)).toEqual(['7']);
  });

  it('is a reward of a campaign without taking the campaign with it', async () => {
    const rewards = [{ rewardId: 'r' }, { title: 'no id' }];
    const platform = new FakePlatform(content({ data: [{ ...CAMPAIGN, rewards }] }));
    const [campaign] = await clientOf(platform).drops.campaigns();
    expect(campaign?.rewards.map(({ rewardId }) => rewardId)).toEqual(['r']);
    expect(damagedIn(campaign?.rewards ?? [])).toBe(1);
  });

  it('does not end a list with marks, even where a page holds nothing else', async () => {
    const page = content({ data: [{}], page: { next: 'm' } });
    expect((await clientOf(new FakePlatform(page)).blocks.list()).next).toBe('m');
  });

  it('is logged once by its place, never by its value, for as long as it is the same', async () => {
    const { log, lines } = rememberingLogger();
    const bad = content({ data: [CLAIM, { claimId: '8', fulfillmentState: { secret: 'value' } }] });
    const good = content({ data: [CLAIM] });
    const { drops } = clientOf(new FakePlatform(bad, bad, good, bad), { log });
    for (let look = 0; look < 4; look += 1) await drops.claims();
    const said = lines.filter(({ message }) => message.includes('could not be read'));
    expect(said).toHaveLength(2);
    expect(said[0]).toMatchObject({
      fields: {
        operation: 'drops.claims',
        count: 1,
        places: ['fulfillmentState: invalid_type'],
      },
    });
    expect(JSON.stringify(said)).not.toContain('value');
  });
});

describe('a time that cannot be read', () => {
  it.each([[{}], [true], [1e300], [-5]])('%j is told from none', async (releaseDate) => {
    const page = content({ data: [{ restrictedChannelId: 'a', releaseDate }] });
    const { items } = await clientOf(new FakePlatform(page)).blocks.list();
    expect(items[0]?.releaseDate).toBe('unreadable');
  });
});
