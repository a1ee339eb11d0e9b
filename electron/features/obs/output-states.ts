import type { ObsRecording, ObsStream } from '../../../shared/contract/obs.ts';
import type { RecordPulse, StreamPulse } from './obs-pulse.ts';

/** A start that is this much off what OBS counts is put right, milliseconds. */
const DRIFT_MS = 1_000;
/** A reading that was under way when OBS told of a change may still hold what was before. */
const SETTLING_MS = 3_000;

/** What the stream is after OBS told of a change of it (`outputState`). */
export function streamAfter(was: ObsStream, outputState: string, now: number): ObsStream {
  switch (outputState) {
    case 'OBS_WEBSOCKET_OUTPUT_STARTING':
      return { state: 'starting' };
    case 'OBS_WEBSOCKET_OUTPUT_STARTED':
    case 'OBS_WEBSOCKET_OUTPUT_RECONNECTED':
      return { state: 'live', since: 'since' in was ? was.since : now };
    case 'OBS_WEBSOCKET_OUTPUT_RECONNECTING':
      return { state: 'reconnecting', since: 'since' in was ? was.since : now };
    case 'OBS_WEBSOCKET_OUTPUT_STOPPING':
      return { state: 'stopping' };
    case 'OBS_WEBSOCKET_OUTPUT_STOPPED':
      return { state: 'off', failure: failureOf(was) };
    default:
      return was;
  }
}

/** OBS says that it stops before it has stopped, unless it was not asked to. */
function failureOf(was: ObsStream): Extract<ObsStream, { state: 'off' }>['failure'] {
  switch (was.state) {
    case 'starting':
      return 'refused';
    case 'live':
    case 'reconnecting':
      return 'cut';
    case 'stopping':
      return null;
    case 'off':
      return was.failure;
  }
}

/** What the stream is by OBS's counters. What begins, only events tell. */
export function streamByPulse(was: ObsStream, pulse: StreamPulse | null, now: number): ObsStream {
  if (was.state === 'stopping') return pulse === null ? { state: 'off', failure: null } : was;
  if (was.state === 'starting') return was;
  if (pulse === null) {
    return 'since' in was && now - was.since > SETTLING_MS ? { state: 'off', failure: null } : was;
  }
  const state = pulse.reconnecting ? 'reconnecting' : 'live';
  return { state, since: steady('since' in was ? was.since : null, now - pulse.duration) };
}

/** What the recording is after OBS told of a change of it (`outputState`). */
export function recordAfter(was: ObsRecording, outputState: string, now: number): ObsRecording {
  switch (outputState) {
    case 'OBS_WEBSOCKET_OUTPUT_STARTING':
      return { state: 'starting' };
    case 'OBS_WEBSOCKET_OUTPUT_STARTED':
      return { state: 'running', since: now };
    case 'OBS_WEBSOCKET_OUTPUT_PAUSED':
      return { state: 'paused', duration: was.state === 'running' ? now - was.since : 0 };
    case 'OBS_WEBSOCKET_OUTPUT_RESUMED':
      return { state: 'running', since: was.state === 'paused' ? now - was.duration : now };
    case 'OBS_WEBSOCKET_OUTPUT_STOPPING':
      return { state: 'stopping' };
    case 'OBS_WEBSOCKET_OUTPUT_STOPPED':
      return { state: 'off' };
    default:
      return was;
  }
}

/** What the recording is by OBS's counters. What begins, only events tell. */
export function recordByPulse(
  was: ObsRecording,
  pulse: RecordPulse | null,
  now: number,
): ObsRecording {
  if (was.state === 'stopping') return pulse === null ? { state: 'off' } : was;
  if (was.state === 'starting') return was;
  if (pulse === null) {
    const isSettled = was.state === 'paused' || (was.state === 'running' && isOld(was.since, now));
    return isSettled ? { state: 'off' } : was;
  }
  if (pulse.paused) {
    return { state: 'paused', duration: steady(durationOf(was), pulse.duration) };
  }
  const since = steady(was.state === 'running' ? was.since : null, now - pulse.duration);
  return { state: 'running', since };
}

function isOld(since: number, now: number): boolean {
  return now - since > SETTLING_MS;
}

function durationOf(was: ObsRecording): number | null {
  return was.state === 'paused' ? was.duration : null;
}

/** The value that stands, so that a page is not told anew for what a message took. */
function steady(was: number | null, measured: number): number {
  const isNear = was !== null && Math.abs(was - measured) < DRIFT_MS;
  return isNear ? was : Math.round(measured);
}
