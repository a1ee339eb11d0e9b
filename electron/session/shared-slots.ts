import type { Purpose, SessionRef } from './machine.ts';

/** What became of a call for a session, or of one that was there (`ended`). */
export type Made = SessionRef | 'none' | 'unknown' | 'ended';

export interface TakenSlot {
  /** One that lives and is to be used; null: one is to be made. */
  readonly session: SessionRef | null;
  /** Never rejects. */
  settle(made: Made): Promise<void>;
}

/** Keeps account of a user's sessions where several programs make them. */
export interface SharedSlots {
  /** Before a session is made; null: there is no slot. `inUse`: keys. Throws where it cannot be noted. */
  take(purpose: Purpose, inUse: readonly string[]): Promise<TakenSlot | null>;
}
