import { type Gap, SUBSCRIPTION_KINDS } from '../../shared/connection-history.ts';

/** A gap of all kinds, unless it says otherwise. */
export const gapOf = (gap: Partial<Gap> & Pick<Gap, 'from' | 'reason'>): Gap => ({
  to: gap.from,
  kinds: SUBSCRIPTION_KINDS,
  ...gap,
});
