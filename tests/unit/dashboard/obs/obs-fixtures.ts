import type { ObsFinding, ObsState } from '../../../../shared/contract/obs.ts';
import { EMPTY_OBS } from '../../../support/empty-states.ts';

export const obsWith = (changes: Partial<ObsState> = {}): ObsState => ({
  ...EMPTY_OBS,
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
  ...EMPTY_OBS,
  link: { state: 'waiting', cause, retryAt: null },
  ...changes,
});

export const foundIn = (...findings: readonly ObsFinding[]): Partial<ObsState> => ({
  proof: { state: 'found', at: 0, findings },
});
