import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../electron/simulator/world/model.ts';
import { type ClientStage, DAY, HOUR, MINUTE, stageOpener } from './support/client-stage.ts';
import { claimOf } from './support/proofs-of-drops.ts';

const openStage = stageOpener();

const allClaims = (stage: ClientStage) => stage.simulator.world.drops.claims(stage.application);

/** Claims that can be marked as paid now. */
function payable(stage: ClientStage): readonly string[] {
  const { authorizations } = stage.simulator.world;
  const now = stage.simulator.clock.now();
  return allClaims(stage)
    .filter(
      ({ user, campaign, fulfillmentState }) =>
        fulfillmentState === 'CLAIMED' &&
        campaign.claimAvailableAt > now &&
        authorizations.activeGrant(stage.application, user) !== null,
    )
    .map(({ claimId }) => claimId);
}

describe('claim ids of 1 to 25 digits', () => {
  it('are read, looked up and paid to the last digit', async () => {
    const stage = await openStage({ manners: { claimIds: 'any' } });
    const { client } = await stage.signIn();
    const listed = await client.drops.claims({ size: 1000 });
    expect(listed).toEqual(allClaims(stage).map(claimOf));
    const lengths = new Set(listed.map(({ claimId }) => claimId.length));
    expect([...lengths].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 25 }, (_, index) => index + 1),
    );
    const claimIds = payable(stage).slice(0, 80);
    expect(new Set(claimIds.map(({ length }) => length)).size).toBeGreaterThan(8);
    const found = await client.drops.claims({ claimIds, size: 100 });
    expect(found.map(({ claimId }) => claimId)).toEqual(claimIds);
    const { groups, unreportedIds } = await client.drops.setFulfillment(claimIds, 'FULFILLED');
    expect(groups.map(({ status, ids }) => [status, ids])).toEqual([['SUCCESS', claimIds]]);
    expect(unreportedIds).toEqual([]);
  });
});

describe('answers to a payout change that name not every id once', () => {
  it('leave out an id: it is said to be unreported, and no other is', async () => {
    const stage = await openStage({ manners: { payoutAnswer: 'misses-one' } });
    const { client } = await stage.signIn();
    const claimIds = payable(stage).slice(0, 5);
    const { groups, unreportedIds } = await client.drops.setFulfillment(claimIds, 'FULFILLED');
    expect(groups.map(({ ids }) => ids)).toEqual([claimIds.slice(0, 4)]);
    expect(unreportedIds).toEqual(claimIds.slice(4));
  });

  it('name one twice: it counts once', async () => {
    const stage = await openStage({ manners: { payoutAnswer: 'names-twice' } });
    const { client } = await stage.signIn();
    const claimIds = payable(stage).slice(0, 5);
    const { groups, unreportedIds } = await client.drops.setFulfillment(claimIds, 'FULFILLED');
    expect(groups.map(({ ids }) => ids)).toEqual([claimIds]);
    expect(unreportedIds).toEqual([]);
  });
});

describe('times in another spelling', () => {
  it.each(['without-zone', 'korean-zone', 'epoch-digits'] as const)(
    '%s cost no entry of any list',
    async (times) => {
      const stage = await openStage({ manners: { times } });
      const { client } = await stage.signIn();
      const { world } = stage.simulator;
      const campaigns = await client.drops.campaigns({ size: 100 });
      expect(campaigns.map(({ campaignId }) => campaignId)).toEqual(
        world.drops.campaigns(stage.application).map(({ campaignId }) => campaignId),
      );
      const claims = await client.drops.claims({ size: 1000 });
      expect(claims.map(({ claimId }) => claimId)).toEqual(
        allClaims(stage).map(({ claimId }) => claimId),
      );
      const { followers, managers } = world.channels.of(stage.streamer);
      expect(await client.channels.followers({ size: 50 })).toHaveLength(followers.length);
      expect(await client.channels.managers()).toHaveLength(managers.length);
      await client.sessions.createUser();
      expect(await client.sessions.listUser()).toHaveLength(1);
    },
  );
});

describe('followers in another order', () => {
  it('are all there, page by page, each once', async () => {
    const stage = await openStage({ manners: { followerOrder: 'any' } });
    const { client } = await stage.signIn();
    const { followers } = stage.simulator.world.channels.of(stage.streamer);
    const ids: string[] = [];
    for (let page = 0; ids.length < followers.length; page += 1) {
      const people = await client.channels.followers({ page, size: 5 });
      ids.push(...people.map(({ channelId }) => channelId));
    }
    const known = followers.map(({ user }) => user.channelId);
    expect(ids.toSorted()).toEqual(known.toSorted());
    expect(ids).not.toEqual(known);
  });
});

describe('tokens of other lives and scopes', () => {
  it.each([60, 3_600, 2_592_000])('live %i s, as the answer says', async (seconds) => {
    const stage = await openStage({ manners: { accessTokenSeconds: seconds } });
    const pair = await stage.pair();
    expect(pair.expiresInSeconds).toBe(seconds);
    const again = await stage.auth().refresh(pair.refreshToken);
    expect(again.expiresInSeconds).toBe(seconds);
  });

  it('hold fewer scopes than were asked for: those that came count', async () => {
    const stage = await openStage({ manners: { withheldScopes: ['READ:DONATION', 'READ:USER'] } });
    const { scopes } = await stage.pair();
    expect(scopes).toEqual(SCOPES.filter((scope) => !/DONATION|READ:USER$/.test(scope)));
  });

  it('end with a refresh: a call that used the old one goes through with the new one', async () => {
    const stage = await openStage({ manners: { refreshEndsAccess: true } });
    const { client, tokens } = await stage.signIn();
    const before = tokens.pair.accessToken;
    await tokens.accessTokenAfter(before);
    expect(stage.simulator.world.authorizations.checkAccess(before)).toBe('Invalid access token');
    expect((await client.users.me()).channelId).toBe(stage.streamer.channelId);
    expect(tokens.renewals).toBe(1);
  });
});

describe('a platform whose clock is minutes apart', () => {
  it.each([-9, 9])('by %i minutes gives and takes tokens as ever', async (minutes) => {
    const stage = await openStage({ clockAheadMs: minutes * MINUTE });
    const { client } = await stage.signIn();
    await client.users.me();
    expect(stage.simulator.clock.now() - stage.realClock.now()).toBe(minutes * MINUTE);
    stage.simulator.moveTime(DAY - HOUR);
    await client.users.me();
    expect(stage.sent.filter(({ outcome }) => outcome === 401)).toEqual([]);
  });
});
