import type { DrawTally, StageEvent, ValuedKind } from './events.ts';
import type { AlertLook } from './overlay/alert-look.ts';

/** An alert on the screen right now. Pages obey: the queue lives in the core. */
export interface PlayingAlert {
  /** The `seq` of its event. */
  readonly alertId: number;
  readonly event: StageEvent<ValuedKind>;
  /** For draws: the totals including this round; else null. */
  readonly tally: DrawTally | null;
  readonly look: AlertLook;
  /** How long it stays in all, milliseconds. */
  readonly durationMs: number;
  /** How much of that is left when this is sent, milliseconds (page and core clocks may differ). */
  readonly remainingMs: number;
}

/** An overlay page's word about an alert. */
export type ReceiptState = 'painted' | 'over';
