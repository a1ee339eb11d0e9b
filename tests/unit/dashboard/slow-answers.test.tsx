import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { RESULT_UNKNOWN } from '../../../renderer/bridge/bridge-problems.ts';
import type { View } from '../../../renderer/stores/dashboard-store.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { Problem } from '../../../shared/problem.ts';
import { type Drawn, drawDashboard } from './draw-dashboard.tsx';
import { ALL_SCOPES } from './live/live-support.ts';
import { drawPeople } from './people/people-support.ts';
import { card, drawStream, READ, sayStream } from './stream/stream-support.ts';
import { eventOf, NOW, PROBLEM, PROBLEM_TEXT } from './support.ts';

const ME = 'channel-1';
const field = () => document.querySelector<HTMLInputElement>('.composer-field') as HTMLInputElement;
const write = (value: string) => fireEvent.change(field(), { target: { value } });
const enter = () => fireEvent.keyDown(field(), { key: 'Enter' });
const sends = (page: Drawn) => page.bridge.asked.filter(({ name }) => name === 'live.send').length;
const say = (page: Drawn, seq: number, content: string, senderChannelId = ME) =>
  page.core((bridge) => bridge.events([eventOf('CHAT', seq, { content, senderChannelId })]));

const draw = (language: Language = 'en') =>
  drawDashboard({
    language,
    status: { scopes: { granted: ALL_SCOPES, missing: [] } },
    events: [eventOf('CHAT', 5, { content: 'hello', senderChannelId: ME })],
  });

const show = async (page: Drawn, view: View) => {
  await page.core(() => page.dashboard.show(view));
};

async function sent(page: Drawn, text = 'hello'): Promise<void> {
  write(text);
  enter();
  await page.pass(0);
}

describe('a message whose answer takes long', () => {
  it.each([
    ['ko', '아직 처리 중이에요'],
    ['en', 'Still working'],
  ] as const)(
    'is said to be under way after 3 seconds, and Send takes no second press (%s)',
    async (language, words) => {
      const page = await draw(language);
      await sent(page);
      await page.pass(2_000);
      expect(screen.queryByText(new RegExp(words))).toBeNull();
      await page.pass(2_000);
      expect(screen.getByText(new RegExp(words))).toBeVisible();
      await page.pass(8_000);
      enter();
      fireEvent.click(screen.getByRole('button', { name: /^(보내기|Send)$/ }));
      expect(sends(page)).toBe(1);
      await page.core((bridge) => bridge.last.answer({ messageId: 'm' }));
      expect(field().value).toBe('');
      expect(screen.queryByText(new RegExp(words))).toBeNull();
    },
  );

  it('says that the line is broken, and that the result is looked for', async () => {
    const page = await draw();
    await sent(page);
    await page.core((bridge) => bridge.setReachable(false));
    expect(screen.getByText(/^Stagelight checks the result/)).toBeVisible();
    await page.core((bridge) => bridge.setReachable(true));
    expect(screen.queryByText(/^Stagelight checks the result/)).toBeNull();
  });
});

describe('a message whose result is unknown', () => {
  it('counts as sent where it already stands in the feed', async () => {
    const page = await draw();
    await sent(page);
    await say(page, 6, 'hello');
    await page.core((bridge) => bridge.last.refuse(RESULT_UNKNOWN));
    expect(screen.getByText(/^Sent\. The platform didn’t answer, but/)).toBeVisible();
    expect(field().value).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
    write('next');
    expect(screen.queryByText(/^Sent\. The platform didn’t answer, but/)).toBeNull();
  });

  it('is said to be unknown, once, and counts as sent when it comes', async () => {
    const page = await draw();
    await sent(page);
    await page.core((bridge) => bridge.last.refuse(RESULT_UNKNOWN));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByRole('alert')).toHaveTextContent('Result unknown');
    expect(screen.getByRole('alert').textContent).not.toMatch(/restart|try again/i);
    expect(field().value).toBe('hello');
    await say(page, 6, 'hello');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/^Sent\. The platform didn’t answer, but/)).toBeVisible();
    expect(field().value).toBe('');
    expect(sends(page)).toBe(1);
  });

  it.each([
    ['another viewer says the same', 6, 'hello', 'viewer-1'],
    ['something else is said', 6, 'hello there', ME],
  ])('stays unknown while %s', async (_what, seq, content, sender) => {
    const page = await draw();
    await sent(page);
    await say(page, seq, content, sender);
    await page.core((bridge) => bridge.last.refuse(RESULT_UNKNOWN));
    expect(screen.getByRole('alert')).toHaveTextContent('Result unknown');
  });

  it('is sent again only by the button that says so, or once it is another text', async () => {
    const page = await draw();
    await sent(page);
    await page.core((bridge) => bridge.last.refuse(RESULT_UNKNOWN));
    const send = screen.getByRole('button', { name: 'Send' });
    expect(send).toBeDisabled();
    enter();
    expect(sends(page)).toBe(1);
    write('hello!');
    expect(send).toBeEnabled();
    write('hello');
    fireEvent.click(screen.getByRole('button', { name: 'Send again anyway' }));
    expect(sends(page)).toBe(2);
  });

  it('is still told, with its words, after a look at another page; and is found there', async () => {
    const page = await draw();
    await sent(page);
    await show(page, 'stream');
    await page.core((bridge) => bridge.lastOf('live.send').refuse(RESULT_UNKNOWN));
    await show(page, 'live');
    expect(field().value).toBe('hello');
    expect(screen.getByRole('alert')).toHaveTextContent('Result unknown: the message');
    await show(page, 'stream');
    await say(page, 6, 'hello');
    await show(page, 'live');
    expect(field().value).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leaves nothing in the field that was sent while another page was looked at', async () => {
    const page = await draw();
    await sent(page);
    await show(page, 'stream');
    await page.core((bridge) => bridge.lastOf('live.send').answer({ messageId: 'm' }));
    await show(page, 'live');
    expect(field().value).toBe('');
  });

  it('asks to look at the chat where the channel is not known', async () => {
    const page = await drawDashboard({
      language: 'en',
      status: { scopes: { granted: ALL_SCOPES, missing: [] }, account: null },
    });
    await sent(page);
    await page.core((bridge) => bridge.last.refuse(RESULT_UNKNOWN));
    expect(screen.getByRole('alert')).toHaveTextContent('Check the chat first');
  });
});

describe('a platform that asks to wait', () => {
  it('is counted down on a list of people, which goes on by itself', async () => {
    const page = await drawPeople({ scopes: ['READ:CHANNEL'] } as never);
    await page.core((bridge) => bridge.lastOf('people.followers').wait(page.clock.now() + 7_000));
    expect(screen.getByText('The platform asks us to wait.')).toBeVisible();
    const timer = screen.getByRole('timer');
    expect(timer).toHaveTextContent('Continues automatically in 7s.');
    await page.pass(2_000);
    expect(timer).toHaveTextContent('Continues automatically in 5s.');
    await page.pass(5_000);
    expect(screen.queryByRole('timer')).toBeNull();
    await page.core((bridge) =>
      bridge.lastOf('people.followers').answer({ people: [], next: null }),
    );
    expect(screen.getByText('No followers yet')).toBeVisible();
  });

  it('is counted down in the search for a category', async () => {
    const page = await drawStream();
    fireEvent.focus(card('Stream settings').getByRole('combobox'));
    await page.pass(300);
    await page.core((bridge) => bridge.lastOf('stream.categories').wait(page.clock.now() + 7_000));
    expect(screen.getByRole('timer')).toHaveTextContent('Continues automatically in 7s.');
    await page.core((bridge) => bridge.lastOf('stream.categories').answer({ categories: [] }));
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('is counted down beside whatever was asked', async () => {
    const page = await drawStream();
    fireEvent.click(card('Chat rules').getByRole('radio', { name: '10 seconds' }));
    await page.core((bridge) => bridge.lastOf('stream.set-chat').wait(page.clock.now() + 12_000));
    expect(card('Chat rules').getByRole('timer')).toHaveTextContent('in 12s.');
  });

  const limited = (ms: number): Problem => ({ ...PROBLEM, retryAt: NOW + ms });

  it.each([
    ['some seconds', 20_000, 'You can try again in 10s.'],
    ['more than a minute', 10 * 60_000, /^You can try again from \d\d:\d\d\.$/],
  ])('and refuses for %s says from when it can be tried again', async (_what, ms, words) => {
    const page = await drawStream();
    fireEvent.click(card('Chat rules').getByRole('radio', { name: '10 seconds' }));
    await page.pass(9_900);
    await page.core((bridge) => bridge.lastOf('stream.set-chat').refuse(limited(ms)));
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    expect(screen.getByText(words)).toBeVisible();
    await page.pass(ms);
    expect(screen.getByText('You can try again now.')).toBeVisible();
  });
});

describe('a change of settings whose result is unknown', () => {
  const UNSURE: Problem = {
    ...RESULT_UNKNOWN,
    code: 'stream-change-unsure',
    values: { fields: 'Slow mode', advice: 'Check the chat.' },
  };

  it('is told in one place, not as a warning of the reading beside it', async () => {
    const page = await drawStream({ desk: { problems: { ...READ.problems, chat: PROBLEM } } });
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    fireEvent.click(card('Chat rules').getByRole('radio', { name: '10 seconds' }));
    const unsure = { ...READ.unsure, chatSlowModeSec: { value: 10, setAt: NOW } };
    await sayStream(page, { problems: { ...READ.problems, chat: PROBLEM }, unsure });
    await page.core((bridge) => bridge.lastOf('stream.set-chat').refuse(UNSURE));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.queryByText(/but no answer came\. Which/)).toBeNull();
    expect(screen.getByRole('alert')).toHaveClass('tone-warn');
    expect(screen.getByRole('alert')).toHaveTextContent('Result unknown: Slow mode.');
  });

  it('is read back where the answer was lost between page and app', async () => {
    const page = await drawStream();
    fireEvent.click(card('Chat rules').getByRole('radio', { name: 'Followers' }));
    await page.core((bridge) => bridge.lastOf('stream.set-chat').refuse(RESULT_UNKNOWN));
    expect(page.bridge.asked.filter(({ name }) => name === 'stream.refresh')).toHaveLength(1);
  });

  it('is not read back a second time where the app has done so', async () => {
    const page = await drawStream();
    fireEvent.click(card('Chat rules').getByRole('radio', { name: 'Followers' }));
    await page.core((bridge) => bridge.lastOf('stream.set-chat').refuse(UNSURE));
    expect(page.bridge.asked.filter(({ name }) => name === 'stream.refresh')).toHaveLength(0);
  });

  it('leaves the value that the platform took last, and says what is in doubt', async () => {
    await drawStream({
      desk: {
        setByUs: { ...READ.setByUs, chatSlowModeSec: { value: 10, setAt: NOW - 60_000 } },
        unsure: { ...READ.unsure, chatSlowModeSec: { value: 30, setAt: NOW } },
      },
    });
    const rules = card('Chat rules');
    expect(rules.getByRole('radio', { name: '10 seconds' })).toBeChecked();
    expect(rules.getByText(/^Stagelight sent 30 seconds at .* and got no response/)).toBeVisible();
  });

  const lostRule = async () => {
    const page = await drawStream();
    fireEvent.click(card('Chat rules').getByRole('radio', { name: 'Followers' }));
    await page.core((bridge) => bridge.lastOf('stream.set-chat').refuse(UNSURE));
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    return page;
  };

  it.each([
    ['done', 'status', 'Checked: it went through.'],
    ['not-done', 'alert', 'Checked: it didn’t go through.'],
  ])('is looked for at a press, and the answer takes its place: %s', async (found, role, words) => {
    const page = await lostRule();
    expect(page.bridge.lastOf('stream.check').args).toEqual({ chatAllowedGroup: 'FOLLOWER' });
    await page.core((bridge) => bridge.lastOf('stream.check').answer({ found }));
    expect(card('Chat rules').getByText(words).closest(`[role="${role}"]`)).toBeVisible();
    expect(screen.queryByText(/^Result unknown/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  });

  it('stays, and can be looked for again, where a look cannot tell or fails', async () => {
    const page = await lostRule();
    await page.core((bridge) => bridge.lastOf('stream.check').answer({ found: 'unclear' }));
    expect(screen.getByText('Still unknown. Check again in a moment.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await page.core((bridge) => bridge.lastOf('stream.check').refuse(PROBLEM));
    expect(screen.getByText(`Couldn’t check. ${PROBLEM_TEXT.what.en}`)).toBeVisible();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('that the platform does not report can be set again beside it', async () => {
    const page = await drawStream();
    fireEvent.click(card('Chat rules').getByRole('radio', { name: '10 seconds' }));
    await page.core((bridge) => bridge.lastOf('stream.set-chat').refuse(UNSURE));
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Do it again' }));
    expect(page.bridge.lastOf('stream.set-chat').args).toMatchObject({ chatSlowModeSec: 10 });
    await page.core((bridge) => bridge.lastOf('stream.set-chat').answer(null));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is answered by the settings themselves once they show it', async () => {
    const page = await drawStream();
    fireEvent.click(card('Chat rules').getByRole('radio', { name: 'Followers' }));
    await page.core((bridge) => bridge.lastOf('stream.set-chat').refuse(UNSURE));
    if (READ.chat === null) throw new Error('the chat has no settings');
    const value = { ...READ.chat.value, chatAllowedGroup: 'FOLLOWER' };
    await sayStream(page, { chat: { value, readAt: NOW + 1 } });
    expect(screen.getByText('Checked: it went through.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of a preset can be looked for, and its answer takes the place of the doubt', async () => {
    const change = { chatAllowedGroup: 'FOLLOWER' } as const;
    const page = await drawStream({ desk: { presets: [{ id: 'p', name: 'Ranked', change }] } });
    fireEvent.click(screen.getByRole('button', { name: 'Apply: Ranked' }));
    await page.core((bridge) =>
      bridge.lastOf('stream.preset-apply').answer({ parts: [{ part: 'chat', problem: UNSURE }] }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await page.core((bridge) => bridge.lastOf('stream.check').answer({ found: 'done' }));
    expect(screen.getByText('Chat rules: changed')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of a preset is told as unknown, not as failed', async () => {
    const page = await drawStream({
      desk: { presets: [{ id: 'p', name: 'Ranked', change: { chatSlowModeSec: 5 } }] },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Apply: Ranked' }));
    await page.core((bridge) =>
      bridge.lastOf('stream.preset-apply').answer({ parts: [{ part: 'chat', problem: UNSURE }] }),
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Chat rules: result unknown');
    expect(screen.getByRole('alert')).toHaveClass('tone-warn');
  });

  it('of a preset that the platform does not report is made certain by setting it again', async () => {
    const page = await drawStream({
      desk: { presets: [{ id: 'p', name: 'Ranked', change: { chatSlowModeSec: 5 } }] },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Apply: Ranked' }));
    await page.core((bridge) =>
      bridge.lastOf('stream.preset-apply').answer({ parts: [{ part: 'chat', problem: UNSURE }] }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Do it again' }));
    expect(page.bridge.lastOf('stream.set-chat').args).toEqual({ chatSlowModeSec: 5, basedOn: {} });
    await page.core((bridge) => bridge.lastOf('stream.set-chat').answer(null));
    expect(screen.getByText('Chat rules: changed')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
