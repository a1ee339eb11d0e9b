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
  /** First time it was painted; null: not yet. */
  readonly paintedAt: number | null;
  /** It was shown before and is shown again; its states in the ledger stay unchanged. */
  readonly isReplay: boolean;
  /** Estimated time on screen while others wait, milliseconds. */
  readonly expectedMs: number;
}

/** Whether its states are written: tests are not in the ledger, and replays are already final. */
export function isInLedger({ event, isReplay }: QueuedAlert): boolean {
  return event.origin === 'platform' && !isReplay;
}

/** Whether it may share a card, by the streamer's limit. A replay always stands alone. */
export function isSmall({ event, isReplay }: QueuedAlert, smallBeams: number): boolean {
  if (event.kind !== 'DONATION' || isReplay) return false;
  return event.data.payAmount !== null && event.data.payAmount <= smallBeams;
}

/** A card adds up only beams of the same sort, and never mixes tests with real donations. */
export function sharesCardWith(one: QueuedAlert, other: QueuedAlert): boolean {
  const a = one.event;
  const b = other.event;
  if (a.kind !== 'DONATION' || b.kind !== 'DONATION') return false;
  return a.data.donationType === b.data.donationType && a.origin === b.origin;
}

/** The card's entries; null if there is only one alert. */
export function mergedOf(alerts: readonly QueuedAlert[]): readonly MergedDonation[] | null {
  if (alerts.length < 2) return null;
  return alerts.flatMap(({ event }) =>
    event.kind === 'DONATION'
      ? [{ name: event.data.donatorNickname, beams: event.data.payAmount }]
      : [],
  );
}

/** The settings that affect alerts. */
export type AlertSettings = Pick<OverlaySettings, 'rules' | 'queue' | 'speech' | 'muted'>;

/** Source of these settings, read again for every alert. */
export interface AlertSettingsSource {
  get(): AlertSettings;
  readonly onChange: Subscribe<AlertSettings>;
}

/** The requested alert is not in the ledger. */
export class AlertNotFoundError extends StagelightError {
  constructor() {
    super({ code: 'alert-not-found' });
  }
}
