import { screen, within } from '@testing-library/react';
import type { ObsState } from '../../../../shared/contract/obs.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import { type Drawn, drawDashboard, openPlace } from '../draw-dashboard.tsx';

export const sayObs = (page: Drawn, value: ObsState): Promise<void> =>
  page.core((bridge) => bridge.feeds.tell({ type: 'feed', feed: 'obs', value }));

/** The page of OBS, in English unless it is said otherwise. */
export async function drawObs(value: ObsState, language: Language = 'en'): Promise<Drawn> {
  const page = await drawDashboard({ language });
  await sayObs(page, value);
  openPlace('settings', 'obs');
  await page.pass(50);
  return page;
}

export const card = (name: string) => within(screen.getByRole('region', { name }));
