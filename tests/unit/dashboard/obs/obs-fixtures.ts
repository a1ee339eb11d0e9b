import { NO_STRIP, type ObsFinding, type ObsState } from '../../../../shared/contract/obs.ts';

export const OBS_OFF: ObsState = {
  link: { state: 'off' },
  host: '127.0.0.1',
  port: 4455,
  hasPassword: false,
  scenes: [],
  programScene: null,
  streaming: false,
  recording: false,
  strip: NO_STRIP,
  proof: { state: 'unknown' },
  heard: { state: 'unknown' },
  undoable: null,
  heal: { on: false, replays: true, ailments: [], last: null },
  load: { step: 0, mode: 'auto', reason: 'idle', lostPercent: 0 },
  elsewhere: false,
  streamKey: { server: '', putAt: null },
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
  proof: { state: 'found', at: 0, findings },
});
