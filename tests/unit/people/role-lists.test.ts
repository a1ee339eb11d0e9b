import { describe, expect, it } from 'vitest';
import {
  InsufficientScopeError,
  QuotaExceededError,
  RateLimitedError,
  UnavailableError,
} from '../../../electron/platform/errors.ts';
import { settle } from '../../support/virtual-clock.ts';
import { ALL_SCOPES, fans, manager, startLists } from './support.ts';

const MANAGERS_EVERY_MS = 10 * 60_000;
const SUBSCRIBERS_EVERY_MS = 30 * 60_000;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const occasion = { operation: 'channels.managers', status: 503, platformMessage: null };
const down = () => new UnavailableError(occasion, 'server');

describe('which lists are asked for', () => {
  it.each([
    [[], []],
    [['READ:LIVE_CHAT', 'READ:USER'], []],
    [['READ:CHANNEL'], ['managers']],
    [['READ:SUBSCRIPTION'], ['subscribers 0']],
    [ALL_SCOPES, ['managers', 'subscribers 0']],
  ])('with the scopes %j: %j', async (scopes, calls) => {
    const { lists, platform, clock } = startLists({ scopes });
    lists.begin('streamer');
    await settle();
    expect(platform.calls).toEqual(calls);
    expect(clock.pendingTimers).toBe(calls.length);
  });

  it('none before somebody is signed in', async () => {
    const { platform, clock } = startLists();
    await clock.advance(SUBSCRIBERS_EVERY_MS * 3);
    expect(platform.calls).toEqual([]);
  });

  it('a scope granted with a new sign-in counts from then on', async () => {
    const { lists, platform, granted } = startLists({ scopes: [] });
    lists.begin('streamer');
    await settle();
    granted.scopes = ['READ:CHANNEL'];
    lists.begin('streamer');
    await settle();
    expect(platform.calls).toEqual(['managers']);
  });
});

describe('what is read', () => {
  it('makes roles', async () => {
    const { lists, platform, book } = startLists();
    platform.managed = [manager('mod')];
    platform.subscribed = fans(2);
    lists.begin('streamer');
    await settle();
    expect(['streamer', 'mod', 'fan-2', 'x'].map((id) => book.roleOf(id))).toEqual([
      ...['streamer', 'manager', 'subscriber', 'viewer'],
    ]);
  });

  it.each([
    [0, 1],
    [49, 1],
    [50, 2],
    [51, 2],
    [120, 3],
  ])('%i subscribers are %i pages', async (count, pages) => {
    const { lists, platform, book, clock } = startLists({ scopes: ['READ:SUBSCRIPTION'] });
    platform.subscribed = fans(count);
    lists.begin('streamer');
    await clock.advance(MINUTE);
    expect(platform.calls).toEqual(Array.from({ length: pages }, (_, at) => `subscribers ${at}`));
    expect(fans(count).every((id) => book.roleOf(id) === 'subscriber')).toBe(true);
  });

  it('counts page by page, with a pause in between', async () => {
    const { lists, platform, book, clock } = startLists({ scopes: ['READ:SUBSCRIPTION'] });
    platform.subscribed = fans(60);
    lists.begin('streamer');
    await settle();
    expect([book.roleOf('fan-50'), book.roleOf('fan-51')]).toEqual(['subscriber', 'viewer']);
    await clock.advance(499);
    expect(platform.calls).toHaveLength(1);
    await clock.advance(1);
    expect(book.roleOf('fan-51')).toBe('subscriber');
  });

  it('ends where a platform gives the same page again and again', async () => {
    const { lists, platform, clock } = startLists({ scopes: ['READ:SUBSCRIPTION'] });
    const page = fans(50).map((channelId) => ({ channelId }));
    platform.subscribers = async () => {
      platform.calls.push('same');
      return page;
    };
    lists.begin('streamer');
    await clock.advance(MINUTE);
    expect(platform.calls).toHaveLength(2);
  });

  it('ends where no more are remembered', async () => {
    const { lists, platform, clock } = startLists({ scopes: ['READ:SUBSCRIPTION'] });
    platform.subscribed = fans(50_500);
    lists.begin('streamer');
    await clock.advance(20 * MINUTE);
    expect(platform.calls).toHaveLength(1_000);
  });
});

describe('when it is read again', () => {
  it.each([
    ['READ:CHANNEL', MANAGERS_EVERY_MS],
    ['READ:SUBSCRIPTION', SUBSCRIBERS_EVERY_MS],
  ])('with %s: every %i ms', async (scope, everyMs) => {
    const { lists, platform, clock } = startLists({ scopes: [scope] });
    lists.begin('streamer');
    await settle();
    for (const times of [2, 3, 4]) {
      await clock.advance(everyMs - 1);
      expect(platform.calls).toHaveLength(times - 1);
      await clock.advance(1);
      expect(platform.calls).toHaveLength(times);
    }
  });

  it.each([
    [0, 0.9],
    [0.999_999, 1.1],
  ])('with the chance %d at %d of the time', async (chance, share) => {
    const world = startLists({ scopes: ['READ:CHANNEL'], random: () => chance });
    world.lists.begin('streamer');
    await settle();
    expect(world.clock.untilNext / MANAGERS_EVERY_MS).toBeCloseTo(share, 4);
  });

  it('a manager that was removed is none any more', async () => {
    const { lists, platform, book, clock } = startLists();
    platform.managed = [manager('mod')];
    lists.begin('streamer');
    await settle();
    platform.managed = [];
    await clock.advance(MANAGERS_EVERY_MS);
    expect(book.roleOf('mod')).toBe('viewer');
  });

  it('a subscriber that left is none any more', async () => {
    const { lists, platform, book, clock } = startLists();
    platform.subscribed = fans(2);
    lists.begin('streamer');
    await settle();
    platform.subscribed = ['fan-2'];
    await clock.advance(SUBSCRIBERS_EVERY_MS);
    expect([book.roleOf('fan-1'), book.roleOf('fan-2')]).toEqual(['viewer', 'subscriber']);
  });
});

describe('a list that cannot be read', () => {
  it('stays as it was, and is asked for later and later', async () => {
    const { lists, platform, book, clock, lines } = startLists({ scopes: ['READ:CHANNEL'] });
    platform.managed = [manager('mod')];
    lists.begin('streamer');
    await settle();
    platform.failures.push(down(), down(), down(), down(), down(), down(), down());
    await clock.advance(MANAGERS_EVERY_MS);
    expect(book.roleOf('mod')).toBe('manager');
    const waits: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      waits.push(clock.untilNext / SECOND);
      await clock.advance(clock.untilNext);
    }
    expect(waits).toEqual([45, 75, 135, 255, 315, 315, 315]);
    expect(clock.untilNext).toBe(MANAGERS_EVERY_MS);
    expect(book.roleOf('mod')).toBe('manager');
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  it('is asked for soon again when it could be read in between', async () => {
    const { lists, platform, clock } = startLists({ scopes: ['READ:CHANNEL'] });
    platform.failures.push(down(), down());
    lists.begin('streamer');
    await clock.advance(5 * MINUTE);
    platform.failures.push(down());
    await clock.advance(clock.untilNext);
    expect(clock.untilNext).toBe(45 * SECOND);
  });

  it.each([
    ['after a rate limit', () => new RateLimitedError(occasion, 20 * MINUTE), 20 * MINUTE],
    ['after one that says nothing', () => new RateLimitedError(occasion, null), 45 * SECOND],
    [
      'after an outage that says so',
      () => new UnavailableError(occasion, 'server', { retryAfterMs: 3 * MINUTE }),
      3 * MINUTE,
    ],
    ['after something unexpected', () => new TypeError('x'), 45 * SECOND],
  ])('is asked for again %s', async (_when, failure, waitMs) => {
    const { lists, platform, clock } = startLists({ scopes: ['READ:CHANNEL'] });
    platform.failures.push(failure());
    lists.begin('streamer');
    await settle();
    expect(clock.untilNext).toBe(waitMs);
  });

  it('for a used-up quota is asked for when that is filled again', async () => {
    const { lists, platform, clock } = startLists({ scopes: ['READ:CHANNEL'] });
    const resetsAt = clock.now() + 5 * 3_600_000;
    platform.failures.push(new QuotaExceededError(occasion, 'READ_DROPS', resetsAt));
    lists.begin('streamer');
    await settle();
    expect(clock.untilNext).toBe(5 * 3_600_000);
  });

  it('for want of a scope is asked for no more', async () => {
    const { lists, platform, clock } = startLists({ scopes: ['READ:CHANNEL'] });
    platform.failures.push(new InsufficientScopeError(occasion, 'READ:CHANNEL'));
    lists.begin('streamer');
    await clock.advance(MANAGERS_EVERY_MS * 5);
    expect(platform.calls).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('in the middle is taken up where it broke off', async () => {
    const { lists, platform, book, clock } = startLists({ scopes: ['READ:SUBSCRIPTION'] });
    book.isAbout('streamer');
    book.setSubscribers(['old'], 0);
    platform.subscribed = fans(120);
    lists.begin('streamer');
    await settle();
    platform.failures.push(down());
    await clock.advance(SECOND);
    expect(['old', 'fan-1', 'fan-51'].map((id) => book.roleOf(id))).toEqual([
      ...['subscriber', 'subscriber', 'viewer'],
    ]);
    await clock.advance(MINUTE);
    expect(platform.calls).toEqual([0, 1, 1, 2].map((page) => `subscribers ${page}`));
    expect(['old', 'fan-1', 'fan-120'].map((id) => book.roleOf(id))).toEqual([
      ...['viewer', 'subscriber', 'subscriber'],
    ]);
  });

  it('in the middle is not taken up for another person', async () => {
    const { lists, platform, book, clock } = startLists({ scopes: ['READ:SUBSCRIPTION'] });
    platform.subscribed = fans(60);
    lists.begin('streamer');
    await settle();
    platform.failures.push(down());
    await clock.advance(SECOND);
    platform.subscribed = ['their fan'];
    lists.begin('somebody else');
    await settle();
    expect(platform.calls.at(-1)).toBe('subscribers 0');
    expect([book.roleOf('fan-1'), book.roleOf('their fan')]).toEqual(['viewer', 'subscriber']);
  });

  it('in the middle for long begins from the start', async () => {
    const { lists, platform, clock } = startLists({ scopes: ['READ:SUBSCRIPTION'] });
    platform.subscribed = fans(60);
    lists.begin('streamer');
    await settle();
    platform.failures.push(new RateLimitedError(occasion, 20 * MINUTE));
    await clock.advance(25 * MINUTE);
    expect(platform.calls).toEqual([0, 1, 0, 1].map((page) => `subscribers ${page}`));
  });
});

describe('the end', () => {
  it.each(['pause', 'end', 'dispose'] as const)(
    '%s leaves no timer and asks nothing',
    async (end) => {
      const { lists, platform, clock } = startLists();
      platform.subscribed = fans(120);
      lists.begin('streamer');
      await settle();
      lists[end]();
      await settle();
      expect(clock.pendingTimers).toBe(0);
      await clock.advance(SUBSCRIBERS_EVERY_MS * 2);
      expect(platform.calls).toHaveLength(2);
    },
  );

  it.each([
    ['pause', 'manager'],
    ['end', 'viewer'],
  ] as const)('%s: a manager is then a %s', async (end, role) => {
    const { lists, platform, book } = startLists();
    platform.managed = [manager('mod')];
    lists.begin('streamer');
    await settle();
    lists[end]();
    expect(book.roleOf('mod')).toBe(role);
  });

  it.each(['pause', 'end', 'dispose'] as const)('%s: what comes late is not kept', async (end) => {
    const { lists, platform, book, clock } = startLists();
    platform.managed = [manager('mod')];
    platform.subscribed = fans(1);
    platform.held = true;
    lists.begin('streamer');
    await settle();
    lists[end]();
    platform.release();
    await settle();
    expect([book.roleOf('mod'), book.roleOf('fan-1')]).toEqual(['viewer', 'viewer']);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each(['pause', 'dispose'] as const)(
    '%s in the middle of a reading leaves who was known, and no complaint',
    async (end) => {
      const { lists, platform, book, lines } = startLists();
      platform.subscribed = fans(2);
      lists.begin('streamer');
      await settle();
      platform.held = true;
      lists.begin('streamer');
      await settle();
      lists[end]();
      platform.failures.push(down());
      platform.release();
      await settle();
      expect(book.roleOf('fan-2')).toBe('subscriber');
      expect(lines).toEqual([]);
    },
  );

  it('what comes late for the last person is not kept for the next', async () => {
    const { lists, platform, book } = startLists();
    platform.managed = [manager('mod')];
    platform.held = true;
    lists.begin('streamer');
    await settle();
    platform.managed = [manager('their mod')];
    platform.held = false;
    lists.begin('somebody else');
    await settle();
    platform.release();
    await settle();
    expect([book.roleOf('mod'), book.roleOf('their mod')]).toEqual(['viewer', 'manager']);
  });

  it('is for good: nothing begins after it', async () => {
    const { lists, platform, clock } = startLists();
    lists.dispose();
    lists.begin('streamer');
    await settle();
    expect([platform.calls, clock.pendingTimers]).toEqual([[], 0]);
  });
});
