import { describe, expect, it } from 'vitest';
import {
  recordAfter,
  recordByPulse,
  streamAfter,
  streamByPulse,
} from '../../../electron/features/obs/output-states.ts';
import type { ObsRecording, ObsStream } from '../../../shared/contract/obs.ts';

const NOW = 100_000;
const OFF: ObsStream = { state: 'off', failure: null };
const LIVE: ObsStream = { state: 'live', since: 10_000 };
const told = (state: string) => `OBS_WEBSOCKET_OUTPUT_${state}`;

describe('a stream of OBS', () => {
  it.each<[ObsStream, string, ObsStream]>([
    [OFF, 'STARTING', { state: 'starting' }],
    [{ state: 'starting' }, 'STARTED', { state: 'live', since: NOW }],
    // A dead server is accepted first.
    [{ state: 'starting' }, 'STOPPED', { state: 'off', failure: 'refused' }],
    [{ state: 'off', failure: 'refused' }, 'STARTING', { state: 'starting' }],
    [LIVE, 'RECONNECTING', { state: 'reconnecting', since: 10_000 }],
    [{ state: 'reconnecting', since: 10_000 }, 'RECONNECTED', LIVE],
    [{ state: 'reconnecting', since: 10_000 }, 'STOPPED', { state: 'off', failure: 'cut' }],
    [LIVE, 'STOPPED', { state: 'off', failure: 'cut' }],
    [LIVE, 'STOPPING', { state: 'stopping' }],
    [{ state: 'stopping' }, 'STOPPED', OFF],
    [{ state: 'off', failure: 'cut' }, 'STOPPED', { state: 'off', failure: 'cut' }],
    [LIVE, 'A_NEWER_STATE', LIVE],
  ])('that is %o and tells %s is %o', (was, state, is) => {
    expect(streamAfter(was, told(state), NOW)).toEqual(is);
  });

  const pulse = (duration: number, reconnecting = false) => ({
    frames: { total: 100, skipped: 0 },
    congestion: 0,
    reconnecting,
    duration,
  });
  it.each<[string, ObsStream, ReturnType<typeof pulse> | null, ObsStream]>([
    ['runs before Stagelight came', OFF, pulse(60_000), { state: 'live', since: 40_000 }],
    ['is counted as before', LIVE, pulse(90_400), LIVE],
    ['drifted', LIVE, pulse(80_000), { state: 'live', since: 20_000 }],
    ['reconnects', LIVE, pulse(90_000, true), { state: 'reconnecting', since: 10_000 }],
    ['is not counted any more', LIVE, null, OFF],
    ['just began', { state: 'live', since: NOW - 50 }, null, { state: 'live', since: NOW - 50 }],
    ['starts', { state: 'starting' }, pulse(0), { state: 'starting' }],
    ['stops', { state: 'stopping' }, pulse(90_000), { state: 'stopping' }],
    ['has stopped, though nothing told it', { state: 'stopping' }, null, OFF],
    ['failed', { state: 'off', failure: 'cut' }, null, { state: 'off', failure: 'cut' }],
  ])('that %s: %o', (_, was, counted, is) => {
    expect(streamByPulse(was, counted, NOW)).toEqual(is);
  });
});

describe('a recording of OBS', () => {
  const RUNNING: ObsRecording = { state: 'running', since: 40_000 };
  const PAUSED: ObsRecording = { state: 'paused', duration: 60_000 };
  it.each<[ObsRecording, string, ObsRecording]>([
    [{ state: 'off' }, 'STARTING', { state: 'starting' }],
    [{ state: 'starting' }, 'STARTED', { state: 'running', since: NOW }],
    [RUNNING, 'PAUSED', PAUSED],
    [{ state: 'paused', duration: 5_000 }, 'RESUMED', { state: 'running', since: NOW - 5_000 }],
    [PAUSED, 'STOPPING', { state: 'stopping' }],
    [{ state: 'stopping' }, 'STOPPED', { state: 'off' }],
    [RUNNING, 'A_NEWER_STATE', RUNNING],
  ])('that is %o and tells %s is %o', (was, state, is) => {
    expect(recordAfter(was, told(state), NOW)).toEqual(is);
  });

  it.each<[ObsRecording, { paused: boolean; duration: number } | null, ObsRecording]>([
    [{ state: 'off' }, { paused: false, duration: 60_000 }, RUNNING],
    [{ state: 'off' }, { paused: true, duration: 60_000 }, PAUSED],
    [RUNNING, { paused: false, duration: 60_300 }, RUNNING],
    [RUNNING, null, { state: 'off' }],
    [PAUSED, { paused: true, duration: 60_200 }, PAUSED],
    [PAUSED, null, { state: 'off' }],
    [{ state: 'starting' }, null, { state: 'starting' }],
    [{ state: 'stopping' }, { paused: false, duration: 1 }, { state: 'stopping' }],
    [{ state: 'stopping' }, null, { state: 'off' }],
  ])('that is %o and counted as %o is %o', (was, counted, is) => {
    expect(recordByPulse(was, counted, NOW)).toEqual(is);
  });
});
