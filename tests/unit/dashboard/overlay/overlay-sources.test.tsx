import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OVERLAY_KEY } from '../support.ts';
import { button, drawOverlay } from './overlay-support.ts';

afterEach(() => vi.unstubAllGlobals());

describe('addresses', () => {
  const shownAddresses = () =>
    screen.getAllByLabelText<HTMLTextAreaElement>(/^주소: /).map(({ value }) => value);

  it('are one for the overlay and one for every widget, covered', async () => {
    await drawOverlay();
    const addresses = shownAddresses();
    expect(addresses).toHaveLength(4);
    expect(addresses.join()).not.toContain(OVERLAY_KEY);
    expect(addresses[1]).toContain('?widget=chat');
  });

  it('are shown when asked for', async () => {
    await drawOverlay();
    fireEvent.click(button('주소 보기'));
    expect(shownAddresses()[1]).toBe(`http://127.0.0.1:4123/overlay/${OVERLAY_KEY}/?widget=chat`);
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
});
