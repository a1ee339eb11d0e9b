import type { Variant } from '../../shared/overlay/alert-rules.ts';

/** How long an alert stays when nothing waits behind it, milliseconds. */
export const ALONE_MS = 6_000;
/** How long it stays when others wait. */
export const CROWDED_MS = 4_000;
/** Nobody waits longer than this for a voice. */
export const LONGEST_SPEECH_MS = 20_000;

const BREATH_MS = 1_000;
const HANGUL_MS = 170;
const OTHER_MS = 65;

/** Many names take longer to read than one. */
const NAME_MS = 150;

/** About how long a voice takes for a text at a rate (1: usual speed), milliseconds; at most 20 s. */
export function speechMs(text: string | null, rate: number): number {
  if (text === null) return 0;
  const hangul = text.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const spoken = hangul * HANGUL_MS + (text.length - hangul) * OTHER_MS;
  return Math.min(LONGEST_SPEECH_MS, Math.round((BREATH_MS + spoken) / rate));
}

/**
 * How long an alert stays: as the variant says, else as is usual, and never shorter than the voice
 * takes. A card of many names gets more than the usual.
 */
export function durationOf(
  { durationS }: Pick<Variant, 'durationS'>,
  others: 'alone' | 'crowded',
  voiceMs: number,
  names: number,
): number {
  const usual = others === 'crowded' ? CROWDED_MS : ALONE_MS;
  const asked = durationS === null ? usual : durationS * 1_000;
  return Math.max(asked + (names - 1) * NAME_MS, voiceMs);
}
