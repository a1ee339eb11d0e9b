import type { ObsFindingCode } from '../../../shared/contract/obs.ts';

/** The overlay is on the broadcast all the same. */
export const MILD: ReadonlySet<string> = new Set<ObsFindingCode>([
  'wrong-size',
  'shuts-down',
  'muted',
]);

/** What keeps the alerts' sound from viewers, by code: the overlay itself is there. */
export const SOUND_FINDINGS: ReadonlySet<string> = new Set([
  'muted',
  'turned-down',
  'no-track',
  'monitor-only',
  'silent',
]);
