import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OverlayApp } from '../../../renderer/overlay/overlay-app.tsx';
import { createOverlayStore } from '../../../renderer/stores/overlay-store.ts';
import { Highlight } from '../../../renderer/widgets/highlight.tsx';
import type { HighlightCard } from '../../../shared/overlay/highlight.ts';
import type { WidgetGroup } from '../../../shared/overlay/names.ts';
import { type ChatSettings, chatSettingsSchema } from '../../../shared/overlay/widgets.ts';
import { chat, HEART, HEART_URL } from '../../support/stage-events.ts';
import { DEFAULT_CONFIG } from './page-fakes.ts';
import { renderIn } from './render-words.tsx';

const cardOf = (changes: Partial<HighlightCard> = {}): HighlightCard => ({
  seq: 1,
  name: '밤하늘',
  channelId: 'viewer',
  role: 'manager',
  badges: [{ id: 'b', name: 'Fan', imageUrl: 'https://images.example/b.png' }],
  content: `안녕 ${HEART}`,
  emojis: { [HEART]: HEART_URL },
  ...changes,
});

function draw(card: Partial<HighlightCard> = {}, settings: Partial<ChatSettings> = {}) {
  const all = { ...chatSettingsSchema.parse({}), ...settings };
  const { container } = renderIn('ko', <Highlight card={cardOf(card)} settings={all} />);
  return container.querySelector('.sl-highlight') as HTMLElement;
}

describe('a highlighted message on the overlay', () => {
  it('has the name, the marks and the words with their emoji', () => {
    const box = draw();
    expect(box).toHaveTextContent('밤하늘');
    expect(screen.getByRole('img', { name: '매니저' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Fan' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: HEART })).toHaveAttribute('src', HEART_URL);
  });

  it.each([null, '', '  '])('of somebody without a name (%j) is anonymous', (name) => {
    expect(draw({ name })).toHaveTextContent('익명');
  });

  it('leaves out what the chat leaves out', () => {
    const box = draw({}, { badges: false, roles: [], nameColors: false });
    expect(
      box.querySelectorAll('.sl-highlight-author [role="img"], .sl-highlight-author img'),
    ).toHaveLength(0);
    expect(box.querySelector<HTMLElement>('.sl-highlight-name')?.style.color).toBe('');
  });

  it('is text and nothing else, and is cut', () => {
    const box = draw({ name: '<b>x</b>', content: '<img src=x onerror=1>', emojis: {} });
    expect(box.querySelector('b, .sl-highlight-message img')).toBeNull();
    expect(box).toHaveTextContent('<img src=x onerror=1>');
    expect((draw({ content: 'ㅋ'.repeat(60_000) }).textContent ?? '').length).toBeLessThan(600);
  });

  it.each([
    ['a few words', '가'.repeat(36), undefined],
    ['a few emoji, however long their names', HEART.repeat(10), undefined],
    ['a sentence', '가'.repeat(37), 'true'],
    ['many emoji', HEART.repeat(19), 'true'],
  ])('is set in a size for its length: %s', (_what, content, long) => {
    expect(draw({ content }).dataset['long']).toBe(long);
  });

  it('asks for no image of an address that is not allowed', () => {
    const box = draw({ content: ':a:', emojis: { ':a:': 'javascript:alert(1)' }, badges: [] });
    expect(box.querySelector('.sl-highlight-message img')).toBeNull();
  });
});

describe('a page', () => {
  const pageOf = (
    only: string | null,
    layout = DEFAULT_CONFIG.layout,
    group: WidgetGroup | null = null,
  ) => {
    const store = createOverlayStore('ko');
    store.setConfig({ ...DEFAULT_CONFIG, layout });
    store.addChat([chat(1)]);
    const { container } = render(<OverlayApp store={store} only={only} group={group} />);
    const large = () => container.querySelector('.sl-overlay > .sl-highlight');
    const chatBox = () => container.querySelector('.sl-chat');
    const kinds = () =>
      [...container.querySelectorAll<HTMLElement>('.sl-place')].map(
        ({ dataset }) => dataset['kind'],
      );
    return { store, large, chatBox, kinds };
  };

  it('has it while the core says so, and draws nothing else anew for it', () => {
    const { store, large, chatBox } = pageOf(null);
    const before = chatBox();
    expect(large()).toBeNull();
    act(() => store.setHighlight(cardOf()));
    expect(large()).not.toBeNull();
    expect(chatBox()).toBe(before);
    act(() => store.setHighlight(null));
    expect(large()).toBeNull();
    expect(chatBox()).toBe(before);
  });

  it.each([
    ['the whole overlay', null, true],
    ['a chat alone', 'chat', true],
    ['alerts alone', 'alerts', false],
    ['a widget that is not there', 'nothing', false],
  ])('of %s', (_what, only, shows) => {
    const { store, large } = pageOf(only);
    act(() => store.setHighlight(cardOf()));
    expect(large() !== null).toBe(shows);
  });

  it.each<[WidgetGroup, readonly string[], boolean]>([
    ['chat', ['chat'], true],
    ['alerts', ['alerts'], false],
    ['other', ['tallies'], false],
  ])('of the group %s draws its widgets and no others', (group, drawn, shows) => {
    const { store, large, kinds } = pageOf(null, DEFAULT_CONFIG.layout, group);
    act(() => store.setHighlight(cardOf()));
    expect(kinds()).toEqual(drawn);
    expect(large() !== null).toBe(shows);
  });

  it('without a chat has it too', () => {
    const { store, large } = pageOf(
      null,
      DEFAULT_CONFIG.layout.filter(({ kind }) => kind !== 'chat'),
    );
    act(() => store.setHighlight(cardOf()));
    expect(large()).toHaveTextContent('밤하늘');
  });
});
