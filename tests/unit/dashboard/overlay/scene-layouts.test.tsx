import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { withAdded } from '../../../../shared/overlay/layouts.ts';
import { DEFAULT_OVERLAY } from '../../../../shared/overlay/overlay-settings.ts';
import { EMPTY_OBS } from '../../../support/empty-states.ts';
import { obsWith } from '../obs/obs-fixtures.ts';
import { sayObs } from '../obs/obs-support.ts';
import { drawOverlay, sayOverlay } from './overlay-support.ts';

afterEach(() => vi.unstubAllGlobals());

const TITLE = { name: '장면별 레이아웃' };

it('gives a scene of OBS its layout, once there are two and OBS is connected', async () => {
  const page = await drawOverlay();
  await sayObs(page, obsWith());
  expect(screen.queryByRole('region', TITLE)).toBeNull();
  const two = withAdded(DEFAULT_OVERLAY, 'layout-2', 'Talk', []);
  const sceneLayouts = [{ scene: 'Gone', layout: 'layout-2' }];
  await sayOverlay(page, { ...two, sceneLayouts });
  const card = () => within(screen.getByRole('region', TITLE));
  expect(card().getByLabelText('Gone (지금 OBS에 없음)')).toHaveDisplayValue('Talk');
  fireEvent.change(card().getByLabelText('Ending'), { target: { value: 'layout-2' } });
  const added = { scene: 'Ending', layout: 'layout-2' };
  expect(page.bridge.lastOf('overlay.set').args).toEqual({
    sceneLayouts: [...sceneLayouts, added],
  });
  await sayObs(page, EMPTY_OBS);
  expect(card().getByLabelText('Gone')).toHaveDisplayValue('Talk');
});
