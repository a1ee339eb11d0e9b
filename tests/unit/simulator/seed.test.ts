import { describe, expect, it } from 'vitest';
import { BADGE_NAMES, EMOJI_NAMES, ITEM_NAMES } from '../../../electron/simulator/images.ts';
import { SCOPES } from '../../../electron/simulator/world/model.ts';
import { createSeededWorld, DEMO_REDIRECT_URI } from '../../../electron/simulator/world/seed.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { openPlatform, SEED } from './support.ts';

const seed = () => {
  const clock = new VirtualClock();
  return {
    clock,
    ...createSeededWorld({ clock, random: steadyRandom(SEED), makeKey: () => 'key' }),
  };
};

describe('the seeded world', () => {
  it('has one application as documented', () => {
    const { application, world } = seed();
    expect(application).toMatchObject({
      clientId: 'stagelight-demo',
      redirectUris: [DEMO_REDIRECT_URI],
      scopes: SCOPES,
    });
    expect(application.name).toMatch(/^[가-힣A-Za-z0-9_ ]{2,20}$/);
    expect(world.applications()).toEqual([application]);
    expect(SCOPES).toHaveLength(14);
  });

  it('is the same world for the same randomness', () => {
    const [one, two] = [seed(), seed()];
    const claims = (s: typeof one) =>
      s.world.drops.claims(s.application).map((c) => [c.claimId, c.user.name, c.updatedAt]);
    expect(claims(one)).toEqual(claims(two));
  });

  it('has a streamer on air and twelve viewers with channel ids of their own', () => {
    const { world, streamer, viewers } = seed();
    expect(world.channels.isLive(streamer.channelId)).toBe(true);
    expect(viewers).toHaveLength(12);
    expect(new Set(world.users().map((user) => user.channelId)).size).toBe(13);
    expect(world.users().every((user) => /^[A-Za-z0-9]+$/.test(user.channelId))).toBe(true);
  });

  it('has 250 claims, no reward claimed twice by one viewer, none from the future', () => {
    const { world, application, clock } = seed();
    const claims = world.drops.claims(application);
    expect(claims).toHaveLength(250);
    const pairs = claims.map((claim) => `${claim.reward.rewardId} ${claim.user.channelId}`);
    expect(new Set(pairs).size).toBe(250);
    for (const claim of claims) {
      expect(claim.updatedAt).toBeLessThanOrEqual(clock.now());
      expect(claim.updatedAt).toBeGreaterThanOrEqual(claim.campaign.startAt);
      expect(claim.updatedAt).toBeGreaterThanOrEqual(claim.claimedAt ?? 0);
    }
    const states = new Set(claims.map((claim) => claim.fulfillmentState));
    expect(states).toEqual(new Set(['CLAIMED', 'FULFILLED']));
    expect(claims.some((claim) => claim.claimedAt === null)).toBe(true);
  });

  it('shows only images that the simulator can draw', () => {
    const { world, application } = seed();
    const { channels, drops } = world;
    const paths = [
      ...world
        .users()
        .flatMap((user) => [user.imagePath, ...user.badges.map((b) => `badge/${b}.svg`)]),
      ...channels.lives().map((live) => live.thumbnailPath),
      ...channels.categories.map((category) => category.posterPath),
      ...drops
        .campaigns(application)
        .flatMap((campaign) => [campaign.imagePath, ...campaign.rewards.map((r) => r.imagePath)]),
    ].filter((path) => path !== null);
    const known = [
      ...EMOJI_NAMES.map((name) => `emoji/${name}.svg`),
      ...BADGE_NAMES.map((name) => `badge/${name}.svg`),
      ...ITEM_NAMES.map((name) => `item/${name}.svg`),
    ];
    expect(paths.filter((path) => !known.includes(path))).toEqual([]);
    expect(paths.length).toBeGreaterThan(30);
  });

  it('leaves no timer behind', () => {
    expect(openPlatform().clock.pendingTimers).toBe(0);
  });
});
