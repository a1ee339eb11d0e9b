import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { relativeTime } from '../../../../renderer/dashboard/people/person-row.tsx';
import { LOOKUP_IDS_MOST } from '../../../../shared/contract/people.ts';
import { NOW, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import {
  answer,
  argsOf,
  drawPeople,
  follower,
  followers,
  press,
  rowTexts,
  sayPeople,
  showTab,
} from './people-support.ts';

const card = (name: string) => within(screen.getByRole('region', { name }));
const viewTab = () =>
  within(screen.getByRole('navigation')).getByRole('button', { name: /^Viewers/ });

describe('new followers', () => {
  const NEW = {
    people: [follower('ann', { since: NOW - 60_000 }), follower('bo', { since: NOW - 3_600_000 })],
    newestAt: NOW - 60_000,
    lookedAt: NOW - 7_200_000,
    checkedAt: NOW,
  };

  it('are counted at the view, listed, marked in the list, and gone when somebody has seen them', async () => {
    const page = await drawPeople({ newFollowers: NEW });
    await answer(page, 'people.followers', {
      people: [...NEW.people, ...followers(2)],
      next: null,
    });
    expect(viewTab()).toHaveAccessibleName(/2 new followers/);
    expect(rowTexts('New followers')).toHaveLength(2);
    expect(card('New followers').getByText(/Since you checked 2 hours ago/)).toBeVisible();
    expect(rowTexts('Followers').map((text) => text.includes('New'))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await press(page, 'Mark all as seen');
    expect(argsOf(page, 'people.mark-read')).toEqual([{ until: NOW - 60_000 }]);
    await answer(page, 'people.mark-read', {});
    await sayPeople(page, { newFollowers: { ...NEW, people: [], lookedAt: NOW } });
    expect(viewTab()).not.toHaveAccessibleName(/new follower/);
    expect(card('New followers').getByText(/Since you checked just now/)).toBeVisible();
    expect(card('New followers').getByText(/^No new followers yet/)).toBeVisible();
  });

  it('of whom there are more than are named are told so', async () => {
    const newFollowers = { ...NEW, people: followers(50), more: true };
    await drawPeople({ newFollowers });
    expect(viewTab()).toHaveAccessibleName(/50 or more new followers/);
    expect(card('New followers').getByText('50 or more')).toBeVisible();
  });

  it('that could not be marked stay, with the reason', async () => {
    const page = await drawPeople({ newFollowers: NEW });
    await press(page, 'Mark all as seen');
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(card('New followers').getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    expect(rowTexts('New followers')).toHaveLength(2);
  });

  it('that could not be read are told so', async () => {
    await drawPeople({ newFollowers: { ...NEW, problem: PROBLEM } });
    expect(card('New followers').getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });
});

describe('looking channels up', () => {
  const field = () => screen.getByRole('textbox', { name: 'Channel IDs' });

  it('takes ids in any form, shows who they are, and names those that nobody has', async () => {
    const page = await drawPeople();
    await showTab(page, 'Look up');
    fireEvent.change(field(), { target: { value: 'a, b\nc' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(argsOf(page, 'people.lookup')).toEqual([{ query: 'a, b\nc' }]);
    const channel = {
      ...follower('a', { name: '새벽별' }),
      description: 'late <i>night</i>',
      followers: 1_234,
      imageUrl: 'https://img.example/a.png',
    };
    const bare = { ...channel, channelId: 'b', followers: null, imageUrl: null, description: '' };
    await answer(page, 'people.lookup', { channels: [channel, bare], missing: ['c'] });
    const [first, second] = rowTexts('Look up');
    expect(first).toContain('1,234 followers');
    expect(first).toContain('late <i>night</i>');
    expect(second).toContain('followers unknown');
    expect(screen.getByText('1 channel ID not found')).toBeVisible();
    expect(screen.getByText('c', { selector: 'code' })).toBeVisible();
    expect(argsOf(page, 'people.faces')).toEqual([]);
  });

  it('says what is wrong once it is asked for, and keeps what was typed over a failure', async () => {
    const page = await drawPeople();
    await showTab(page, 'Look up');
    const ids = Array.from({ length: LOOKUP_IDS_MOST + 1 }, (_, at) => `id${at}`).join(' ');
    fireEvent.change(field(), { target: { value: ids } });
    expect(field()).toHaveAttribute('aria-invalid', 'false');
    await press(page, 'Look up');
    expect(screen.getByText('You entered 21. Enter up to 20 at a time.')).toBeVisible();
    expect(argsOf(page, 'people.lookup')).toEqual([]);
    fireEvent.change(field(), { target: { value: 'a' } });
    await press(page, 'Look up');
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    expect(field()).toHaveValue('a');
    await showTab(page, 'Followers');
    await showTab(page, 'Look up');
    expect(field()).toHaveValue('a');
  });

  it('does not take Enter for a search while letters are put together', async () => {
    const page = await drawPeople();
    await showTab(page, 'Look up');
    fireEvent.change(field(), { target: { value: 'a' } });
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    expect(argsOf(page, 'people.lookup')).toEqual([]);
  });
});

describe('the lists of people', () => {
  it.each([
    ['ArrowRight', 'Subscribers'],
    ['ArrowLeft', 'Look up'],
    ['End', 'Look up'],
    ['Home', 'Followers'],
  ])('are gone through with %s: after the followers %s', async (key, name) => {
    await drawPeople();
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Followers' }), { key });
    const chosen = screen.getByRole('tab', { name });
    expect(chosen).toHaveAttribute('aria-selected', 'true');
    expect(chosen).toHaveFocus();
    expect(screen.getByRole('tabpanel')).toHaveAccessibleName(name);
  });

  it('open what the books know of a person by the name', async () => {
    const page = await drawPeople();
    await answer(page, 'people.followers', { people: [follower('ann')], next: null });
    await press(page, 'History: Name ann');
    expect(argsOf(page, 'live.viewer')).toEqual([{ channelId: 'ann' }]);
  });
});

describe('how long ago something was', () => {
  const MINUTE = 60_000;
  const DAY = 86_400_000;
  it.each([
    [0, null, null],
    [-59_999, null, null],
    [-MINUTE, '1 minute ago', '1분 전'],
    [-119 * MINUTE, '1 hour ago', '1시간 전'],
    [-1.9 * DAY, '1 day ago', '1일 전'],
    [-65 * DAY, '2 months ago', '2개월 전'],
    [-800 * DAY, '2 years ago', '2년 전'],
    [61 * MINUTE, 'in 2 hours', '2시간 후'],
    [2.99 * DAY, 'in 3 days', '3일 후'],
  ])('%d ms from now reads %s and %s', (away, en, ko) => {
    expect(relativeTime(NOW + away, NOW, 'en')).toBe(en);
    expect(relativeTime(NOW + away, NOW, 'ko')).toBe(ko);
  });
});

describe('pictures of people', () => {
  it('that could not be read are asked for again when they are next in sight', async () => {
    const page = await drawPeople();
    await answer(page, 'people.followers', { people: [follower('ann')], next: null });
    await page.pass(50);
    await page.core((bridge) => bridge.lastOf('people.faces').refuse(PROBLEM));
    await showTab(page, 'Managers');
    await showTab(page, 'Followers');
    await page.pass(50);
    expect(argsOf(page, 'people.faces')).toEqual([
      { channelIds: ['ann'] },
      { channelIds: ['ann'] },
    ]);
    await answer(page, 'people.faces', { faces: {}, names: {} });
    await showTab(page, 'Managers');
    await showTab(page, 'Followers');
    await page.pass(50);
    expect(argsOf(page, 'people.faces')).toHaveLength(2);
  });
});
