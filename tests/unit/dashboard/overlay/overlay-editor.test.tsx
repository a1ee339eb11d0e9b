import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WIDGET_KINDS } from '../../../../shared/overlay/names.ts';
import { DEFAULT_OVERLAY } from '../../../../shared/overlay/overlay-settings.ts';
import { widgetSchema } from '../../../../shared/overlay/widgets.ts';
import type { Drawn } from '../draw-dashboard.tsx';
import { eventOf, PROBLEM_TEXT } from '../support.ts';
import {
  asked,
  button,
  buttons,
  changes,
  drawEmpty,
  drawOverlay,
  sayOverlay,
  taken,
} from './overlay-support.ts';

const MOST_WIDGETS = 24;

afterEach(() => vi.unstubAllGlobals());

const layer = (name: string) => button(name);
const grip = (name: string) => button(new RegExp(`^${name}: 왼쪽`));
const ids = (page: Drawn) => asked(page).layout.map(({ id }) => id);

describe('the overlay page', () => {
  it('waits for the core to say what is set', async () => {
    await drawEmpty();
    expect(screen.getByText(/연결하고 있어요/)).toBeVisible();
  });

  it('lists the widgets with the topmost first', async () => {
    await drawOverlay();
    const list = screen.getByRole('list', { name: '위젯, 맨 위부터' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['알림', '드롭스 집계', '채팅']);
  });

  it('says what to do where there is no widget', async () => {
    await drawOverlay({ overlay: { layout: [] } });
    expect(screen.getByText(/아직 위젯이 없어요/)).toBeVisible();
    expect(screen.getByText(/위젯을 고르면 여기서/)).toBeVisible();
  });

  it.each(WIDGET_KINDS)('adds a %s below the alerts and opens its settings', async (kind) => {
    const page = await drawOverlay();
    const add = buttons(/^추가: /)[WIDGET_KINDS.indexOf(kind)];
    if (!add) throw new Error('no button');
    fireEvent.click(add);
    const widget = asked(page).layout[kind === 'alerts' ? 3 : 2];
    expect(widget?.kind).toBe(kind);
    expect(widgetSchema.safeParse(widget).success).toBe(true);
  });

  it('tells widgets of one kind apart by number', async () => {
    await drawOverlay();
    fireEvent.click(button('추가: 채팅'));
    expect(layer('채팅 1')).toBeVisible();
    expect(layer('채팅 2')).toHaveAttribute('aria-pressed', 'true');
  });

  it('adds no more than there is room for', async () => {
    const many = Array.from({ length: MOST_WIDGETS }, (_, index) =>
      widgetSchema.parse({
        id: `totals-${index}`,
        kind: 'totals',
        box: { x: 0, y: 0, width: 0.1, height: 0.1 },
      }),
    );
    await drawOverlay({ overlay: { layout: many } });
    expect(button('추가: 채팅')).toBeDisabled();
    expect(screen.getByText('위젯은 24개까지 추가할 수 있어요.')).toBeVisible();
  });

  it('moves widgets forward and back among each other', async () => {
    const page = await drawOverlay();
    fireEvent.click(layer('알림'));
    expect(button('앞으로: 알림')).toBeDisabled();
    fireEvent.click(layer('채팅'));
    fireEvent.click(button('앞으로: 채팅'));
    expect(ids(page)).toEqual(['tallies', 'chat', 'alerts']);
  });

  it('hides a widget and shows it again', async () => {
    const page = await drawOverlay();
    const eye = button('보이기: 채팅');
    expect(eye).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(eye);
    expect(asked(page).layout[0]?.shown).toBe(false);
    expect(eye).toHaveAttribute('aria-pressed', 'false');
  });

  it('takes a widget out and offers to bring it back', async () => {
    const page = await drawOverlay();
    fireEvent.click(layer('알림'));
    fireEvent.click(button('지우기: 알림'));
    expect(ids(page)).toEqual(['chat', 'tallies']);
    await taken(page);
    const offer = screen.getByText('위젯을 지웠어요: 알림').parentElement;
    if (!offer) throw new Error('no offer');
    fireEvent.click(within(offer).getByText('되돌리기'));
    expect(ids(page)).toEqual(['chat', 'tallies', 'alerts']);
    expect(screen.queryByText('위젯을 지웠어요: 알림')).toBeNull();
  });

  it('shows why the core did not take a change, and takes it back', async () => {
    const page = await drawOverlay();
    fireEvent.click(button('보이기: 채팅'));
    await page.core((bridge) => bridge.lastOf('overlay.draft').refuse());
    expect(screen.getByText(PROBLEM_TEXT.what.ko)).toBeVisible();
    expect(button('보이기: 채팅')).toHaveAttribute('aria-pressed', 'true');
  });

  it('shows what another dashboard has set', async () => {
    const page = await drawOverlay();
    await sayOverlay(page, { ...DEFAULT_OVERLAY, layout: DEFAULT_OVERLAY.layout.slice(0, 1) });
    expect(buttons('알림')).toEqual([]);
  });
});

describe('arranging by keys', () => {
  it.each([
    [{ key: 'ArrowRight' }, { x: 0.31, y: 0.075 }],
    [
      { key: 'ArrowUp', shiftKey: true },
      { x: 0.3, y: 0.074 },
    ],
    [
      { key: 'ArrowDown', altKey: true },
      { width: 0.4, height: 0.61 },
    ],
    [
      { key: 'ArrowLeft', altKey: true, shiftKey: true },
      { width: 0.399, height: 0.6 },
    ],
  ])('%o moves or sizes the widget', async (key, change) => {
    const page = await drawOverlay();
    fireEvent.keyDown(grip('알림'), key);
    expect(asked(page).layout[2]?.box).toMatchObject(change);
  });

  it('takes a widget out with Delete', async () => {
    const page = await drawOverlay();
    fireEvent.keyDown(grip('알림'), { key: 'Delete' });
    expect(ids(page)).toEqual(['chat', 'tallies']);
  });

  it('undoes with Ctrl+Z and does again with Ctrl+Shift+Z', async () => {
    const page = await drawOverlay();
    fireEvent.keyDown(grip('알림'), { key: 'ArrowRight' });
    await taken(page);
    fireEvent.keyDown(grip('알림'), { key: 'z', ctrlKey: true });
    expect(asked(page).layout).toEqual(DEFAULT_OVERLAY.layout);
    await taken(page);
    // Wherever the focus is.
    fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true });
    expect(asked(page).layout[2]?.box.x).toBe(0.31);
    await taken(page);
    // A Korean layout has ㅋ on Z.
    fireEvent.keyDown(grip('알림'), { key: 'ㅋ', code: 'KeyZ', ctrlKey: true });
    expect(asked(page).layout).toEqual(DEFAULT_OVERLAY.layout);
  });

  it('leaves Ctrl+Z in a text field to the text', async () => {
    const page = await drawOverlay();
    fireEvent.click(button('보이기: 채팅'));
    fireEvent.keyDown(screen.getByLabelText('CSS 규칙'), { key: 'z', ctrlKey: true });
    expect(asked(page).layout[0]?.shown).toBe(false);
  });
});

describe('arranging by pointer', () => {
  /** A stage of 960 by 540 on the screen. */
  function measured(): void {
    const stage = document.querySelector('.stage');
    if (!stage) throw new Error('no stage');
    stage.getBoundingClientRect = () => new DOMRect(0, 0, 960, 540);
  }

  const pull = (name: string, x: number, y: number, keys: object = {}) => {
    fireEvent.pointerDown(grip(name), { pointerId: 1, button: 0, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 100 + x, clientY: 100 + y, ...keys });
  };
  const drop = () => fireEvent.pointerUp(window, { pointerId: 1 });
  const guides = () => document.querySelectorAll('.stage-guide').length;

  it('moves with the pointer and chooses what it takes', async () => {
    const page = await drawOverlay();
    measured();
    pull('알림', -96, 108, { ctrlKey: true });
    drop();
    expect(layer('알림')).toHaveAttribute('aria-pressed', 'true');
    await taken(page);
    expect(asked(page).layout[2]?.box).toMatchObject({ x: 0.2, y: 0.275 });
  });

  it('is drawn to a line within 8 pixels, and shows it while it is held', async () => {
    const page = await drawOverlay();
    measured();
    pull('알림', 7, 0);
    expect(asked(page).layout[2]?.box.x).toBe(0.3);
    expect(guides()).toBeGreaterThan(0);
    drop();
    expect(guides()).toBe(0);
  });

  it('is drawn to nothing while Ctrl is held', async () => {
    const page = await drawOverlay();
    measured();
    pull('알림', 7, 0, { ctrlKey: true });
    expect(asked(page).layout[2]?.box.x).toBeCloseTo(0.3 + 7 / 960, 3);
    expect(guides()).toBe(0);
    drop();
  });

  it('sizes by a handle', async () => {
    const page = await drawOverlay();
    measured();
    fireEvent.click(layer('알림'));
    const handle = document.querySelector('[data-handle="se"]');
    if (!handle) throw new Error('no handle');
    fireEvent.pointerDown(handle, { pointerId: 1, button: 0, clientX: 0, clientY: 0 });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: -96, clientY: 0, ctrlKey: true });
    drop();
    await taken(page);
    expect(asked(page).layout[2]?.box).toMatchObject({ x: 0.3, width: 0.3 });
  });

  it('goes back to where it was with Escape', async () => {
    const page = await drawOverlay();
    measured();
    pull('알림', 200, 0);
    fireEvent.keyDown(window, { key: 'Escape' });
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 500, clientY: 100 });
    await taken(page);
    expect(asked(page).layout).toEqual(DEFAULT_OVERLAY.layout);
  });

  it('is one step back however far it went', async () => {
    const page = await drawOverlay();
    measured();
    pull('알림', 100, 0);
    await page.pass(5_000);
    fireEvent.pointerMove(window, { pointerId: 1, clientX: 350, clientY: 150 });
    drop();
    await taken(page);
    fireEvent.click(button('되돌리기'));
    await taken(page);
    expect(asked(page).layout).toEqual(DEFAULT_OVERLAY.layout);
    expect(button('되돌리기')).toBeDisabled();
  });

  it('sends at most ten changes a second while it is dragged', async () => {
    const page = await drawOverlay();
    measured();
    pull('알림', 10, 0);
    for (let at = 0; at < 12; at += 1) {
      fireEvent.pointerMove(window, { pointerId: 1, clientX: 110 + at, clientY: 100 });
      await page.core((bridge) => bridge.lastOf('overlay.draft').answer({}));
    }
    const seconds = (12 * 50) / 1_000;
    const count = changes(page).length;
    expect(count).toBeLessThanOrEqual(seconds * 10 + 1);
    drop();
  });
});

describe('the preview', () => {
  const picture = () =>
    screen.getByTitle<HTMLIFrameElement>('오버레이 미리보기').contentDocument?.body ??
    document.body;
  const drawn = () =>
    [...picture().querySelectorAll<HTMLElement>('[data-widget]')].map(
      ({ dataset }) => dataset['widget'],
    );

  it('draws every widget that is shown, in a page of its own', async () => {
    await drawOverlay();
    expect(drawn()).toEqual(['chat', 'tallies', 'alerts']);
    expect(picture()).toHaveTextContent('안녕하세요, 오늘도 왔어요');
    fireEvent.click(button('보이기: 채팅'));
    expect(drawn()).toEqual(['tallies', 'alerts']);
  });

  it('shows what comes in when it is to', async () => {
    const page = await drawOverlay();
    fireEvent.click(button('실제'));
    expect(picture()).not.toHaveTextContent('안녕하세요, 오늘도 왔어요');
    await page.core((bridge) =>
      bridge.events([
        eventOf('CHAT', 1, { content: '<i>진짜</i> 채팅' }),
        eventOf('DROPS', 2, { rewardTitle: '진짜 보상', count: 12 }),
        eventOf('DROPS', 3, { rewardTitle: '진짜 보상', count: 30 }),
      ]),
    );
    expect(picture()).toHaveTextContent('<i>진짜</i> 채팅');
    expect(picture().querySelector('[data-widget="tallies"]')).toHaveTextContent('42명');
    expect(picture().querySelector('[data-widget="alerts"]')).toHaveTextContent('진짜 보상');
  });

  it('speaks the language of the dashboard', async () => {
    const page = await drawOverlay();
    expect(picture()).toHaveTextContent('드롭스 누적 당첨');
    await page.core((bridge) => bridge.language('en'));
    const body = screen.getByTitle<HTMLIFrameElement>('Overlay preview').contentDocument?.body;
    expect(body).toHaveTextContent('Drops winners so far');
    expect(body?.ownerDocument.documentElement.lang).toBe('en');
  });

  it('keeps what fades on the air, because a sample does not go on', async () => {
    const layout = DEFAULT_OVERLAY.layout.map((widget) =>
      widget.kind === 'chat'
        ? { ...widget, settings: { ...widget.settings, fadeAfterS: 3 } }
        : widget,
    );
    const page = await drawOverlay({ overlay: { layout } });
    await page.pass(60_000);
    expect(picture()).toHaveTextContent('안녕하세요, 오늘도 왔어요');
  });
});

describe('the settings of a widget', () => {
  it('are changed by their controls', async () => {
    const page = await drawOverlay();
    fireEvent.click(layer('채팅'));
    fireEvent.click(screen.getByLabelText('말풍선'));
    fireEvent.click(screen.getByLabelText('배지 보이기'));
    fireEvent.change(screen.getByLabelText('줄 수'), { target: { value: '12' } });
    fireEvent.change(screen.getByLabelText('숨길 단어'), {
      target: { value: ' 스포일러 \n\n스포일러\n결말' },
    });
    fireEvent.click(screen.getByLabelText('시간이 지나면 사라지기'));
    await taken(page);
    expect(asked(page).layout[0]?.settings).toMatchObject({
      style: 'bubbles',
      badges: false,
      lines: 12,
      fadeAfterS: 30,
      hide: { words: ['스포일러', '결말'] },
    });
  });

  it('do not take a number outside of its ends', async () => {
    const page = await drawOverlay();
    fireEvent.click(layer('채팅'));
    const width = screen.getByLabelText('너비');
    fireEvent.change(width, { target: { value: '400' } });
    fireEvent.change(width, { target: { value: '' } });
    expect(changes(page)).toEqual([]);
    fireEvent.change(width, { target: { value: '40' } });
    expect(asked(page).layout[0]?.box.width).toBe(0.4);
  });

  it('keep the order of kinds, however they are chosen', async () => {
    const page = await drawOverlay();
    fireEvent.click(button('추가: 최근 이벤트'));
    fireEvent.click(screen.getByLabelText('채팅'));
    await taken(page);
    expect(asked(page).layout.at(-2)?.settings).toMatchObject({
      kinds: ['CHAT', 'DONATION', 'SUBSCRIPTION', 'GOODS_PURCHASE'],
    });
  });
});

it('speaks English', async () => {
  await drawOverlay({ language: 'en' });
  expect(screen.getByRole('heading', { name: 'Preview' })).toBeVisible();
  expect(button('Add: Donation goal')).toBeVisible();
  expect(document.querySelector('.overlay-desk')?.textContent).not.toMatch(/[가-힣]/);
});
