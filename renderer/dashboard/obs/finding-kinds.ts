import type { ObsFindingCode } from '../../../shared/contract/obs.ts';

/** What keeps the alerts' sound from viewers, by code: the overlay itself is there. */
export const SOUND_FINDINGS: ReadonlySet<string> = new Set<ObsFindingCode>([
  'muted',
  'turned-down',
  'no-track',
  'monitor-only',
  'silent',
]);

/** The overlay is on the broadcast all the same. */
export const MILD: ReadonlySet<string> = new Set([
  ...SOUND_FINDINGS,
  ...(['wrong-size', 'shuts-down'] satisfies ObsFindingCode[]),
]);
