import type { ValuedEvent } from '../../shared/events.ts';
import type { QueueSettings } from '../../shared/overlay/alert-rules.ts';

/**
 * Whether the streamer's minimum leaves the donation without screen time. A donation whose amount is
 * unknown is never left out, and neither is a test: it shows what an alert looks like.
 */
export function isBelowMinimum(event: ValuedEvent, { minimumBeams }: QueueSettings): boolean {
  if (event.kind !== 'DONATION' || event.origin === 'test') return false;
  const { payAmount } = event.data;
  return payAmount !== null && payAmount < minimumBeams;
}

/**
 * How long the alert is still held, milliseconds; null: until somebody approves, 0: not at all. A draw
 * holds no viewer's words and must come while people wait for it; a test is the streamer's own.
 */
export function holdMsOf(
  event: ValuedEvent,
  { approve, holdS }: QueueSettings,
  now: number,
): number | null {
  if (event.kind === 'DROPS' || event.origin === 'test') return 0;
  if (approve) return null;
  // What a crash held up has been there for a while; the wall clock may have been set back since.
  const since = Math.max(0, now - event.receivedAt);
  return Math.max(0, holdS * 1_000 - since);
}
