import type { ReceiptState } from '../../shared/alerts.ts';

/** Where an alert stands. `painted` and `over` come from an overlay's receipts. */
export type AlertState = 'queued' | ReceiptState | 'never-appeared';

/**
 * Why an alert is `over` although nobody had to see it: the streamer's minimum leaves it out, it was
 * turned down, or taken off the list of those that never appeared.
 */
export type AlertNote = 'below-minimum' | 'rejected' | 'dismissed';
