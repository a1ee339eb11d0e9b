import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OVERLAY_KEY } from '../support.ts';
import { button, drawOverlay } from './overlay-support.ts';

afterEach(() => vi.unstubAllGlobals());

describe('addresses', () => {
  const shownAddresses = () =>
    screen.getAllByLabelText<HTMLTextAreaElement>(/^주소: /).map(({ value }) => value);

  const whole = () => screen.getByLabelText<HTMLTextAreaElement>('오버레이 주소').value;

  it('are one for the overlay and one for every widget, covered', async () => {
    await drawOverlay();
    const addresses = shownAddresses();
    expect(addresses).toHaveLength(3);
    expect([...addresses, whole()].join()).not.toContain(OVERLAY_KEY);
    expect(addresses[0]).toContain('?widget=chat');
  });

  it('are shown when asked for', async () => {
    await drawOverlay();
    fireEvent.click(button('주소 보기'));
    expect(whole()).toBe(`http://127.0.0.1:4123/overlay/${OVERLAY_KEY}/`);
    expect(shownAddresses()[0]).toBe(`http://127.0.0.1:4123/overlay/${OVERLAY_KEY}/?widget=chat`);
  });

  it('are copied whole', async () => {
    const page = await drawOverlay();
    await page.core(() => fireEvent.click(button('주소 복사: 채팅')));
    expect(page.host.copied).toEqual([`http://127.0.0.1:4123/overlay/${OVERLAY_KEY}/?widget=chat`]);
  });

  it('stand beside the size to give the source', async () => {
    await drawOverlay();
    fireEvent.click(screen.getByText('위젯마다 따로 넣기'));
    expect(screen.getByText('480 × 720')).toBeVisible();
    expect(screen.getByText('1920 × 1080')).toBeVisible();
  });

  it('are not what the large preview needs', async () => {
    const page = await drawOverlay();
    fireEvent.click(button('크게 미리보기'));
    const body = () =>
      within(screen.getByRole('dialog', { hidden: true })).getByTitle<HTMLIFrameElement>(
        '오버레이 미리보기',
      ).contentDocument?.body;
    expect(body()).toHaveTextContent('안녕하세요, 오늘도 왔어요');
    fireEvent.click(screen.getByText('50,000빔'));
    await page.pass(100);
    expect(body()?.querySelector('[data-widget="alerts"]')).toHaveTextContent('50,000');
    expect(page.host.opened).toEqual([]);
    fireEvent.click(screen.getByLabelText('미리보기 닫기'));
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });
});
