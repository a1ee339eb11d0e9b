import { screen, within } from '@testing-library/react';
import type { ObsFinding, ObsState } from '../../../../shared/contract/obs.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import { type Drawn, drawDashboard, openPlace } from '../draw-dashboard.tsx';
import { NOW } from '../support.ts';

export const OBS_OFF: ObsState = {
  link: { state: 'off' },
  host: '127.0.0.1',
  port: 4455,
  hasPassword: false,
  scenes: [],
  programScene: null,
  streaming: false,
  recording: false,
  proof: { state: 'unknown' },
  undoable: null,
};

export const obsWith = (changes: Partial<ObsState> = {}): ObsState => ({
  ...OBS_OFF,
  link: { state: 'connected', version: '30.2.3', protocol: '5.5.2' },
  hasPassword: true,
  scenes: ['Game', 'Just chatting', 'Ending'],
  programScene: 'Game',
  streaming: true,
  ...changes,
});

export const waitingFor = (
  cause: Extract<ObsState['link'], { state: 'waiting' }>['cause'],
  changes: Partial<ObsState> = {},
): ObsState => ({
  ...OBS_OFF,
  link: { state: 'waiting', cause, retryAt: null },
  ...changes,
});

export const foundIn = (...findings: readonly ObsFinding[]): Partial<ObsState> => ({
  proof: { state: 'found', at: NOW, findings },
});

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
