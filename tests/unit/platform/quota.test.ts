import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { clientOf, content, FakePlatform, failureOf, refusal } from './support.ts';

const list = content({ data: [] });
const MIDNIGHT = Date.UTC(2026, 2, 9, 15);

describe('the drops quota', () => {
  it('counts the two reads together and the change by itself, and nothing else', async () => {
    const { drops, channels, sessions } = clientOf(new FakePlatform(list));
    await drops.campaigns();
    await drops.claims();
    await drops.claims({ page: 1 });
    await drops.setFulfillment(['a'], 'FULFILLED');
    await channels.get(['a']);
    await sessions.listUser();
    expect(drops.quota).toMatchObject({ readDrops: 3, writeDrops: 1 });
  });

  it('counts requests that are refused or sent again, not those that were never sent', async () => {
    const clock = new VirtualClock();
    const platform = new FakePlatform(refusal(503, 'x'), list, refusal(403, 'no'));
    const { drops } = clientOf(platform, { clock });
    const claims = drops.claims();
    await clock.advance(10_000);
    await claims;
    await failureOf(drops.setFulfillment(['a'], 'FULFILLED'));
    await failureOf(drops.claims({ size: 1001 }));
    expect(drops.quota).toMatchObject({ readDrops: 2, writeDrops: 1 });
  });

  it('starts anew at midnight of Korea Standard Time', async () => {
    const clock = new VirtualClock(MIDNIGHT - 1);
    const { drops } = clientOf(new FakePlatform(list), { clock });
    await drops.campaigns();
    await drops.setFulfillment(['a'], 'FULFILLED');
    expect(drops.quota).toEqual({
      day: '2026-03-09',
      readDrops: 1,
      writeDrops: 1,
      resetsAt: MIDNIGHT,
    });
    await clock.advance(1);
    expect(drops.quota).toEqual({
      day: '2026-03-10',
      readDrops: 0,
      writeDrops: 0,
      resetsAt: MIDNIGHT + 24 * 3_600_000,
    });
    await drops.campaigns();
    await clock.advance(24 * 3_600_000 - 1);
    expect(drops.quota).toMatchObject({ day: '2026-03-10', readDrops: 1 });
  });

  it.each([
    ['the last hour of a year', Date.UTC(2026, 11, 31, 14, 59), '2026-12-31'],
    ['the first hour of a year', Date.UTC(2026, 11, 31, 15, 0), '2027-01-01'],
    ['a leap day', Date.UTC(2028, 1, 28, 15, 0), '2028-02-29'],
  ])('knows the day at %s', (_, at, day) => {
    const { drops } = clientOf(new FakePlatform(), { clock: new VirtualClock(at) });
    expect(drops.quota.day).toBe(day);
  });
});
