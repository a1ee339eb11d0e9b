import type { DrawTally, ValuedEvent } from '../../../shared/events.ts';
import type { MergedDonation } from '../../../shared/overlay/alert-look.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import type { Subscribe } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';

/** One alert on its way to the screen. */
export interface QueuedAlert {
  readonly event: ValuedEvent;
  readonly tally: DrawTally | null;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /** The first time that it was painted; null: not yet. */
  readonly paintedAt: number | null;
  /** It had its time before and is shown once more: its states in the ledger stay as they are. */
  readonly isReplay: boolean;
  /** About how long it takes the screen while others wait, milliseconds. */
  readonly expectedMs: number;
}

/** Whether its states are written: tests are not in the ledger, and replays have been through. */
export function isInLedger({ event, isReplay }: QueuedAlert): boolean {
  return event.origin === 'platform' && !isReplay;
}

/** Whether it may share a card: the streamer's limit alone decides, a replay always stands alone. */
export function isSmall({ event, isReplay }: QueuedAlert, smallBeams: number): boolean {
  if (event.kind !== 'DONATION' || isReplay) return false;
  return event.data.payAmount !== null && event.data.payAmount <= smallBeams;
}

/** Beams of one sort are added up on a card, and tests never with what is real. */
export function sharesCardWith(one: QueuedAlert, other: QueuedAlert): boolean {
  const a = one.event;
  const b = other.event;
  if (a.kind !== 'DONATION' || b.kind !== 'DONATION') return false;
  return a.data.donationType === b.data.donationType && a.origin === b.origin;
}

/** What the card says of each; null when there is only one. */
export function mergedOf(alerts: readonly QueuedAlert[]): readonly MergedDonation[] | null {
  if (alerts.length < 2) return null;
  return alerts.flatMap(({ event }) =>
    event.kind === 'DONATION'
      ? [{ name: event.data.donatorNickname, beams: event.data.payAmount }]
      : [],
  );
}

/** The part of the streamer's settings that alerts obey. */
export type AlertSettings = Pick<OverlaySettings, 'rules' | 'queue' | 'speech' | 'muted'>;

/** Where it is read, afresh for every alert. */
export interface AlertSettingsSource {
  get(): AlertSettings;
  readonly onChange: Subscribe<AlertSettings>;
}

/** Somebody asked for an alert that is not in the ledger. */
export class AlertNotFoundError extends StagelightError {
  constructor() {
    super({ code: 'alert-not-found' });
  }
}
