import type { ValuedEvent } from '../../shared/events.ts';

/** The colour, sign and sound that an alert has by itself. */
export type AlertTone = 'donation' | 'cheering' | 'subscription' | 'draw' | 'purchase';

const TONES = {
  SUBSCRIPTION: 'subscription',
  DROPS: 'draw',
  GOODS_PURCHASE: 'purchase',
} as const;

/** The tone of an event's alert. */
export function toneOf(event: ValuedEvent): AlertTone {
  if (event.kind !== 'DONATION') return TONES[event.kind];
  return event.data.donationType === 'CHEERING' ? 'cheering' : 'donation';
}
