import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withAdded, withDraft, withSwitched } from '../../../../shared/overlay/layouts.ts';
import {
  DEFAULT_OVERLAY,
  type OverlaySettings,
} from '../../../../shared/overlay/overlay-settings.ts';
import { askedOf } from '../draw-dashboard.tsx';
import { asked, button, buttons, drawOverlay, sayOverlay, taken } from './overlay-support.ts';

afterEach(() => vi.unstubAllGlobals());

const CHAT_ONLY = DEFAULT_OVERLAY.layout.slice(0, 1);
const GAME: OverlaySettings = withAdded(DEFAULT_OVERLAY, 'layout-2', 'Game', CHAT_ONLY);
const tabs = () =>
  within(screen.getByRole('group', { name: '편집할 레이아웃' }))
    .getAllByRole('button')
    .map((each) => each.textContent);

describe('a draft', () => {
  it('is said to be on air as long as nothing differs', async () => {
    await drawOverlay();
    expect(screen.getByText('지금 보이는 그대로 방송에 나가고 있어요.')).toBeVisible();
    expect(button('방송에 적용')).toBeDisabled();
    expect(buttons('버리기')).toEqual([]);
  });

  it('marks what was changed, added and removed, and counts the theme as one', async () => {
    const page = await drawOverlay();
    fireEvent.click(button('보이기: 채팅'));
    fireEvent.click(button('추가: 합계'));
    fireEvent.click(button('알림'));
    fireEvent.click(button('지우기: 알림'));
    fireEvent.click(screen.getByLabelText(/^네온/));
    await taken(page);
    expect(screen.getByText('아직 방송에 나가지 않은 변경 4개')).toBeVisible();
    const list = screen.getByRole('list', { name: '위젯, 맨 위부터' });
    expect(
      within(list)
        .getAllByRole('img', { name: /^(추가|바뀜)$/ })
        .map((each) => each.getAttribute('aria-label')),
    ).toEqual(['추가', '바뀜']);
    expect(screen.getByText('뺀 위젯: 알림')).toBeVisible();
    expect(askedOf(page, 'overlay.set')).toEqual([]);
  });

  it('goes on air as it is seen, even what is still on its way', async () => {
    const page = await drawOverlay();
    fireEvent.click(button('보이기: 채팅'));
    fireEvent.click(button('보이기: 알림'));
    fireEvent.click(button('방송에 적용'));
    const { widgets, layout, theme } = page.bridge.lastOf('overlay.put-on-air').args as never;
    expect({ layout, theme }).toEqual({ layout: 'main', theme: DEFAULT_OVERLAY.theme });
    expect((widgets as { shown: boolean }[]).map(({ shown }) => shown)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('is discarded in one step that can be undone', async () => {
    const page = await drawOverlay();
    fireEvent.click(button('보이기: 채팅'));
    fireEvent.click(screen.getByLabelText(/^네온/));
    await taken(page);
    fireEvent.click(button('버리기'));
    await taken(page);
    expect(asked(page)).toMatchObject({
      layout: DEFAULT_OVERLAY.layout,
      theme: DEFAULT_OVERLAY.theme,
    });
    expect(screen.getByText('지금 보이는 그대로 방송에 나가고 있어요.')).toBeVisible();
    fireEvent.click(button('되돌리기'));
    await taken(page);
    expect(asked(page).layout[0]?.shown).toBe(false);
    expect(asked(page).theme.base).toBe('neon');
  });

  it('that another dashboard has made is shown', async () => {
    const page = await drawOverlay();
    await sayOverlay(page, withDraft(DEFAULT_OVERLAY, 'main', { widgets: CHAT_ONLY }));
    expect(buttons('알림')).toEqual([]);
    expect(screen.getByText('아직 방송에 나가지 않은 변경 2개')).toBeVisible();
  });
});

describe('several layouts', () => {
  it('are edited one by one; the one on air is marked', async () => {
    const page = await drawOverlay({ overlay: GAME });
    expect(tabs()).toEqual(['기본방송 중', 'Game']);
    fireEvent.click(button('Game'));
    expect(buttons('알림')).toEqual([]);
    expect(screen.getByText('지금 방송에 나가지 않는 레이아웃이에요.')).toBeVisible();
    fireEvent.click(button('보이기: 채팅'));
    expect(page.bridge.lastOf('overlay.draft').args).toMatchObject({ layout: 'layout-2' });
    fireEvent.click(button('나중에 쓰게 저장'));
    expect(page.bridge.lastOf('overlay.save').args).toMatchObject({
      layout: 'layout-2',
      widgets: [{ id: 'chat', shown: false }],
    });
    await sayOverlay(page, withSwitched(GAME, 'layout-2'));
    expect(tabs()).toEqual(['기본', 'Game방송 중']);
  });

  it('are made from the one that is edited, with a suggested name', async () => {
    const page = await drawOverlay();
    fireEvent.click(button('보이기: 채팅'));
    await taken(page);
    fireEvent.click(button('새 레이아웃'));
    fireEvent.click(screen.getByText('게임', { selector: '.dialog span' }));
    fireEvent.click(button('만들기'));
    const added = page.bridge.lastOf('overlay.layout-add');
    expect(added.args).toMatchObject({
      name: '게임',
      widgets: [{ id: 'chat', shown: false }, {}, {}],
    });
    await page.core(() => added.answer({ layout: 'layout-2' }));
    await sayOverlay(page, GAME);
    expect(button('Game')).toHaveAttribute('aria-pressed', 'true');
  });

  it('are renamed, and deleted after a question unless on air', async () => {
    const page = await drawOverlay({ overlay: GAME });
    expect(buttons(/^레이아웃 지우기/)).toEqual([]);
    fireEvent.click(button('레이아웃 이름 바꾸기: 기본'));
    fireEvent.change(screen.getByLabelText('이름'), { target: { value: ' 대화 ' } });
    fireEvent.click(button('저장'));
    expect(page.bridge.lastOf('overlay.layout-rename').args).toEqual({
      layout: 'main',
      name: '대화',
    });
    // Too long by half an emoji.
    const long = `${'가'.repeat(39)}😀`;
    fireEvent.change(screen.getByLabelText('이름'), { target: { value: long } });
    expect(screen.getByLabelText('이름')).toHaveValue('가'.repeat(39));
    fireEvent.click(button('Game'));
    fireEvent.click(button('레이아웃 지우기: Game'));
    expect(askedOf(page, 'overlay.layout-remove')).toEqual([]);
    fireEvent.click(button('지우기'));
    expect(page.bridge.lastOf('overlay.layout-remove').args).toEqual({ layout: 'layout-2' });
  });
});
