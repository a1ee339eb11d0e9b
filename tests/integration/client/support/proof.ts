import type { Operation } from '../../../../electron/platform/operations.ts';
import type { ClientStage } from './client-stage.ts';

/** One operation, called for real and compared with what the world holds. */
export interface Proof {
  readonly operation: Operation;
  /** What the proof is about, where an operation has several. */
  readonly about?: string;
  readonly prove: (stage: ClientStage) => Promise<void>;
}

/** The instant as the platform writes it. */
export function iso(epochMs: number): string;
export function iso(epochMs: number | null): string | null;
export function iso(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
