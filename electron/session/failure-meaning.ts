import type { RequestVerdict } from './verdicts.ts';

/** What a failed platform call means for the live stream. */
export interface FailureMeaning {
  readonly verdict: RequestVerdict;
  /** Stable, kebab-case. */
  readonly reason: string;
  /** The platform asked to wait at least this long; 0 when it did not. */
  readonly retryAfterMs: number;
  /** Only this subscription is refused (its scope is missing); the others may go on. */
  readonly onlyThisKind: boolean;
}
