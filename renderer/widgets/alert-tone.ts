import type { ValuedEvent } from '../../shared/events.ts';

/** The default colour, icon, and sound of an alert. */
export type AlertTone = 'donation' | 'cheering' | 'subscription' | 'draw' | 'purchase';

const TONES = {
  SUBSCRIPTION: 'subscription',
  DROPS: 'draw',
  GOODS_PURCHASE: 'purchase',
} as const;

export function toneOf(event: ValuedEvent): AlertTone {
  if (event.kind !== 'DONATION') return TONES[event.kind];
  return event.data.donationType === 'CHEERING' ? 'cheering' : 'donation';
}
