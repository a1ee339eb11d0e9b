import type { AlertFlaw } from '../../../shared/alerts.ts';
import type { ObsFinding, ObsFindingCode } from '../../../shared/contract/obs.ts';
import type { PageFact } from './proof-findings.ts';
import type { SoundVerdict } from './sound-verdict.ts';

/**
 * Whether one look found the overlay on the broadcast. `doubtful`: its page or OBS's picture spoke
 * against it, which may have been late; `unclear`: nothing did, but nothing proved it either.
 */
export type Sight = 'seen' | 'unseen' | 'doubtful' | 'unclear';

/** OBS says so itself. */
const CERTAIN: ReadonlySet<ObsFindingCode> = new Set<ObsFindingCode>([
  'no-source',
  'not-in-program',
  'hidden',
  'old-address',
  'outside',
]);
const DOUBTFUL: ReadonlySet<ObsFindingCode> = new Set<ObsFindingCode>([
  'not-connected',
  'frozen',
  'covered',
  'filtered',
  'not-in-picture',
]);

/** `onAir`: the sources of ours that the program has. */
export function sightOf(
  findings: readonly ObsFinding[],
  facts: ReadonlyMap<string, PageFact>,
  onAir: ReadonlySet<string>,
): Sight {
  if ([...facts.values()].includes('read')) return 'seen';
  if (onAir.size === 0) return 'unseen';
  const sights = [...onAir].map((name): Sight => {
    const codes = findings.filter(({ source }) => source === name).map(({ code }) => code);
    if (codes.some((code) => CERTAIN.has(code))) return 'unseen';
    return codes.some((code) => DOUBTFUL.has(code)) ? 'doubtful' : 'unclear';
  });
  if (sights.includes('unclear')) return 'unclear';
  return sights.includes('doubtful') ? 'doubtful' : 'unseen';
}

/**
 * Whether an alert was on the broadcast, by the looks while it was on screen, and by the one before
 * it; null: not known.
 */
export function wasOnBroadcast(before: Sight | null, during: readonly Sight[]): boolean | null {
  if (during.includes('seen')) return true;
  if (during.includes('unseen')) return false;
  // One look may have come too early or too late for a page; two in a row hardly.
  const first = before === 'unseen' ? 'doubtful' : before;
  const isInDoubt = during.includes('doubtful');
  const against = [first, ...during].filter((sight) => sight === 'doubtful').length;
  return isInDoubt && against > 1 ? false : null;
}

/** What viewers missed of an alert; undefined: not known, so that what is noted stays. */
export function flawOf(
  onBroadcast: boolean | null,
  sound: SoundVerdict | null,
): AlertFlaw | null | undefined {
  if (onBroadcast === false) return 'not-on-broadcast';
  if (sound?.state === 'not-heard') return 'not-heard';
  const isHeard = sound === null || sound.state === 'heard';
  return onBroadcast === true && isHeard ? null : undefined;
}
