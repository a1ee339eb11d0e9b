import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OVERLAY_WINDOW_TITLE } from '../../../../shared/desktop.ts';
import { drawDashboard } from '../draw-dashboard.tsx';
import { PROBLEM_TEXT } from '../support.ts';
import { hotkeysWith, lookWith, sayDesktop, setupWith } from './app-fixtures.ts';
import { askedArgs, drawApp } from './app-support.ts';

const ADDRESS = 'http://127.0.0.1:17816/overlay/key/';
const SET = 'overlay-window.set';
const card = () => within(screen.getByRole('region', { name: /^(오버레이 창|Overlay window)$/ }));
const toggle = (name: string) => card().getByRole('switch', { name });

describe('the view of the app', () => {
  it('has the app’s own part only where there is an app around the core', async () => {
    const page = await drawDashboard({ language: 'en' });
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
    expect(screen.queryByRole('region', { name: 'Overlay window' })).toBeNull();
    await page.core((bridge) => sayDesktop(bridge));
    expect(screen.getByRole('region', { name: 'Overlay window' })).toBeVisible();
  });

  it('says at its tab that something wants a look, or that there is an update', async () => {
    const page = await drawApp({ language: 'en' });
    const tab = () =>
      within(screen.getByRole('navigation', { name: 'View' })).getByRole('button', {
        name: /^Settings/,
      });
    expect(tab()).toHaveAccessibleName('Settings');
    await page.core((bridge) =>
      sayDesktop(bridge, { update: { kind: 'available', version: '2.0.0' } }),
    );
    expect(tab()).toHaveAccessibleName(/Update available/);
    const hotkeys = hotkeysWith({ 'overlay-show': { status: 'taken' } });
    await page.core((bridge) => sayDesktop(bridge, { hotkeys }));
    expect(tab()).toHaveAccessibleName(/Needs attention/);
  });
});

describe('the overlay window', () => {
  it.each([
    ['ko', '이 데스크톱에서는 게임 위에 띄울 수 없어요', '주소 복사'],
    ['en', 'The window can’t stay above games on this desktop', 'Copy address'],
  ] as const)(
    'says where it cannot float, and offers the browser source (%s)',
    async (language, title, copy) => {
      await drawApp({
        language,
        desktop: { overlayFloats: false, setup: setupWith({ overlayUrl: ADDRESS }) },
      });
      expect(card().getByText(title)).toBeVisible();
      expect(card().getByRole('button', { name: copy })).toBeEnabled();
    },
  );

  it('says nothing of it where it can', async () => {
    await drawApp({ language: 'en' });
    expect(card().queryByText('The window can’t stay above games on this desktop')).toBeNull();
    expect(card().queryByRole('button', { name: 'Copy address' })).toBeNull();
  });

  it.each([
    ['오버레이 창 표시', { shown: false }],
    ['잠금', { locked: false }],
    ['캡처에서 숨기기', { hideFromCapture: true }],
  ])('is changed at once by the switch "%s"', async (name, patch) => {
    const page = await drawApp();
    const before = toggle(name).getAttribute('aria-checked');
    fireEvent.click(toggle(name));
    expect(toggle(name)).not.toHaveAttribute('aria-checked', before ?? '');
    expect(page.bridge.last).toMatchObject({ name: SET, args: patch });
  });

  it('goes back, and says why, when a change is refused', async () => {
    const page = await drawApp();
    fireEvent.click(toggle('잠금'));
    await page.core((bridge) => bridge.last.refuse());
    expect(toggle('잠금')).toBeChecked();
    expect(card().getByText(PROBLEM_TEXT.what.ko)).toBeVisible();
  });

  it('is corrected by what the app says', async () => {
    const page = await drawApp();
    fireEvent.click(toggle('잠금'));
    await page.core((bridge) => bridge.last.answer({}));
    await page.core((bridge) => sayDesktop(bridge));
    expect(toggle('잠금')).toBeChecked();
    await page.core((bridge) => sayDesktop(bridge, { overlayWindow: lookWith({ locked: false }) }));
    expect(toggle('잠금')).not.toBeChecked();
  });

  it('follows the sliders at most ten times a second, and ends where they end', async () => {
    const page = await drawApp({ language: 'en' });
    const slider = card().getByRole('slider', { name: 'Opacity' });
    for (const value of ['95', '90', '85', '80']) {
      fireEvent.change(slider, { target: { value } });
      expect(slider).toHaveAttribute('aria-valuetext', `${value}%`);
    }
    expect(askedArgs(page, SET)).toEqual([{ opacity: 0.95 }]);
    await page.core((bridge) => bridge.last.answer({}));
    await page.pass(100);
    expect(askedArgs(page, SET)).toEqual([{ opacity: 0.95 }, { opacity: 0.8 }]);
  });

  it('moves two sliders at once without mixing them up', async () => {
    const page = await drawApp({ language: 'en' });
    fireEvent.change(card().getByRole('slider', { name: 'Opacity' }), { target: { value: '50' } });
    fireEvent.change(card().getByRole('slider', { name: 'Zoom' }), { target: { value: '150' } });
    expect(askedArgs(page, SET)).toEqual([{ opacity: 0.5 }, { zoom: 1.5 }]);
  });

  it('keeps both changes when two parts are chosen in a row', async () => {
    const page = await drawApp();
    fireEvent.click(card().getByRole('checkbox', { name: '채팅' }));
    fireEvent.click(card().getByRole('checkbox', { name: '드롭스 집계' }));
    await page.core((bridge) => bridge.last.answer({}));
    await page.pass(100);
    expect(askedArgs(page, SET).at(-1)).toEqual({
      parts: { chat: false, alerts: true, tallies: false },
    });
  });

  it.each([
    ['초록', '#00ff00'],
    ['자홍', '#ff00ff'],
    ['파랑', '#0000ff'],
    ['직접 고르기', '#00b140'],
  ])('has the background %s (%s)', async (name, background) => {
    const page = await drawApp();
    fireEvent.click(card().getByRole('radio', { name }));
    expect(card().getByRole('radio', { name })).toBeChecked();
    expect(page.bridge.last.args).toEqual({ background });
  });

  it.each([
    [null, '투명'],
    ['#00FF00', '초록'],
    ['#336699', '직접 고르기'],
  ])('shows %s as the background %s', async (background, name) => {
    await drawApp({ desktop: { overlayWindow: lookWith({ background }) } });
    expect(card().getByRole('radio', { name })).toBeChecked();
  });

  it('takes any colour as the own one', async () => {
    const page = await drawApp({ desktop: { overlayWindow: lookWith({ background: '#336699' }) } });
    fireEvent.change(card().getByLabelText(/배경색/), { target: { value: '#112233' } });
    expect(page.bridge.last.args).toEqual({ background: '#112233' });
    fireEvent.click(card().getByRole('radio', { name: '투명' }));
    await page.core((bridge) => bridge.last.answer({}));
    await page.pass(100);
    expect(page.bridge.last.args).toEqual({ background: null });
  });

  it('says where it cannot be hidden from capture', async () => {
    await drawApp({ desktop: { system: 'linux' }, language: 'en' });
    expect(toggle('Hide from capture')).toBeDisabled();
    expect(toggle('Hide from capture')).toHaveAccessibleDescription(
      'This system can’t hide windows from capture.',
    );
  });

  it('names the hotkey that locks it, or the tray where that does not work', async () => {
    const page = await drawApp({ language: 'en' });
    expect(card().getByText('Lock and unlock hotkey').parentElement).toHaveTextContent(
      'Ctrl Alt L',
    );
    const hotkeys = hotkeysWith({ 'overlay-lock': { status: 'taken' } });
    await page.core((bridge) => sayDesktop(bridge, { hotkeys }));
    expect(card().getByText('You can also unlock it from the tray menu.')).toBeVisible();
  });

  it('is found in OBS by its name, and on the screen by a button', async () => {
    const page = await drawApp({ language: 'en' });
    expect(card().getByText(OVERLAY_WINDOW_TITLE)).toBeVisible();
    fireEvent.click(card().getByRole('button', { name: 'Move to center' }));
    expect(page.bridge.last.name).toBe('overlay-window.reset-place');
    await page.core((bridge) => bridge.last.answer({}));
    expect(card().getByRole('button', { name: 'Moved to center' })).toBeVisible();
  });
});
