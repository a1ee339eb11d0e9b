import type { SimulatorOptions } from '../../../../electron/simulator/server.ts';
import type { FaultStage } from './fault-stage.ts';

/** What the app must have said when nobody but the streamer can help. */
export interface AsksFor {
  readonly state: 'signed-out' | 'signing-in' | 'reconnecting';
  /** Of the connection; left out: not looked at. */
  readonly reason?: string;
  /** Code of a notice that must be there. */
  readonly notice?: string;
}

/** One row of the matrix: what goes wrong, and how it must end. */
export interface FaultRow {
  readonly name: string;
  readonly simulator?: SimulatorOptions;
  /** How long a person takes to open a sign-in address; null or left out: nobody does. */
  readonly personMs?: number | null;
  /** Before the fault, when it is not to strike a stream of a minute's age. */
  readonly before?: (stage: FaultStage) => Promise<void>;
  readonly strike: (stage: FaultStage) => Promise<void> | void;
  /** Events that the platform itself gave to nobody are not looked for. */
  readonly platformLoses?: boolean;
  /** `none`: not one second may be uncovered. */
  readonly gap: 'none' | 'some';
  /** Longest time to be live again, counted from the beginning of the fault. */
  readonly liveWithinMs?: number;
  /** Left out: live again by itself. */
  readonly asksFor?: AsksFor;
  /** An operation that must be seen repeated with growing waits, at least this often. */
  readonly backsOff?: { readonly operation: string; readonly times: number };
  /** What else must be true in the end. */
  readonly check?: (stage: FaultStage) => void;
}
