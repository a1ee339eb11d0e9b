import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatLine } from '../../../renderer/stores/overlay-store.ts';
import { ChatList } from '../../../renderer/widgets/chat-list.tsx';
import type { ChatData } from '../../../shared/events.ts';
import { type ChatSettings, chatSettingsSchema } from '../../../shared/overlay/widgets.ts';
import { chat, HEART } from '../../support/stage-events.ts';
import { settableChat } from './chat-source.ts';
import { advance } from './steady-time.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 5);
const settings = (over: Partial<ChatSettings> = {}): ChatSettings => ({
  ...chatSettingsSchema.parse({}),
  ...over,
});
const line = (seq: number, data: Partial<ChatData> = {}, receivedAt = NOW): ChatLine => ({
  event: { ...chat(seq, data), receivedAt },
  enters: 'none',
});
const badges = [{ id: 'b', name: 'Fan', imageUrl: 'https://images.example/b.png' }];

function show(lines: readonly ChatLine[], over: Partial<ChatSettings> = {}) {
  const set = settings(over);
  const now = settableChat(lines);
  const view = render(<ChatList source={now.source} settings={set} />);
  const again = now.set;
  const all = (selector: string): HTMLElement[] => [
    ...view.container.querySelectorAll<HTMLElement>(selector),
  ];
  const seqs = (): (string | undefined)[] =>
    all('.sl-chat-line').map((item) => item.dataset['seq']);
  return { ...view, again, all, seqs };
}

describe('the settings of the chat', () => {
  it('come to the style sheet as attributes and measures', () => {
    const { all } = show([line(1)], {
      style: 'bubbles',
      edge: 'outline',
      textSize: 32,
      emojiScale: 2,
    });
    const [list] = all('.sl-chat');
    expect(list?.dataset).toMatchObject({ style: 'bubbles', edge: 'outline' });
    expect(list?.style.getPropertyValue('--ov-chat-size')).toBe('2rem');
    expect(list?.style.getPropertyValue('--ov-emoji')).toBe('2');
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('badges: %s', (wanted, count) => {
    const profile = { nickname: 'name', badges };
    expect(show([line(1, { profile })], { badges: wanted }).all('.sl-chat-badge')).toHaveLength(
      count,
    );
  });

  it('leave the streamer marked where badges are not shown', () => {
    const { all } = show([line(1, { senderChannelId: 'streamer' })], { badges: false });
    expect(all('.sl-chat-streamer')).toHaveLength(1);
  });

  it.each([
    [true, true],
    [false, false],
  ])('colours of names: %s', (wanted, coloured) => {
    const [name] = show([line(1)], { nameColors: wanted }).all('.sl-chat-name');
    expect(name?.hasAttribute('style')).toBe(coloured);
  });

  it.each([
    [true, true],
    [false, false],
  ])('large emoji: %s', (wanted, large) => {
    const [item] = show([line(1, { content: HEART })], { bigEmoji: wanted }).all('.sl-chat-line');
    expect(item?.hasAttribute('data-pictures')).toBe(large);
  });

  it('hide before anything is drawn', () => {
    const hide = { users: [], words: ['secret'], prefixes: [] };
    const { seqs } = show([line(1), line(2, { content: 'a secret' })], { hide });
    expect(seqs()).toEqual(['1']);
  });

  it('show how often a text was repeated', () => {
    const lines = [1, 2, 3].map((seq) => line(seq, { content: 'gg' }));
    const { all } = show(lines, { mergeRepeats: true });
    expect(all('.sl-chat-line')).toHaveLength(1);
    expect(all('.sl-chat-count').map((count) => count.textContent)).toEqual(['×3']);
  });

  it('draw no line again when others come', () => {
    const lines = [line(1), line(2)];
    const { again, all } = show(lines);
    const before = all('.sl-chat-line');
    again([...lines, line(3)]);
    expect(all('.sl-chat-line').slice(0, 2)).toEqual(before);
  });
});

describe('lines that fade', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('leave after their time and are then gone, with no timer left', () => {
    const { all, seqs } = show([line(1)], { fadeAfterS: 5 });
    advance(4_999);
    expect(all('[data-leaves]')).toHaveLength(0);
    advance(1);
    expect(all('[data-leaves]')).toHaveLength(1);
    advance(180);
    expect(seqs()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('need one timer, and none where lines stay', () => {
    const many = Array.from({ length: 50 }, (_, at) => line(at + 1));
    const fading = show(many, { fadeAfterS: 5 });
    expect(vi.getTimerCount()).toBe(1);
    fading.unmount();
    expect(vi.getTimerCount()).toBe(0);
    show(many);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('count from when they came, each on its own', () => {
    const { again, seqs } = show([line(1)], { fadeAfterS: 5 });
    advance(3_000);
    again([line(1), line(2)]);
    advance(2_180);
    expect(seqs()).toEqual(['2']);
    advance(3_000);
    expect(seqs()).toEqual([]);
  });

  it('of before the page was opened are as old as they are', () => {
    const old = line(1, {}, NOW - 60_000);
    const recent = line(2, {}, NOW - 3_000);
    const { seqs } = show([old, recent], { fadeAfterS: 5 });
    expect(seqs()).toEqual(['2']);
    advance(2_180);
    expect(seqs()).toEqual([]);
  });

  it('stay their whole time also where the clock of the core is wrong', () => {
    const { again, seqs } = show([], { fadeAfterS: 5 });
    again([line(1, {}, NOW - 3_600_000)]);
    advance(4_000);
    expect(seqs()).toEqual(['1']);
    again([line(1, {}, NOW - 3_600_000), line(2, {}, NOW + 3_600_000)]);
    advance(5_180);
    expect(seqs()).toEqual([]);
  });

  it('stay longer when their text is repeated', () => {
    const { again, seqs } = show([line(1, { content: 'gg' })], {
      fadeAfterS: 5,
      mergeRepeats: true,
    });
    advance(4_000);
    again([line(1, { content: 'gg' }), line(2, { content: 'gg' })]);
    advance(4_000);
    expect(seqs()).toEqual(['1']);
    advance(1_180);
    expect(seqs()).toEqual([]);
  });
});
