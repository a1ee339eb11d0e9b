import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BlockedPerson } from '../../../../shared/contract/people.ts';
import type { Drawn } from '../draw-dashboard.tsx';
import { NOW, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import {
  answer,
  argsOf,
  blockedPerson,
  dialog,
  drawPeople,
  follower,
  press,
  rowTexts,
  sayPeople,
  showTab,
} from './people-support.ts';

const inDialog = async (page: Drawn, name: string) => {
  fireEvent.click(dialog().getByRole('button', { name }));
  await page.pass(0);
};
const drawAnn = async (): Promise<Drawn> => {
  const page = await drawPeople();
  const people = [follower('ann', { name: 'Ann <b>' }), follower('channel-1', { name: 'Me' })];
  await answer(page, 'people.followers', { people, next: null });
  return page;
};

describe('blocking somebody of a list', () => {
  it('is asked about by name, sent once, and can be taken back', async () => {
    const page = await drawAnn();
    await press(page, 'Block: Ann <b>');
    expect(dialog().getByText('Ann <b>')).toBeVisible();
    expect(argsOf(page, 'people.block')).toEqual([]);
    await inDialog(page, 'Block');
    await inDialog(page, 'Block');
    expect(argsOf(page, 'people.block')).toEqual([{ channelId: 'ann', name: 'Ann <b>' }]);
    await answer(page, 'people.block', {});
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Blocked: Ann <b>')).toBeVisible();
    await press(page, 'Undo');
    expect(argsOf(page, 'people.unblock')).toEqual([{ channelId: 'ann', name: 'Ann <b>' }]);
    await answer(page, 'people.unblock', {});
    expect(screen.getByText('Unblocked: Ann <b>')).toBeVisible();
    await page.pass(10_000);
    expect(screen.queryByText('Unblocked: Ann <b>')).toBeNull();
  });

  it('can be left alone', async () => {
    const page = await drawAnn();
    await press(page, 'Block: Ann <b>');
    await inDialog(page, 'Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(argsOf(page, 'people.block')).toEqual([]);
  });

  it('that failed is said in the question, and is sent again only by hand', async () => {
    const page = await drawAnn();
    await press(page, 'Block: Ann <b>');
    await inDialog(page, 'Block');
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(dialog().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    await page.pass(60_000);
    expect(argsOf(page, 'people.block')).toHaveLength(1);
    await inDialog(page, 'Block');
    expect(argsOf(page, 'people.block')).toHaveLength(2);
    await answer(page, 'people.block', {});
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is never offered for the own channel', async () => {
    await drawAnn();
    const row = screen.getByText('Me').closest('li');
    expect(within(row ?? document.body).queryByRole('button', { name: /^Block/ })).toBeNull();
  });

  it('cannot be asked for without the permission', async () => {
    const page = await drawAnn();
    await sayPeople(page, { missingScopes: ['WRITE:USER_BLOCK'] });
    expect(screen.getByRole('button', { name: 'Can’t block now: Ann <b>' })).toBeDisabled();
    expect(screen.getByText('Permission needed: WRITE:USER_BLOCK')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Look up and block' })).toBeDisabled();
  });
});

describe('lifting a block', () => {
  const drawBlocked = async (until: BlockedPerson['until']): Promise<Drawn> => {
    const page = await drawPeople();
    await showTab(page, 'Blocked');
    await answer(page, 'people.blocked', { people: [blockedPerson('ann', { until })], next: null });
    return page;
  };

  it('without an end happens at once and can be taken back', async () => {
    const page = await drawBlocked(null);
    await press(page, 'Unblock: Name ann');
    expect(argsOf(page, 'people.unblock')).toEqual([{ channelId: 'ann', name: 'Name ann' }]);
    await answer(page, 'people.unblock', {});
    await press(page, 'Undo');
    expect(argsOf(page, 'people.block')).toEqual([{ channelId: 'ann', name: 'Name ann' }]);
  });

  it('with an end is asked about, because it could not be taken back as it was', async () => {
    const page = await drawBlocked(NOW + 86_400_000);
    await press(page, 'Unblock: Name ann');
    expect(argsOf(page, 'people.unblock')).toEqual([]);
    expect(dialog().getByText(/^This block ends automatically at .*2026/)).toBeVisible();
    await inDialog(page, 'Unblock');
    await answer(page, 'people.unblock', {});
    expect(screen.getByText('Unblocked: Name ann')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('with an end that is unknown is asked about too', async () => {
    const page = await drawBlocked('unknown');
    await press(page, 'Unblock: Name ann');
    expect(argsOf(page, 'people.unblock')).toEqual([]);
    expect(dialog().getByText(/^It’s unknown when this block ends/)).toBeVisible();
  });

  it('that failed is said above the list, and the list is read anew when the core says so', async () => {
    const page = await drawBlocked(null);
    await press(page, 'Unblock: Name ann');
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await sayPeople(page, { blocksRevision: 1 });
    await answer(page, 'people.blocked', { people: [], next: null });
    expect(rowTexts('Blocked')).toEqual([]);
    expect(argsOf(page, 'people.unblock')).toHaveLength(1);
  });
});

describe('blocking by channel id', () => {
  const field = () => screen.getByRole('textbox', { name: 'Channel ID to block' });
  const type = (value: string) => fireEvent.change(field(), { target: { value } });

  it.each([
    ['', 'Enter a channel ID.'],
    ['a b', 'You entered 2. Enter up to 1 at a time.'],
    ['https://ci.me/a', /not an address: “https:\/\/ci.me\/a”/],
    ['@ann', /not a handle: “@ann”/],
    ['channel-1', 'You can’t block your own channel.'],
  ])('%j is not sent: %s', async (typed, words) => {
    const page = await drawPeople();
    type(typed);
    await press(page, 'Look up and block');
    expect(screen.getByText(words)).toBeVisible();
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(field()).toHaveValue(typed);
    expect(argsOf(page, 'people.lookup')).toEqual([]);
  });

  it('looks the channel up and asks about it by name', async () => {
    const page = await drawPeople();
    type(' Vw1 ');
    await press(page, 'Look up and block');
    expect(argsOf(page, 'people.lookup')).toEqual([{ query: 'Vw1' }]);
    const channel = { ...follower('Vw1', { name: '새벽별' }), followers: 3, imageUrl: null };
    await answer(page, 'people.lookup', { channels: [channel], missing: [] });
    expect(dialog().getByText('새벽별')).toBeVisible();
    await inDialog(page, 'Block');
    expect(argsOf(page, 'people.block')).toEqual([{ channelId: 'Vw1', name: '새벽별' }]);
  });

  it('says that nobody has the id, or that it could not be looked up, and keeps what was typed', async () => {
    const page = await drawPeople();
    type('Vw1');
    await press(page, 'Look up and block');
    await answer(page, 'people.lookup', { channels: [], missing: ['Vw1'] });
    expect(screen.getByText('Channel “Vw1” not found. Check the ID.')).toBeVisible();
    await press(page, 'Look up and block');
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    expect(field()).toHaveValue('Vw1');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
