import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { RESULT_UNKNOWN } from '../../../../renderer/bridge/bridge-problems.ts';
import type { SentMessage } from '../../../../shared/contract/live.ts';
import { type Drawn, drawDashboard } from '../draw-dashboard.tsx';
import { NOW, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { ALL_SCOPES, sayLive } from './live-support.ts';

const field = () => screen.getByLabelText<HTMLInputElement>('채팅 보내기', { selector: 'input' });
const send = () => screen.getByRole('button', { name: '보내기' });
const notice = () => screen.getByRole('button', { name: '공지 올리기' });
const write = (value: string) => fireEvent.change(field(), { target: { value } });
const enter = (init: object = {}) => fireEvent.keyDown(field(), { key: 'Enter', ...init });
const asked = (page: Drawn) => page.bridge.asked.map(({ name, args }) => [name, args]);

const draw = (granted: readonly string[] = ALL_SCOPES) =>
  drawDashboard({ status: { scopes: { granted, missing: [] } } });

const sentOf = (id: number, message: string, messageId: string | null): SentMessage => ({
  id,
  at: NOW,
  message,
  senderType: 'APP',
  messageId,
});

describe('writing to the chat', () => {
  it('sends with Enter, once, and empties the field when it was taken', async () => {
    const page = await draw();
    write('안녕하세요');
    enter();
    enter();
    expect(asked(page)).toEqual([['live.send', { message: '안녕하세요', senderType: 'USER' }]]);
    expect(field().value).toBe('안녕하세요');
    await page.core((bridge) => bridge.last.answer({ messageId: 'm' }));
    expect(field().value).toBe('');
    expect(screen.getByText('보냈어요')).toBeInTheDocument();
  });

  it('does not send with the Enter that ends a syllable or is held down', async () => {
    const page = await draw();
    write('안녕');
    enter({ isComposing: true });
    enter({ shiftKey: true });
    enter({ repeat: true });
    expect(asked(page)).toEqual([]);
  });

  it.each<[string, string, boolean]>([
    ['', '0/100', false],
    ['   ', '3/100', false],
    ['a', '1/100', true],
    ['가'.repeat(100), '100/100', true],
    ['😀'.repeat(100), '100/100', true],
    ['😀'.repeat(101), '101/100', false],
  ])('counts characters of %j as the platform does: %s', async (text, counted, can) => {
    const page = await draw();
    write(text);
    expect(document.querySelector('.composer-count')).toHaveTextContent(counted);
    expect(send()).toHaveProperty('disabled', !can);
    enter();
    expect(asked(page)).toHaveLength(can ? 1 : 0);
  });

  it('says by how much a message is too long', async () => {
    await draw();
    write('가'.repeat(103));
    expect(screen.getByText('3자 넘었어요. 줄이면 보낼 수 있어요.')).toBeInTheDocument();
    expect(field()).toHaveAttribute('aria-invalid', 'true');
  });

  it('keeps what was written when it failed, and sends nothing by itself', async () => {
    const page = await draw();
    write('남아 있어요');
    fireEvent.click(send());
    await page.core((bridge) => bridge.last.refuse());
    expect(field().value).toBe('남아 있어요');
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.ko);
    await page.pass(600_000);
    expect(asked(page)).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: '닫기' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps what was typed while the answer was on its way', async () => {
    const page = await draw();
    write('하나');
    enter();
    write('둘');
    await page.core((bridge) => bridge.last.answer({ messageId: null }));
    expect(field().value).toBe('둘');
  });

  it('sends in the own name, or the one that was chosen, which is remembered', async () => {
    const page = await draw();
    fireEvent.click(screen.getByRole('button', { name: '앱' }));
    write('x');
    enter();
    expect(page.bridge.last.args).toEqual({ message: 'x', senderType: 'APP' });
    expect(page.host.kept.get('chat-sender')).toBe('APP');
  });

  it('offers the name of the app where the platform refuses the own one', async () => {
    const page = await draw();
    write('안녕');
    enter();
    await page.core((bridge) =>
      bridge.last.refuse({ code: 'platform-forbidden', values: { reply: '403' } }),
    );
    fireEvent.click(screen.getByRole('button', { name: '앱 이름으로 보내기' }));
    expect(page.bridge.last.args).toEqual({ message: '안녕', senderType: 'APP' });
    // From now on: it would be refused again.
    expect(page.host.kept.get('chat-sender')).toBe('APP');
    expect(screen.getByRole('button', { name: '앱' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('brings back what was sent with the arrow up, only where nothing is written', async () => {
    const page = await draw();
    await sayLive(page, { sent: [sentOf(1, '첫째', 'm1'), sentOf(2, '둘째', 'm2')] });
    const up = () => fireEvent.keyDown(field(), { key: 'ArrowUp' });
    up();
    expect(field().value).toBe('둘째');
    up();
    up();
    expect(field().value).toBe('첫째');
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    expect(field().value).toBe('둘째');
    write('새 글');
    up();
    expect(field().value).toBe('새 글');
  });
});

describe('a notice', () => {
  it('is the text, or by its id a message that was sent from here', async () => {
    const page = await draw();
    write('공지입니다');
    fireEvent.click(notice());
    expect(page.bridge.last).toMatchObject({
      name: 'live.notice',
      args: { message: '공지입니다' },
    });
    await page.core((bridge) => bridge.last.answer({}));
    expect(screen.getByText('공지로 올렸어요.')).toBeInTheDocument();
    await sayLive(page, { sent: [sentOf(1, '보낸 글', 'm7')] });
    write('보낸 글');
    fireEvent.click(notice());
    expect(page.bridge.last.args).toEqual({ messageId: 'm7' });
  });

  it('whose answer was lost can be posted again, and then leaves the field', async () => {
    const page = await draw();
    write('공지입니다');
    fireEvent.click(notice());
    await page.core((bridge) => bridge.last.refuse(RESULT_UNKNOWN));
    expect(field().value).toBe('공지입니다');
    fireEvent.click(screen.getByRole('button', { name: '한 번 더 하기' }));
    expect(asked(page)).toEqual([
      ['live.notice', { message: '공지입니다' }],
      ['live.notice', { message: '공지입니다' }],
    ]);
    await page.core((bridge) => bridge.last.answer({}));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field().value).toBe('');
  });

  it('that was refused is not offered again, and what is told of it can be put away', async () => {
    const page = await draw();
    write('공지입니다');
    fireEvent.click(notice());
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(screen.queryByRole('button', { name: '한 번 더 하기' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '닫기' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field().value).toBe('공지입니다');
  });
});

describe('what cannot be done', () => {
  it('is said with the permission that is missing, and granted from here', async () => {
    const page = await draw(['READ:LIVE_CHAT']);
    expect(
      screen.getByText('WRITE:LIVE_CHAT 권한이 없어서 채팅을 보낼 수 없어요.'),
    ).toBeInTheDocument();
    write('x');
    expect(send()).toBeDisabled();
    enter();
    expect(asked(page)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: '권한 허용하기' }));
    expect(page.bridge.last).toMatchObject({ name: 'sign-in.start', args: { prompt: 'consent' } });
  });

  it('leaves sending possible where only the notice is not permitted', async () => {
    await draw(['WRITE:LIVE_CHAT']);
    write('x');
    expect(send()).toBeEnabled();
    expect(notice()).toBeDisabled();
    expect(
      screen.getByText('WRITE:LIVE_CHAT_NOTICE 권한이 없어서 공지를 올릴 수 없어요.'),
    ).toBeInTheDocument();
  });

  it('is said while nobody is signed in or the app is gone; what is written stays', async () => {
    const page = await drawDashboard({ status: { tokens: null, account: null } });
    write('남는 글');
    expect(screen.getByText('로그인하면 채팅을 보낼 수 있어요.')).toBeInTheDocument();
    expect(send()).toBeDisabled();
    await page.core((bridge) => bridge.setReachable(false));
    expect(screen.getByText('앱과 다시 연결되면 보낼 수 있어요.')).toBeInTheDocument();
    expect(field().value).toBe('남는 글');
  });
});
