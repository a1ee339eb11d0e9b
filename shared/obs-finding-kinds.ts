import type { ObsFindingCode, ObsSoundCode } from './contract/obs.ts';

/** What keeps the alerts' sound from viewers, by code: the overlay itself is there. */
export const SOUND_FINDINGS: ReadonlySet<string> = new Set<ObsSoundCode>([
  'muted',
  'turned-down',
  'no-track',
  'monitor-only',
  'silent',
]);

/** The overlay is on the broadcast all the same. */
export const MILD_FINDINGS: ReadonlySet<string> = new Set([
  ...SOUND_FINDINGS,
  ...(['wrong-size', 'shuts-down'] satisfies ObsFindingCode[]),
]);

/** What the streamer may want so: the sound then goes to viewers by a way of its own, or not at all. */
export const ON_PURPOSE_CODES: ReadonlySet<string> = new Set<ObsSoundCode>([
  'muted',
  'turned-down',
  'no-track',
  'monitor-only',
]);
