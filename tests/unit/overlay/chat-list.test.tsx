import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { nameColor } from '../../../renderer/widgets/chat-line.ts';
import { ChatList } from '../../../renderer/widgets/chat-list.tsx';
import type { ChatData } from '../../../shared/events.ts';
import { chatSettingsSchema } from '../../../shared/overlay/widgets.ts';
import { chat, HEART, HEART_URL } from '../../support/stage-events.ts';
import { settableChat } from './chat-source.ts';
import { renderIn } from './render-words.tsx';

const SETTINGS = chatSettingsSchema.parse({});

function show(data: Partial<ChatData>, language: 'ko' | 'en' = 'ko') {
  const { container } = renderIn(
    language,
    <ChatList
      source={settableChat([{ event: chat(1, data), enters: 'themed' }]).source}
      settings={SETTINGS}
    />,
  );
  const line = container.querySelector('li');
  if (!line) throw new Error('no line');
  return line;
}

describe('ChatList', () => {
  it('shows the newest line last', () => {
    const lines = [1, 2, 3].map((seq) => ({ event: chat(seq), enters: 'none' as const }));
    renderIn('ko', <ChatList source={settableChat(lines).source} settings={SETTINGS} />);
    expect(screen.getAllByRole('listitem').map((item) => item.dataset['seq'])).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('shows name and message, each in a direction of its own', () => {
    const line = show({ profile: { nickname: 'مشاهد', badges: [] }, content: 'مرحبا 123' });
    expect(line.querySelector('bdi')).toHaveTextContent('مشاهد');
    expect(line.querySelector('[dir="auto"]')).toHaveTextContent('مرحبا 123');
  });

  it('colours the name by the channel', () => {
    const line = show({ senderChannelId: 'channel-9' });
    expect(line.querySelector('bdi')?.getAttribute('style')).toContain(nameColor('channel-9'));
  });

  it('draws emoji tokens as images within the text', () => {
    const line = show({ content: `hi ${HEART} there` });
    const image = line.querySelector('img');
    expect(image).toHaveAttribute('src', HEART_URL);
    expect(image).toHaveAttribute('alt', HEART);
    expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(image).toHaveAttribute('loading', 'eager');
    expect(image).toHaveAttribute('decoding', 'async');
    expect(line.querySelector('.sl-chat-message')).toHaveTextContent('hi there');
  });

  it('shows the token where the image does not come, and keeps the hidden image', () => {
    const line = show({ content: `hi ${HEART}` });
    const image = line.querySelector('img');
    if (!image) throw new Error('no image');
    fireEvent.error(image);
    expect(line.querySelector('.sl-chat-message')).toHaveTextContent(`hi ${HEART}`);
    expect(line.querySelector('img')).toBe(image);
    expect(image).not.toBeVisible();
  });

  it.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload="alert(1)"/>',
    'http://images.example/heart.png',
  ])('never asks for an image at %s', (url) => {
    const line = show({ content: HEART, emojis: { [HEART]: url } });
    expect(line.querySelector('img')).toBeNull();
    expect(line).toHaveTextContent(HEART);
  });

  it('lets messages of nothing but emoji grow', () => {
    expect(show({ content: `${HEART}${HEART}` })).toHaveAttribute('data-pictures');
    expect(show({ content: `${HEART} yes` })).not.toHaveAttribute('data-pictures');
  });

  it('treats markup in every field as text', () => {
    const alarm = vi.spyOn(window, 'alert').mockImplementation(() => {});
    const nasty = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
    const line = show({
      content: nasty,
      profile: {
        nickname: '<b onclick=alert(3)>boss</b>',
        badges: [{ id: nasty, name: nasty, imageUrl: 'javascript:alert(4)' }],
      },
    });
    expect(line.querySelector('script, img, b')).toBeNull();
    expect(line.querySelector('.sl-chat-message')).toHaveTextContent(nasty);
    expect(line.querySelector('bdi')).toHaveTextContent('<b onclick=alert(3)>boss</b>');
    expect(alarm).not.toHaveBeenCalled();
    alarm.mockRestore();
  });

  it('shows badges before the name, at most four, and leaves out those without an image', () => {
    const badges = Array.from({ length: 9 }, (_, at) => ({
      id: 'same',
      name: `badge ${at}`,
      imageUrl: at === 0 ? null : `https://images.example/${at}.png`,
    }));
    const line = show({ profile: { nickname: 'name', badges }, content: 'x' });
    expect([...line.querySelectorAll('img')].map((image) => image.alt)).toEqual([
      'badge 1',
      'badge 2',
      'badge 3',
    ]);
  });

  it.each([
    ['ko', '스트리머'],
    ['en', 'Streamer'],
  ] as const)('marks the streamer in %s', (language, label) => {
    show({ senderChannelId: 'streamer' }, language);
    expect(screen.getByRole('img', { name: label })).toBeInTheDocument();
  });

  it('does not mark anybody else', () => {
    expect(show({ senderChannelId: 'viewer' })).not.toHaveAttribute('data-streamer');
  });

  it('puts a bounded amount of a hostile message into the page', () => {
    const line = show({
      content: HEART.repeat(3_000) + 'x'.repeat(10_000),
      profile: { nickname: 'n'.repeat(10_000), badges: [] },
    });
    expect(line.querySelectorAll('*').length).toBeLessThan(60);
    expect((line.textContent ?? '').length).toBeLessThan(600);
  });
});
