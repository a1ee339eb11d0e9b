import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withAdded, withSwitched } from '../../../../shared/overlay/layouts.ts';
import { DEFAULT_OVERLAY } from '../../../../shared/overlay/overlay-settings.ts';
import { drawDashboard } from '../draw-dashboard.tsx';
import { sayLive } from '../live/live-support.ts';
import { sayOverlay } from './overlay-support.ts';

it('switches the layout on air beside the show, once there are two', async () => {
  const page = await drawDashboard();
  await sayLive(page, {});
  await sayOverlay(page, DEFAULT_OVERLAY);
  const name = '방송에 나가는 레이아웃';
  expect(screen.queryByLabelText(name)).toBeNull();
  const two = withAdded(DEFAULT_OVERLAY, 'layout-2', 'Game', []);
  await sayOverlay(page, two);
  const field = screen.getByLabelText(name);
  expect(field).toHaveDisplayValue('기본');
  fireEvent.change(field, { target: { value: 'layout-2' } });
  expect(page.bridge.lastOf('overlay.switch').args).toEqual({ to: 'layout-2' });
  await sayOverlay(page, withSwitched(two, 'layout-2'));
  expect(field).toHaveDisplayValue('Game');
});
