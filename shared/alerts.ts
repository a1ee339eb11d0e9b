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

/** What viewers missed of an alert that was shown, as OBS told it; the gravest is kept. */
export const ALERT_FLAWS = ['not-on-broadcast', 'not-heard'] as const;
export type AlertFlaw = (typeof ALERT_FLAWS)[number];

/** An overlay page's word about an alert. */
export type ReceiptState = 'painted' | 'over';
