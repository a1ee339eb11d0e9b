import type { Gap, SubscriptionKind } from '../../shared/connection-history.ts';
import type { Call } from './chaos-network.ts';

/** One event with a value, or a chat message, that the platform had to bring. */
export interface Sent {
  readonly number: number;
  /** Equal to all others of its sort: nobody can tell one from another. */
  readonly isCheer: boolean;
  readonly hasValue: boolean;
  readonly kind: SubscriptionKind;
  /** The platform's time, and the app's wall clock as it stood then. */
  readonly at: number;
  readonly wallAt: number;
  /** The platform itself gave it to nobody although somebody was there. */
  readonly isWithheld: boolean;
  /** It came on a connection that had just been replaced as well: nothing may tell whether it is one. */
  readonly isOnBoth: boolean;
  /** The app was to receive it: it had been live, and had not been stopped. */
  readonly isDue: boolean;
}

export interface FoundGap {
  readonly gap: Gap;
  /** How far the app's wall clock was ahead of the platform's when the gap closed. */
  readonly ahead: number;
  /** The run of the app that told it. */
  readonly life: number;
  /** It is in the log: the disk took nothing until that run was stopped. */
  readonly isLogged: boolean;
}

/** Platform times between which the app was sure to receive a kind, and nothing kept it from knowing. */
export interface Calm {
  readonly kind: SubscriptionKind;
  readonly from: number;
  readonly to: number;
  /** How far the computer's clock was ahead of the platform's. */
  readonly ahead: number;
}

/** `number` null: a cheer. */
export interface Logged {
  readonly number: number | null;
}

/** What there is to judge when a schedule has been played. */
export interface Played {
  readonly sent: readonly Sent[];
  readonly gaps: readonly FoundGap[];
  readonly calms: readonly Calm[];
  /** Events that are in the log, whole, because no disk took them: the last resort. */
  readonly logged: readonly Logged[];
  readonly calls: readonly Call[];
  /** What was seen to be wrong at the moment. */
  readonly faults: readonly string[];
  readonly brokenRules: readonly string[];
  readonly paintedAt: ReadonlySet<number>;
  /** When the streamer took a card off the screen, by the app's wall clock. */
  readonly skippedAt: ReadonlySet<number>;
  readonly ledgerFile: string;
  /** The ledger as damaged files were put aside. */
  readonly mostSessions: number;
  readonly steps: number;
  readonly log: readonly string[];
}
