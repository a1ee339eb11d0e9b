import type { ObsFinding, ObsState } from '../../../shared/contract/obs.ts';
import type { StreamState } from '../../../shared/contract/stream.ts';
import { MILD_FINDINGS, SOUND_FINDINGS } from '../../../shared/obs-finding-kinds.ts';
import type { AppStatus } from '../../../shared/status.ts';

/** What is checked before going live, in this order. */
export type GoLivePoint =
  | {
      readonly id: 'overlay' | 'sound';
      readonly state: PointState;
      readonly finding: ObsFinding | null;
    }
  | { readonly id: 'key' | 'disk' | 'platform' | 'title'; readonly state: PointState };

export type PointState = 'ok' | 'warn' | 'fail' | 'unknown';

/** An hour at a usual rate takes about as much, megabytes. */
const DISK_WARN_MB = 4_000;
const DISK_FAIL_MB = 500;

export interface GoLiveFacts {
  readonly obs: ObsState;
  readonly status: AppStatus | null;
  readonly stream: StreamState | null;
}

/** All points of a connected OBS, good and bad. */
export function goLivePoints({ obs, status, stream }: GoLiveFacts): readonly GoLivePoint[] {
  return [
    overlayPoint(obs),
    soundPoint(obs),
    { id: 'key', state: stateOfKey(obs.strip.hasKey) },
    { id: 'disk', state: stateOfDisk(obs.strip.freeDisk) },
    { id: 'platform', state: stateOfPlatform(status) },
    { id: 'title', state: stateOfTitle(stream) },
  ];
}

/** What keeps a broadcast from being right. What is not known is no reason to wait. */
export function wrongPoints(facts: GoLiveFacts): readonly GoLivePoint[] {
  return goLivePoints(facts).filter(({ state }) => state === 'fail' || state === 'warn');
}

/** The gravest finding stands for all: its fix often mends the others, and the rest is listed below. */
function overlayPoint({ proof }: ObsState): GoLivePoint {
  if (proof.state === 'proved') return { id: 'overlay', state: 'ok', finding: null };
  const findings = proof.state === 'found' ? proof.findings : [];
  const finding = findings.find(({ code }) => !SOUND_FINDINGS.has(code)) ?? null;
  if (finding)
    return { id: 'overlay', state: MILD_FINDINGS.has(finding.code) ? 'warn' : 'fail', finding };
  return { id: 'overlay', state: proof.state === 'found' ? 'ok' : 'unknown', finding: null };
}

/** Settings that look right are no proof: only an alert that sounded is. */
function soundPoint({ proof, heard }: ObsState): GoLivePoint {
  const findings = proof.state === 'found' ? proof.findings : [];
  const finding = findings.find(({ code }) => SOUND_FINDINGS.has(code)) ?? null;
  if (finding) return { id: 'sound', state: 'warn', finding };
  return { id: 'sound', state: heard.state === 'heard' ? 'ok' : 'unknown', finding: null };
}

function stateOfKey(hasKey: boolean | null): PointState {
  if (hasKey === null) return 'unknown';
  return hasKey ? 'ok' : 'fail';
}

function stateOfDisk(free: number | null): PointState {
  if (free === null) return 'unknown';
  if (free < DISK_FAIL_MB) return 'fail';
  return free < DISK_WARN_MB ? 'warn' : 'ok';
}

function stateOfPlatform(status: AppStatus | null): PointState {
  switch (status?.connection.state) {
    case 'live':
      return 'ok';
    case 'signed-out':
    case 'signing-in':
    case 'stopped':
      return 'fail';
    case 'starting':
    case 'connecting':
    case 'reconnecting':
      return 'warn';
    case undefined:
      return 'unknown';
  }
}

function stateOfTitle(stream: StreamState | null): PointState {
  const title = stream?.settings?.value.defaultLiveTitle;
  if (title === undefined) return 'unknown';
  return title.trim() === '' ? 'fail' : 'ok';
}
