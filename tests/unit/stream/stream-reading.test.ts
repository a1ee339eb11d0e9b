import { describe, expect, it } from 'vitest';
import {
  InsufficientScopeError,
  RateLimitedError,
  UnavailableError,
} from '../../../electron/platform/errors.ts';
import { settle } from '../../support/virtual-clock.ts';
import { ALL_SCOPES, live, openDesk } from './support.ts';

const MINUTE = 60_000;
const occasion = { operation: 'test', status: null, platformMessage: null };
const READS = ['lives.settings', 'chat.settings', 'lives.status'] as const;

async function signedIn(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = openDesk(options);
  desk.begin('me');
  await settle();
  return desk;
}

describe('reading', () => {
  it('happens at sign-in, with the time', async () => {
    const { keeper, clock } = await signedIn();
    const { settings, chat, live: now } = keeper.desk();
    const readAt = clock.now();
    expect(settings).toEqual({
      value: { defaultLiveTitle: '첫 제목', category: null, tags: ['수다'] },
      readAt,
    });
    expect(chat?.value).toEqual({
      chatAllowedGroup: 'ALL',
      minFollowerMinute: 0,
      followerSubscriberChatAllow: false,
    });
    expect(now).toEqual({
      value: { isLive: false, title: null, openedAt: null, viewers: null },
      readAt,
    });
  });

  it('costs nothing of its own while nobody looks, and one round a minute while somebody does', async () => {
    const { keeper, api, watch, clock } = await signedIn();
    api.calls.length = 0;
    await clock.advance(30 * MINUTE);
    // The show's clock needs the status, whoever looks.
    expect(new Set(api.calls)).toEqual(new Set(['lives.status']));
    api.calls.length = 0;
    for (let seconds = 0; seconds < 180; seconds += 20) {
      keeper.look();
      keeper.look();
      await clock.advance(20_000);
    }
    for (const call of READS) expect(api.count(call)).toBe(3);
    watch.rest();
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    ['READ:LIVE_STREAM_SETTINGS', 'lives.settings', 'settings'],
    ['READ:LIVE_CHAT_SETTINGS', 'chat.settings', 'chat'],
  ] as const)('without %s does not ask for it, and is no problem', async (scope, call, part) => {
    const { keeper, api } = await signedIn({ scopes: ALL_SCOPES.filter((has) => has !== scope) });
    await keeper.refresh();
    expect(api.count(call)).toBe(0);
    expect(keeper.desk()[part]).toBeNull();
    expect(keeper.desk().problems[part]).toBeNull();
  });

  it('asks for nothing while nobody is signed in; what was read stays', async () => {
    const { keeper, api, kept } = await signedIn();
    kept.scopes = null;
    api.calls.length = 0;
    keeper.look();
    await keeper.refresh();
    expect(api.calls).toEqual([]);
    expect(keeper.desk().settings?.value.defaultLiveTitle).toBe('첫 제목');
  });

  it('keeps what it had when it fails, says why, and comes back ever later', async () => {
    const { keeper, api, clock } = await signedIn();
    const failures = [1, 2, 3].map(() => new UnavailableError(occasion, 'server'));
    api.fail('lives.settings', ...failures);
    await keeper.refresh();
    expect(keeper.desk().problems.settings?.code).toBe('platform-unavailable-server');
    expect(keeper.desk().settings?.value.defaultLiveTitle).toBe('첫 제목');
    api.calls.length = 0;
    const asked: number[] = [];
    for (let minute = 1; minute <= 12; minute += 1) {
      await clock.advance(MINUTE / 2);
      keeper.look();
      await settle();
      await clock.advance(MINUTE / 2);
      if (api.count('lives.settings') > asked.length) asked.push(minute);
    }
    // After waits of 1.5, 2.5 and 4.5 minutes all is well, and it is once a minute again.
    expect(asked).toEqual([2, 5, 10, 11, 12]);
  });

  it('leaves a platform alone that asks for it, also when somebody presses the button', async () => {
    const { keeper, api, clock } = await signedIn();
    api.fail('chat.settings', new RateLimitedError(occasion, 5 * MINUTE));
    await keeper.refresh();
    api.calls.length = 0;
    await clock.advance(5 * MINUTE - 1);
    await keeper.refresh();
    expect(api.count('chat.settings')).toBe(0);
    expect(api.count('lives.settings')).toBe(1);
    await clock.advance(1);
    await keeper.refresh();
    expect(api.count('chat.settings')).toBe(1);
    expect(keeper.desk().problems.chat).toBeNull();
  });

  it('does not ask again by itself where the permission turns out to be missing', async () => {
    const { keeper, api, clock } = await signedIn();
    const missing = new InsufficientScopeError(occasion, 'READ:LIVE_CHAT_SETTINGS');
    api.fail('chat.settings', missing);
    await keeper.refresh();
    api.calls.length = 0;
    await clock.advance(60 * MINUTE);
    keeper.look();
    await settle();
    expect(api.count('chat.settings')).toBe(0);
    keeper.begin('me');
    await settle();
    expect(api.count('chat.settings')).toBe(1);
  });

  it('says that it is under way', async () => {
    const { keeper, api } = await signedIn();
    let open = () => {};
    api.gate = new Promise((resolve) => {
      open = resolve;
    });
    const refreshing = keeper.refresh();
    expect(keeper.desk().reading).toBe(true);
    open();
    await refreshing;
    expect(keeper.desk().reading).toBe(false);
  });

  it('that comes back after the end is not kept', async () => {
    const { keeper, api, ledger } = await signedIn();
    let open = () => {};
    api.gate = new Promise((resolve) => {
      open = resolve;
    });
    const refreshing = keeper.refresh();
    api.world.settings = { ...api.world.settings, defaultLiveTitle: '늦은 제목' };
    keeper.dispose();
    open();
    await refreshing;
    expect(ledger.stream.latest('me', 10)).toEqual([]);
    expect(JSON.stringify(ledger.stream.seen('me'))).not.toContain('늦은 제목');
  });
});

describe('what somebody else changed', () => {
  it('is shown and logged as noticed, once', async () => {
    const { keeper, api, clock } = await signedIn();
    api.world.chat = { ...api.world.chat, chatAllowedGroup: 'MANAGER' };
    await clock.advance(MINUTE);
    keeper.look();
    await settle();
    const at = clock.now();
    await keeper.refresh();
    expect(keeper.desk().chat?.value.chatAllowedGroup).toBe('MANAGER');
    expect(keeper.desk().log).toEqual([
      {
        id: 1,
        at,
        by: 'elsewhere',
        field: 'chatAllowedGroup',
        before: { value: 'ALL' },
        after: 'MANAGER',
      },
    ]);
  });

  it('while the app was off is noticed at the next start', async () => {
    const { keeper, api, open } = await signedIn();
    await keeper.set({ chatSlowModeSec: 5 }, {});
    keeper.dispose();
    api.world.settings = { ...api.world.settings, tags: ['밤'] };
    const next = open();
    // What was read last is there before anybody signs in.
    expect(next.desk().settings?.value.tags).toEqual(['수다']);
    expect(next.desk().setByUs.chatSlowModeSec?.value).toBe(5);
    next.begin('me');
    await settle();
    expect(next.desk().log[0]).toMatchObject({ by: 'elsewhere', field: 'tags', after: ['밤'] });
    expect(next.desk().setByUs.chatSlowModeSec?.value).toBe(5);
  });

  it('is not mixed up with another channel', async () => {
    const { keeper, api } = await signedIn();
    await keeper.set({ tags: ['a'] }, {});
    api.world.settings = { defaultLiveTitle: '다른 채널', category: null, tags: [] };
    keeper.begin('other');
    await settle();
    expect(keeper.desk().log).toEqual([]);
    expect(keeper.desk().undo).toBeNull();
    expect(keeper.desk().settings?.value.defaultLiveTitle).toBe('다른 채널');
    keeper.begin('me');
    expect(keeper.desk().settings?.value.tags).toEqual(['a']);
  });

  it('is not taken from a reading that was about another channel', async () => {
    const { keeper, api } = await signedIn();
    let open = () => {};
    api.gate = new Promise((resolve) => {
      open = resolve;
    });
    const refreshing = keeper.refresh();
    keeper.begin('other');
    api.world.settings = { ...api.world.settings, defaultLiveTitle: '이제 제목' };
    open();
    await refreshing;
    await settle();
    expect(keeper.desk().settings?.value.defaultLiveTitle).toBe('이제 제목');
    expect(keeper.desk().log).toEqual([]);
  });

  it('is shown also where the disk does not take the log', async () => {
    const { keeper, api, ledger } = await signedIn();
    ledger.close();
    api.world.settings = { ...api.world.settings, defaultLiveTitle: '남의 제목' };
    await keeper.refresh();
    expect(keeper.desk().settings?.value.defaultLiveTitle).toBe('남의 제목');
    await keeper.set({ defaultLiveTitle: '내 제목' }, {});
    expect(api.world.settings.defaultLiveTitle).toBe('내 제목');
  });
});

describe('the broadcast', () => {
  it('has its viewers from the list of broadcasts', async () => {
    const { keeper, begin, api } = openDesk();
    api.world.isLive = true;
    api.world.pages = [[live('a', 900), live('b', 800)], [live('me', 128)], [live('c', 1)]];
    begin('me');
    await settle();
    expect(keeper.desk().live?.value).toEqual({
      isLive: true,
      title: '첫 제목',
      openedAt: Date.UTC(2026, 0, 1, 9),
      viewers: 128,
    });
    expect(api.count('lives.list')).toBe(2);
  });

  it('has unknown viewers beyond the first hundred, which are not gone through every minute', async () => {
    const { keeper, begin, api, clock } = openDesk();
    api.world.isLive = true;
    api.world.pages = Array.from({ length: 9 }, (_, page) => [live(`other-${page}`, 9)]);
    begin('me');
    await settle();
    expect(keeper.desk().live?.value).toMatchObject({ isLive: true, viewers: null });
    expect(api.count('lives.list')).toBe(5);
    await clock.advance(4 * MINUTE);
    await keeper.refresh();
    expect(api.count('lives.list')).toBe(5);
    await clock.advance(MINUTE);
    await keeper.refresh();
    expect(api.count('lives.list')).toBe(10);
  });

  it('is live also where the list cannot be read', async () => {
    const { keeper, begin, api } = openDesk();
    api.world.isLive = true;
    api.fail('lives.list', new UnavailableError(occasion, 'server'));
    begin('me');
    await settle();
    expect(keeper.desk().live?.value).toMatchObject({ isLive: true, viewers: null });
    expect(keeper.desk().problems.live).toBeNull();
  });

  it('is not asked for where the channel is not known; the settings are', async () => {
    const { keeper, begin, api } = openDesk();
    begin(null);
    await settle();
    expect(api.count('lives.status')).toBe(0);
    expect(keeper.desk().live).toBeNull();
    expect(keeper.desk().settings).not.toBeNull();
  });
});
