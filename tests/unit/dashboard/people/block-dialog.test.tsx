import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rememberFocus } from '../../../../renderer/ui/keep-focus.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import { type Drawn, drawDashboard } from '../draw-dashboard.tsx';
import { ALL_SCOPES } from '../live/live-support.ts';
import { eventOf, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import {
  answer,
  argsOf,
  dialog,
  drawPeople,
  follower,
  press,
  sayPeople,
} from './people-support.ts';

const SAMPLE = { senderChannelId: 'ann', profile: { nickname: 'Ann', badges: [] } };
const status = { scopes: { granted: ALL_SCOPES, missing: [] } };
const row = () => document.querySelector('.feed-item') as HTMLElement;

async function drawLive(language: Language = 'en', name = 'Ann'): Promise<Drawn> {
  // Also teaches jsdom to open dialogs.
  const page = await drawPeople({}, language);
  page.dashboard.show('live');
  const profile = { nickname: name, badges: [] };
  await page.core((bridge) => bridge.events([eventOf('CHAT', 1, { ...SAMPLE, profile })]));
  await page.pass(100);
  fireEvent.pointerMove(row());
  return page;
}

async function drawFollower(language: Language = 'en'): Promise<Drawn> {
  const page = await drawPeople({}, language);
  await answer(page, 'people.followers', {
    people: [follower('ann', { name: 'Ann' })],
    next: null,
  });
  return page;
}

/** Each place where somebody can be blocked, and the button that asks. */
const PLACES = [
  ['a row of the live page', drawLive, { ko: 'Ann 차단하기', en: 'Block Ann' }],
  ['a list of people', drawFollower, { ko: '차단하기: Ann', en: 'Block: Ann' }],
] as const;

const confirm = async (page: Drawn, name = 'Block') => {
  fireEvent.click(dialog().getByRole('button', { name }));
  await page.pass(0);
};

describe.each(PLACES)('the question before a block, asked from %s', (_place, draw, asks) => {
  it.each(['ko', 'en'] as const)('has the same words in %s', async (language) => {
    const page = await draw(language);
    await press(page, asks[language]);
    expect(screen.getByRole('dialog').textContent).toBe(
      language === 'ko'
        ? '이 채널을 차단할까요?Ann채널에서 채팅할 수 없게 돼요. 영구 차단이고, 언제든 차단 목록에서 해제할 수 있어요.취소차단하기'
        : 'Block this channel?AnnThey can no longer chat in your channel. The block is permanent until you unblock them.CancelBlock',
    );
  });

  it('sends it once, and offers to take it back', async () => {
    const page = await draw();
    await press(page, asks.en);
    await confirm(page);
    await confirm(page);
    await answer(page, 'people.block', {});
    expect(argsOf(page, 'people.block')).toEqual([{ channelId: 'ann', name: 'Ann' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Blocked: Ann')).toBeVisible();
    await press(page, 'Undo');
    expect(argsOf(page, 'people.unblock')).toEqual([{ channelId: 'ann', name: 'Ann' }]);
  });

  it('stays open where the answer was lost, says so, and sends nothing again by itself', async () => {
    const page = await draw();
    await press(page, asks.en);
    await confirm(page);
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(dialog().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    await page.pass(60_000);
    expect(argsOf(page, 'people.block')).toHaveLength(1);
  });

  it('says what went wrong after it was closed, too', async () => {
    const page = await draw();
    await press(page, asks.en);
    await confirm(page);
    await press(page, 'Cancel');
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
  });

  it('gives the keyboard back to where it was', async () => {
    const page = await draw();
    const button = screen.getByRole('button', { name: asks.en });
    button.focus();
    await press(page, asks.en);
    dialog().getByRole('button', { name: 'Cancel' }).focus();
    await press(page, 'Cancel');
    expect(button).toHaveFocus();
  });

  it('cannot be answered while the permission is missing, and says which', async () => {
    const page = await draw();
    await press(page, asks.en);
    await sayPeople(page, { missingScopes: ['WRITE:USER_BLOCK'] });
    expect(dialog().getByRole('button', { name: 'Block' })).toBeDisabled();
    expect(dialog().getByText('Permission needed: WRITE:USER_BLOCK')).toBeVisible();
    expect(dialog().getByRole('button', { name: 'Grant permissions' })).toBeEnabled();
  });
});

describe('the question on the live page', () => {
  it('gives the keyboard to the row where its buttons have gone meanwhile', async () => {
    const page = await drawLive();
    screen.getByRole('button', { name: 'Block Ann' }).focus();
    await press(page, 'Block Ann');
    fireEvent.pointerLeave(document.querySelector('.feed-scroller') as HTMLElement);
    await page.core(() => dialog().getByRole('button', { name: 'Cancel' }).focus());
    expect(screen.queryByRole('button', { name: 'Block Ann' })).toBeNull();
    await press(page, 'Cancel');
    expect(row()).toHaveFocus();
  });

  it('asks by the id of the channel where the viewer has no name', async () => {
    const page = await drawLive('en', '');
    fireEvent.click(within(row()).getByRole('button', { name: /^Block/ }));
    await page.pass(0);
    expect(dialog().getByText('ann')).toBeVisible();
    await confirm(page);
    expect(argsOf(page, 'people.block')).toEqual([{ channelId: 'ann', name: 'ann' }]);
  });

  it('is the same on the card of a viewer, which says what came of it', async () => {
    const page = await drawDashboard({ status, language: 'en' });
    await sayPeople(page);
    await page.core((bridge) => bridge.events([eventOf('CHAT', 1, SAMPLE)]));
    await page.pass(100);
    fireEvent.click(row().querySelector('.who') as HTMLElement);
    const card = within(document.querySelector('.viewer-card') as HTMLElement);
    const button = card.getByRole('button', { name: 'Block' });
    button.focus();
    fireEvent.click(button);
    const question = within(document.querySelector('.dialog') as HTMLElement);
    expect(question.getByText('Block this channel?')).toBeVisible();
    question.getByRole('button', { name: 'Block' }).focus();
    fireEvent.click(question.getByRole('button', { name: 'Block' }));
    await answer(page, 'people.block', {});
    expect(document.querySelector('.dialog')).toBeNull();
    expect(card.getByText(/^Blocked. This viewer can no longer chat/)).toBeVisible();
    expect(button).toHaveFocus();
  });
});

describe('the keyboard', () => {
  const put = (html: string) => {
    const place = document.createElement('div');
    place.innerHTML = html;
    document.body.append(place);
    onTestFinished(() => place.remove());
    return (name: string) => place.querySelector(`#${name}`) as HTMLElement;
  };

  it('stays where somebody has put it meanwhile', () => {
    const at = put('<button id="a"></button><button id="b"></button>');
    at('a').focus();
    const goBack = rememberFocus();
    at('b').focus();
    goBack();
    expect(at('b')).toHaveFocus();
  });

  it('goes to what is nearest where its place has gone with everything around it', () => {
    const at = put('<ul id="list"><li id="row"><button id="a"></button></li></ul>');
    at('a').focus();
    const goBack = rememberFocus();
    at('row').remove();
    at('list').innerHTML = '<li><button id="next"></button></li>';
    goBack();
    expect(at('next')).toHaveFocus();
  });

  it('goes nowhere where it was nowhere', () => {
    put('<button id="a"></button>');
    (document.activeElement as HTMLElement | null)?.blur();
    rememberFocus()();
    expect(document.body).toHaveFocus();
  });
});
