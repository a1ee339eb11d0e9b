import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StreamState } from '../../../../shared/contract/stream.ts';
import type { Problem } from '../../../../shared/problem.ts';
import { askedOf } from '../draw-dashboard.tsx';
import { NOW, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { card, drawStream, entryOf, GRANTED, READ, sayStream, type } from './stream-support.ts';

beforeAll(() => {
  // Where the browser is only pretended, its dialogs open by hand.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});

const chat = () => card('Chat rules');
const key = () => card('Stream key');
const presets = () => card('Presets');
const log = () => card('Change log');
const ELSEWHERE: Problem = { ...PROBLEM, code: 'stream-changed-elsewhere' };

function group(name: string) {
  const found = chat().getByRole('group', { name });
  return [...found.querySelectorAll('input')].find((input) => input.checked)?.parentElement
    ?.textContent;
}

describe('a rule of the chat', () => {
  it.each([
    ['Followers', { chatAllowedGroup: 'FOLLOWER', basedOn: { chatAllowedGroup: 'ALL' } }],
    ['30 seconds', { chatSlowModeSec: 30, basedOn: {} }],
  ])('is set as soon as it is chosen: %s', async (name, args) => {
    const page = await drawStream();
    fireEvent.click(chat().getByRole('radio', { name }));
    expect(page.bridge.last).toMatchObject({ name: 'stream.set-chat', args });
    expect(chat().getByRole('radio', { name })).toBeChecked();
  });

  it('goes back to what holds when it cannot be set, and says why', async () => {
    const page = await drawStream();
    fireEvent.click(chat().getByRole('radio', { name: 'Followers' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(group('Who can chat')).toBe('Everyone');
    expect(chat().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });

  it('shows what was chosen while it is being set, whatever is read meanwhile', async () => {
    const page = await drawStream();
    fireEvent.click(chat().getByRole('radio', { name: 'Followers' }));
    const before = READ.chat?.value;
    await sayStream(page, { chat: { value: before, readAt: NOW + 1 } as StreamState['chat'] });
    expect(group('Who can chat')).toBe('Followers');
    await page.core((bridge) => bridge.lastOf('stream.set-chat').answer({}));
    expect(group('Who can chat')).toBe('Followers');
    await sayStream(page, { chat: { value: before, readAt: NOW + 2 } as StreamState['chat'] });
    expect(group('Who can chat')).toBe('Everyone');
  });

  it('that somebody else has set shows both values, and sets the own one when told to', async () => {
    const page = await drawStream();
    fireEvent.click(chat().getByRole('radio', { name: 'Followers' }));
    const value = { ...READ.chat?.value, chatAllowedGroup: 'MANAGER' };
    await sayStream(page, { chat: { value, readAt: NOW + 1 } as StreamState['chat'] });
    await page.core((bridge) => bridge.lastOf('stream.set-chat').refuse(ELSEWHERE));
    expect(group('Who can chat')).toBe('Managers only');
    expect(chat().getByText('Followers', { selector: 'bdi' })).toBeVisible();
    expect(chat().getByText('Managers only', { selector: 'bdi' })).toBeVisible();
    fireEvent.click(chat().getByRole('button', { name: 'Use mine' }));
    expect(page.bridge.lastOf('stream.set-chat').args).toEqual({
      chatAllowedGroup: 'FOLLOWER',
      basedOn: { chatAllowedGroup: 'MANAGER' },
    });
  });

  it('that the platform does not tell of is shown as unknown, not guessed', async () => {
    await drawStream();
    expect(group('Slow mode')).toBeUndefined();
    expect(group('Emoji mode')).toBeUndefined();
    expect(chat().getAllByText(/^The platform doesn’t report/)).toHaveLength(2);
  });

  it('that was set here is shown with the time', async () => {
    const setAt = NOW - 60_000;
    const setByUs = {
      chatEmojiMode: { value: true, setAt },
      chatSlowModeSec: { value: 10, setAt },
    };
    const page = await drawStream({ desk: { setByUs } });
    expect(group('Slow mode')).toBe('10 seconds');
    expect(group('Emoji mode')).toBe('On');
    expect(chat().getAllByText(/^Set here at/)).toHaveLength(2);
    fireEvent.click(chat().getByRole('radio', { name: '3 seconds' }));
    expect(page.bridge.last.args).toEqual({ chatSlowModeSec: 3, basedOn: { chatSlowModeSec: 10 } });
  });

  it('takes other numbers than those that are offered', async () => {
    const page = await drawStream();
    fireEvent.click(chat().getByRole('radio', { name: 'Custom' }));
    const field = chat().getByRole('spinbutton', { name: 'Slow mode interval' });
    const apply = chat().getByRole('button', { name: 'Apply' });
    expect(apply).toBeDisabled();
    type(field, '-5');
    expect(apply).toBeDisabled();
    type(field, '45');
    fireEvent.click(apply);
    expect(page.bridge.last.args).toEqual({ chatSlowModeSec: 45, basedOn: {} });
  });

  it('shows a number that is not offered, and a group that nobody knows', async () => {
    const value = {
      chatAllowedGroup: 'PAID',
      minFollowerMinute: 7,
      followerSubscriberChatAllow: null,
    };
    await drawStream({ desk: { chat: { value, readAt: NOW } } });
    expect(chat().getByText('Current: PAID (this version doesn’t know it)')).toBeVisible();
    expect(chat().getByRole('spinbutton', { name: 'Follow time' })).toHaveValue(7);
    expect(chat().getByText('The platform didn’t report the current value.')).toBeVisible();
  });

  it.each([
    ['1440', '1 day'],
    ['43200', '30 days'],
    ['60', '1 hour'],
    ['0', 'None'],
  ])('offers %s minutes as "%s"', async (minutes, name) => {
    const page = await drawStream();
    const choice = chat().getByRole('combobox', { name: 'Minimum follow time' });
    expect(chat().getByRole('option', { name })).toHaveValue(minutes);
    fireEvent.change(choice, { target: { value: minutes } });
    expect(page.bridge.last.args).toMatchObject({ minFollowerMinute: Number(minutes) });
  });
});

describe('what cannot be changed', () => {
  it('says which permission is missing, and grants it with one press', async () => {
    const scopes = GRANTED.filter((scope) => scope !== 'WRITE:LIVE_CHAT_SETTINGS');
    const page = await drawStream({ scopes });
    expect(screen.getByText('This page needs 1 more permission')).toBeVisible();
    expect(screen.getByText('WRITE:LIVE_CHAT_SETTINGS')).toBeVisible();
    expect(chat().getByText(/^You need the “Change chat settings” permission/)).toBeVisible();
    expect(chat().getByRole('radio', { name: 'Followers' })).toBeDisabled();
    expect(card('Stream settings').getByRole('textbox', { name: 'Title' })).toBeEnabled();
    fireEvent.click(screen.getByRole('button', { name: 'Grant permissions' }));
    expect(page.bridge.last).toMatchObject({ name: 'sign-in.start', args: { prompt: 'consent' } });
  });

  it('says that reading needs a permission, too', async () => {
    const scopes = GRANTED.filter((scope) => !scope.startsWith('READ:LIVE'));
    await drawStream({ scopes, desk: { settings: null, chat: null } });
    expect(screen.getByText('This page needs 3 more permissions')).toBeVisible();
    expect(screen.getByText(/^You need the “View stream settings” permission/)).toBeVisible();
    expect(screen.getByText(/^You need the “View chat settings” permission/)).toBeVisible();
    expect(key().getByRole('button', { name: 'Show key' })).toBeDisabled();
    expect(key().getByText(/^You need the “View the stream key” permission/)).toBeVisible();
  });

  it('while nobody is signed in stays readable', async () => {
    await drawStream({ scopes: [], status: { tokens: null } });
    expect(card('Stream settings').getByRole('textbox', { name: 'Title' })).toHaveValue('첫 제목');
    expect(chat().getByText(/^Sign in to change these/)).toBeVisible();
    expect(chat().getByRole('radio', { name: 'Followers' })).toBeDisabled();
    expect(screen.queryByText(/^This page needs/)).toBeNull();
  });

  it('while the core cannot be reached says so', async () => {
    const page = await drawStream();
    await page.core((bridge) => bridge.setReachable(false));
    expect(chat().getByText(/once Stagelight reconnects/)).toBeVisible();
    expect(chat().getByRole('radio', { name: 'Followers' })).toBeDisabled();
  });
});

describe('the stream key', () => {
  const SECRET = 'live_8f2c91d0e7a64b';
  const seen = () => document.body.innerHTML.includes(SECRET);
  const asked = (page: Awaited<ReturnType<typeof drawStream>>) =>
    page.core((bridge) => bridge.lastOf('stream.key').answer({ streamKey: SECRET }));
  const press = (name: string) => fireEvent.click(key().getByRole('button', { name }));

  it('is asked for when somebody wants it, and forgotten after thirty seconds', async () => {
    const page = await drawStream();
    expect(askedOf(page, 'stream.key')).toEqual([]);
    press('Show key');
    await asked(page);
    expect(key().getByRole('textbox', { name: 'Stream key' })).toHaveValue(SECRET);
    await page.pass(29_000);
    expect(key().getByRole('textbox', { name: 'Stream key' })).toHaveValue(SECRET);
    await page.pass(1_100);
    expect(key().getByRole('textbox', { name: 'Hidden stream key' })).not.toHaveValue(SECRET);
    expect(JSON.stringify(page.dashboard.store.getState())).not.toContain(SECRET);
  });

  it('is covered again at once', async () => {
    const page = await drawStream();
    press('Show key');
    await asked(page);
    press('Hide');
    expect(key().getByRole('textbox', { name: 'Hidden stream key' })).toBeVisible();
    press('Show key');
    expect(askedOf(page, 'stream.key')).toHaveLength(2);
  });

  it('is copied without being shown', async () => {
    const page = await drawStream();
    press('Copy without showing');
    await asked(page);
    expect(page.host.copied).toEqual([SECRET]);
    expect(seen()).toBe(false);
    expect(key().getByRole('textbox')).not.toHaveValue(SECRET);
    expect(key().getByText(/^Copied/)).toBeVisible();
  });

  it('is shown to be copied by hand where the clipboard is refused', async () => {
    const page = await drawStream();
    page.host.clipboard = false;
    press('Copy without showing');
    await asked(page);
    expect(key().getByRole('textbox', { name: 'Stream key' })).toHaveValue(SECRET);
    expect(key().getByText(/^Couldn’t copy/)).toBeVisible();
    await page.pass(30_100);
    expect(key().getByRole('textbox')).not.toHaveValue(SECRET);
  });

  it('that cannot be had says why', async () => {
    const page = await drawStream();
    press('Show key');
    await page.core((bridge) => bridge.lastOf('stream.key').refuse());
    expect(key().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });
});

describe('presets', () => {
  const kept = { id: 'p1', name: '랭크', change: { chatSlowModeSec: 5, tags: ['a'] } };

  it('begin with an example that can be looked through before it is kept', async () => {
    const page = await drawStream();
    fireEvent.click(presets().getByRole('button', { name: 'Ranked' }));
    expect(presets().getByRole('textbox', { name: 'Name' })).toHaveFocus();
    fireEvent.click(presets().getByRole('checkbox', { name: 'Minimum follow time' }));
    fireEvent.click(presets().getByRole('checkbox', { name: 'Title' }));
    expect(presets().getByRole('textbox', { name: 'Title' })).toHaveValue('첫 제목');
    type(presets().getByRole('textbox', { name: 'Name' }), ' 밤 랭크 ');
    fireEvent.click(presets().getByRole('button', { name: 'Save preset' }));
    expect(page.bridge.last).toMatchObject({
      name: 'stream.preset-save',
      args: {
        id: null,
        name: '밤 랭크',
        change: { chatAllowedGroup: 'FOLLOWER', chatSlowModeSec: 5, defaultLiveTitle: '첫 제목' },
      },
    });
    await page.core((bridge) => bridge.last.answer({ id: 'p1' }));
    expect(presets().queryByRole('textbox', { name: 'Name' })).toBeNull();
  });

  it.each([
    ['without a name', '  ', true],
    ['with too long a name', '가'.repeat(41), true],
    ['that set nothing', '이름', false],
  ])('%s cannot be kept', async (_what, name, withField) => {
    await drawStream();
    fireEvent.click(presets().getByRole('button', { name: 'New preset' }));
    type(presets().getByRole('textbox', { name: 'Name' }), name);
    if (withField) fireEvent.click(presets().getByRole('checkbox', { name: 'Tags' }));
    expect(presets().getByRole('button', { name: 'Save preset' })).toBeDisabled();
  });

  it('keep what was typed when they cannot be kept', async () => {
    const page = await drawStream();
    fireEvent.click(presets().getByRole('button', { name: 'Just chatting' }));
    fireEvent.click(presets().getByRole('button', { name: 'Save preset' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(presets().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
    expect(presets().getByRole('textbox', { name: 'Name' })).toHaveValue('Just chatting');
  });

  it('are applied on what the page shows, and say which part failed', async () => {
    const page = await drawStream({ desk: { presets: [kept] } });
    fireEvent.click(presets().getByRole('button', { name: 'Apply: 랭크' }));
    expect(page.bridge.last).toMatchObject({
      name: 'stream.preset-apply',
      args: { id: 'p1', basedOn: { tags: ['수다'] } },
    });
    await page.core((bridge) =>
      bridge.last.answer({
        parts: [
          { part: 'live', problem: null },
          { part: 'chat', problem: PROBLEM },
        ],
      }),
    );
    expect(presets().getByText('Stream settings: changed · Chat rules: not changed')).toBeVisible();
    expect(presets().getByText(`${PROBLEM_TEXT.what.en} ${PROBLEM_TEXT.cure.en}`)).toBeVisible();
  });

  it('are edited in place, and removed only when somebody says so twice', async () => {
    const page = await drawStream({ desk: { presets: [kept] } });
    fireEvent.click(presets().getByRole('button', { name: 'Edit: 랭크' }));
    fireEvent.click(presets().getByRole('button', { name: 'Save preset' }));
    expect(page.bridge.last.args).toEqual(kept);
    fireEvent.click(presets().getByRole('button', { name: 'Cancel' }));
    fireEvent.click(presets().getByRole('button', { name: 'Delete: 랭크' }));
    expect(askedOf(page, 'stream.preset-remove')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Delete', hidden: true }));
    expect(page.bridge.last).toMatchObject({ name: 'stream.preset-remove', args: { id: 'p1' } });
  });
});

describe('the log', () => {
  it('says what will appear in it', async () => {
    await drawStream();
    expect(log().getByText(/appear here, newest first/)).toBeVisible();
    expect(log().getByRole('button', { name: 'Undo last change' })).toBeDisabled();
  });

  it('tells ours from others’, and takes back the last of ours', async () => {
    const undo: StreamState['undo'] = {
      id: 7,
      at: NOW,
      steps: [{ field: 'minFollowerMinute', now: 1440, back: 0 }],
    };
    const page = await drawStream({
      desk: { undo, log: [entryOf(2), entryOf(1, { by: 'us' })] },
    });
    expect(log().getByText('elsewhere')).toBeVisible();
    expect(log().getByText('here')).toBeVisible();
    expect(log().getByText('1 day')).toBeVisible();
    fireEvent.click(log().getByRole('button', { name: 'Undo last change' }));
    expect(page.bridge.last).toMatchObject({ name: 'stream.undo', args: { id: 7 } });
    await page.core((bridge) =>
      bridge.last.answer({ parts: [{ part: 'chat', problem: ELSEWHERE }] }),
    );
    expect(log().getByText('Chat rules: not changed')).toBeVisible();
  });

  it('shows what others changed until somebody has taken note of it, for good', async () => {
    const page = await drawStream({ desk: { log: [entryOf(3), entryOf(2)] } });
    expect(screen.getByText('2 settings changed elsewhere')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByText('2 settings changed elsewhere')).toBeNull();
    await sayStream(page, { log: [entryOf(4), entryOf(3), entryOf(2)] });
    expect(screen.getByText('1 setting changed elsewhere')).toBeVisible();
    expect([...page.host.kept.values()]).toEqual([String(NOW + 3)]);
  });
});

describe('the broadcast', () => {
  it('is shown with its viewers and how long it has been on', async () => {
    const value = { isLive: true, title: '방송', openedAt: NOW - 3_600_000, viewers: 1_234 };
    await drawStream({ desk: { live: { value, readAt: NOW } } });
    expect(card('Broadcast').getByText('On air')).toBeVisible();
    expect(card('Broadcast').getByText('1,234')).toBeVisible();
    expect(card('Broadcast').getByText(/^1h/)).toBeVisible();
  });

  it('says that viewers are not known, and why', async () => {
    const value = { isLive: true, title: null, openedAt: null, viewers: null };
    await drawStream({ desk: { live: { value, readAt: NOW } } });
    expect(card('Broadcast').getByText(/^unknown: not near the top/)).toBeVisible();
  });

  it('does not say so while they are being counted', async () => {
    const value = { isLive: true, title: null, openedAt: null, viewers: null };
    await drawStream({ desk: { live: { value, readAt: NOW }, reading: true } });
    expect(card('Broadcast').getByText('counting')).toBeVisible();
    expect(card('Broadcast').queryByText(/^unknown/)).toBeNull();
  });

  it('is not guessed where it was never read, and read again on demand', async () => {
    const page = await drawStream({ desk: { live: null } });
    expect(card('Broadcast').getByText('Unknown')).toBeVisible();
    fireEvent.click(card('Broadcast').getByRole('button', { name: 'Refresh' }));
    expect(page.bridge.last.name).toBe('stream.refresh');
  });
});
