import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PEOPLE_SCOPES } from '../../../../shared/contract/people.ts';
import { NOW, PROBLEM, PROBLEM_TEXT, statusWith } from '../support.ts';
import {
  answer,
  argsOf,
  blockedPerson,
  drawPeople,
  follower,
  followers,
  press,
  rowTexts,
  sayPeople,
  showTab,
  showView,
  subscriber,
} from './people-support.ts';

describe('followers', () => {
  it('are read page by page, each person once, to the page that is not full', async () => {
    const page = await drawPeople();
    expect(argsOf(page, 'people.followers')).toEqual([{ page: 0 }]);
    await answer(page, 'people.followers', { people: followers(20), next: 1 });
    expect(rowTexts('Followers')).toHaveLength(20);
    expect(screen.getByText(/^20 loaded/)).toBeVisible();
    await press(page, 'Show more');
    await press(page, 'Show more');
    expect(argsOf(page, 'people.followers')).toEqual([{ page: 0 }, { page: 1 }]);
    // Two came meanwhile: the last two of the first page are the first of the second.
    await answer(page, 'people.followers', { people: followers(5, 18), next: null });
    expect(rowTexts('Followers')).toHaveLength(23);
    expect(screen.getByText(/^23 viewers/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('are not asked for for ever where every page says the same', async () => {
    const page = await drawPeople();
    await answer(page, 'people.followers', { people: followers(20), next: 1 });
    await press(page, 'Show more');
    await answer(page, 'people.followers', { people: followers(20), next: 2 });
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('are read again from the first page only, when asked for and after a minute away', async () => {
    const page = await drawPeople();
    const asked = () => argsOf(page, 'people.followers');
    await answer(page, 'people.followers', { people: followers(20), next: 1 });
    await press(page, 'Show more');
    await answer(page, 'people.followers', { people: followers(5, 20), next: null });
    await press(page, 'Refresh');
    expect(asked()).toEqual([{ page: 0 }, { page: 1 }, { page: 0 }]);
    expect(rowTexts('Followers')).toHaveLength(25);
    await answer(page, 'people.followers', { people: followers(20), next: 1 });
    expect(asked()).toHaveLength(3);
    expect(rowTexts('Followers')).toHaveLength(20);
    await showTab(page, 'Managers');
    await page.pass(59_900);
    await showTab(page, 'Followers');
    expect(asked()).toHaveLength(3);
    await showTab(page, 'Managers');
    await page.pass(100);
    await showTab(page, 'Followers');
    expect(asked()).toHaveLength(4);
    expect(asked().at(-1)).toEqual({ page: 0 });
  });

  it('are read on by scrolling to their end', async () => {
    const page = await drawPeople();
    await answer(page, 'people.followers', { people: followers(20), next: 1 });
    fireEvent.scroll(screen.getByRole('list', { name: 'Followers' }));
    expect(argsOf(page, 'people.followers')).toEqual([{ page: 0 }, { page: 1 }]);
  });

  it('stay where a page cannot be read, which is said and can be tried again', async () => {
    const page = await drawPeople();
    await answer(page, 'people.followers', { people: followers(20), next: 1 });
    await press(page, 'Show more');
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    expect(rowTexts('Followers')).toHaveLength(20);
    await press(page, 'Try again');
    await answer(page, 'people.followers', { people: followers(1, 20), next: null });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(rowTexts('Followers')).toHaveLength(21);
  });

  it('are said of while there are none', async () => {
    const page = await drawPeople();
    expect(screen.getByText('Loading the list')).toBeVisible();
    await answer(page, 'people.followers', { people: [], next: null });
    expect(screen.getByText('No followers yet')).toBeVisible();
  });

  it('have names that are text, and something to be called by where they have none', async () => {
    const page = await drawPeople();
    const people = [
      follower('a', { name: '<img src=x onerror=alert(1)>' }),
      follower('b', { name: ' ', handle: 'bee' }),
      follower('c', { name: '', handle: '', since: null }),
    ];
    await answer(page, 'people.followers', { people, next: null });
    const [first, second, third] = rowTexts('Followers');
    expect(first).toContain('<img src=x onerror=alert(1)>');
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(second).toContain('Bbee@bee3 days ago');
    expect(third).toContain('Cccdate unknown');
  });

  it('are searched among those that are loaded', async () => {
    const page = await drawPeople();
    const people = [follower('a', { name: '새벽별' }), follower('b', { handle: 'Quiet_River' })];
    await answer(page, 'people.followers', { people, next: 1 });
    const search = screen.getByRole('searchbox');
    fireEvent.change(search, { target: { value: ' quiet ' } });
    expect(rowTexts('Followers')).toHaveLength(1);
    expect(screen.getByText(/^1 of 2/)).toBeVisible();
    fireEvent.change(search, { target: { value: 'zzz' } });
    expect(screen.getByText('No matches')).toBeVisible();
  });

  it('have pictures that are asked for twenty at a time', async () => {
    const page = await drawPeople();
    await answer(page, 'people.followers', { people: followers(25), next: null });
    await page.pass(50);
    const asked = () => argsOf(page, 'people.faces') as { channelIds: string[] }[];
    expect(asked().map(({ channelIds }) => channelIds.length)).toEqual([20]);
    await answer(page, 'people.faces', { faces: { f0: 'https://img.example/a.png' }, names: {} });
    expect(asked().map(({ channelIds }) => channelIds.length)).toEqual([20, 5]);
    const images = [...document.querySelectorAll('.avatar-image')];
    expect(images.map((image) => image.getAttribute('src'))).toEqual(['https://img.example/a.png']);
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('subscribers', () => {
  it('have months and tier, latest or longest first', async () => {
    const page = await drawPeople();
    await showTab(page, 'Subscribers');
    const people = [
      subscriber('a', { months: 1, tier: 2 }),
      subscriber('b', { months: 1_200, tier: null }),
      subscriber('c', { months: null }),
    ];
    await answer(page, 'people.subscribers', { people, next: null });
    const [first, second, third] = rowTexts('Subscribers');
    expect(first).toMatch(/Name a1 monthTier 2/);
    expect(second).toMatch(/Name b1,200 months@/);
    expect(third).toMatch(/Name cmonths unknownTier 1/);
    await press(page, 'Longest first');
    expect(argsOf(page, 'people.subscribers')).toEqual([
      { page: 0, sort: 'RECENT' },
      { page: 0, sort: 'LONGER' },
    ]);
    await answer(page, 'people.subscribers', { people: people.slice(1), next: null });
    await press(page, 'Newest first');
    expect(rowTexts('Subscribers')).toHaveLength(3);
  });
});

describe('managers', () => {
  it.each([
    ['STREAMING_CHANNEL_OWNER', '채널 소유자'],
    ['STREAMING_CHANNEL_MANAGER', '채널 매니저'],
    ['STREAMING_CHAT_MANAGER', '채팅 매니저'],
    ['STREAMING_SETTLEMENT_MANAGER', '정산 매니저'],
    ['STREAMING_NEW_TASK', 'STREAMING_NEW_TASK'],
    ['', '역할을 알 수 없음'],
  ])('of the task %j are told as %s', async (role, words) => {
    const page = await drawPeople({}, 'ko');
    await showTab(page, '매니저');
    await answer(page, 'people.managers', { people: [{ ...follower('m'), role }] });
    expect(rowTexts('매니저')[0]).toContain(`Name m${words}@`);
  });
});

describe('entries that could not be read', () => {
  it('are counted over all pages that are here, also where there is nobody else', async () => {
    const page = await drawPeople();
    await answer(page, 'people.followers', { people: [], next: 1, damaged: 20 });
    expect(screen.getByText(/^20 unreadable entries/)).toBeVisible();
    await press(page, 'Show more');
    await answer(page, 'people.followers', { people: followers(2), next: null, damaged: 1 });
    expect(screen.getByText(/^21 unreadable entries/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('are not spoken of where there are none', async () => {
    const page = await drawPeople();
    await answer(page, 'people.followers', { people: followers(2), next: null });
    expect(screen.queryByText(/unreadable/)).toBeNull();
  });
});

describe('blocked people', () => {
  const DAY = 86_400_000;
  it.each([
    [null, 'Permanent'],
    [NOW + 3 * DAY - 1, /Ends in 3 days · /],
    [NOW + 30_000, /Ends any moment/],
    [NOW - 1, 'Already ended'],
    ['unknown', 'End unknown'],
  ] as const)('until %s are told as %s', async (until, words) => {
    const page = await drawPeople();
    await showTab(page, 'Blocked');
    await answer(page, 'people.blocked', { people: [blockedPerson('a', { until })], next: null });
    expect(screen.getByText(words)).toBeVisible();
  });

  it('are read on with the mark of the page before', async () => {
    const page = await drawPeople();
    await showTab(page, 'Blocked');
    await answer(page, 'people.blocked', { people: [blockedPerson('a')], next: 'mark-1' });
    await press(page, 'Show more');
    await answer(page, 'people.blocked', { people: [blockedPerson('b')], next: null });
    expect(argsOf(page, 'people.blocked')).toEqual([{ next: null }, { next: 'mark-1' }]);
    expect(rowTexts('Blocked')).toHaveLength(2);
  });

  it('are read anew when another page has blocked somebody', async () => {
    const page = await drawPeople({ blocksRevision: 4 });
    await showTab(page, 'Blocked');
    await answer(page, 'people.blocked', { people: [], next: null });
    await sayPeople(page, { blocksRevision: 4, revision: 9 });
    expect(argsOf(page, 'people.blocked')).toHaveLength(1);
    await sayPeople(page, { blocksRevision: 5 });
    await answer(page, 'people.blocked', { people: [blockedPerson('a')], next: null });
    expect(rowTexts('Blocked')).toHaveLength(1);
    await showTab(page, 'Followers');
    await sayPeople(page, { blocksRevision: 6 });
    expect(argsOf(page, 'people.blocked')).toHaveLength(2);
    await showTab(page, 'Blocked');
    expect(argsOf(page, 'people.blocked')).toHaveLength(3);
  });
});

describe('what stands in the way', () => {
  it.each([
    ['READ:CHANNEL', 'Followers', 'people.followers'],
    ['READ:CHANNEL', 'Managers', 'people.managers'],
    ['READ:SUBSCRIPTION', 'Subscribers', 'people.subscribers'],
    ['READ:USER_BLOCK', 'Blocked', 'people.blocked'],
  ] as const)('a missing %s is said at %s, and nothing is asked', async (scope, tab, command) => {
    const page = await drawPeople({ missingScopes: [scope] });
    await showTab(page, tab);
    expect(argsOf(page, command)).toEqual([]);
    expect(screen.getByText(`Permission needed: ${scope}`)).toBeVisible();
    await press(page, 'Grant permissions');
    expect(page.bridge.last).toMatchObject({ name: 'sign-in.start', args: { prompt: 'consent' } });
    await answer(page, 'sign-in.start', { url: 'https://ci.me/grant' });
    await sayPeople(page, {});
    expect(argsOf(page, command)).toHaveLength(1);
    expect(screen.queryByText(/^Permission needed/)).toBeNull();
  });

  it('every permission has its words in both languages', async () => {
    for (const language of ['ko', 'en'] as const) {
      const page = await drawPeople({ missingScopes: [...PEOPLE_SCOPES] }, language);
      await showTab(page, language === 'ko' ? '차단' : 'Blocked');
      expect(screen.getByText(/READ:USER_BLOCK/)).toBeVisible();
      expect(screen.getByText(/WRITE:USER_BLOCK/)).toBeVisible();
      document.body.replaceChildren();
    }
  });

  it('an app that cannot be reached leaves all that was read, in sight after leaving the view', async () => {
    const page = await drawPeople();
    await answer(page, 'people.followers', { people: followers(3), next: 1 });
    await page.core((bridge) => bridge.setReachable(false));
    expect(
      screen.getByText('You can still view loaded lists. You can make changes once it reconnects.'),
    ).toBeVisible();
    expect(rowTexts('Followers')).toHaveLength(3);
    const blocks = screen.getAllByRole('button', { name: /^Can’t block now/ });
    expect(blocks.every((button) => (button as HTMLButtonElement).disabled)).toBe(true);
    expect(screen.getByRole('button', { name: 'Show more' })).toBeDisabled();
    showView('Alerts');
    showView('Viewers');
    await page.pass(0);
    expect(rowTexts('Followers')).toHaveLength(3);
    expect(argsOf(page, 'people.followers')).toHaveLength(1);
  });

  it('signed out, what was read stays; another channel sees nothing of it', async () => {
    const page = await drawPeople();
    await answer(page, 'people.followers', { people: followers(3), next: null });
    await sayPeople(page, { signedIn: false });
    await page.core((bridge) => bridge.status(statusWith({ account: null, tokens: null })));
    expect(screen.getAllByText('You need to sign in').length).toBeGreaterThan(0);
    expect(rowTexts('Followers')).toHaveLength(3);
    const account = { channelId: 'channel-2', channelName: 'Another' };
    await page.core((bridge) => bridge.status(statusWith({ account })));
    expect(rowTexts('Followers')).toEqual([]);
    await sayPeople(page, {});
    expect(argsOf(page, 'people.followers')).toHaveLength(2);
  });
});
