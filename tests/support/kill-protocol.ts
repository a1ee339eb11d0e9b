import type { CoverageMark } from '../../shared/connection-history.ts';

/** What the process that is going to be killed, and the test that kills it, know of each other. */

/** Where a run begins; what the platform knows outlives the process, so the test carries it over. */
export interface KilledRun {
  readonly folder: string;
  readonly run: number;
  /** The pair whose refresh token the platform takes now; 0: it has issued none. */
  readonly validPair: number;
  /** Does a little of everything, stops cleanly and ends by itself. */
  readonly calm: boolean;
}

/** One line a word and its values. Each is written before whatever it announces goes on. */
export type Said =
  /** Everything is open. The mark of life that the run before left; null: none. */
  | readonly ['up', mark: CoverageMark | null]
  /** The platform has made this pair the valid one; nobody has heard of it yet. */
  | readonly ['issued', pair: number]
  /** The platform has refused the refresh token of this pair. */
  | readonly ['refused', pair: number]
  /** A caller has this pair in hand. */
  | readonly ['holds', pair: number]
  /** A caller was told to sign in. */
  | readonly ['signed-out']
  /** An event was fanned out; the mark is in its channelId. */
  | readonly ['shown', seq: number, kind: string, mark: string]
  | readonly ['gap', from: number]
  | readonly ['heard', at: number]
  /** Something that must not happen here. */
  | readonly ['problem', what: string]
  /** The calm end. */
  | readonly ['done'];

/** The mark of life that a run sets at a moment: another one for each kind of event. */
export function markAt(moment: number): CoverageMark {
  return {
    chat: { received: moment, proved: moment - 0.25 },
    donation: { received: moment - 0.5, proved: moment - 2 },
    subscription: { received: moment - 1, proved: moment - 1 },
  };
}

/** Another secret in the same vault: whatever happens to the tokens, it stays. */
export const OVERLAY_KEY = 'a-key-that-stays';

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** As long as real tokens, so that a half-written one would be seen. */
export function pairOf(number: number): TokenPair {
  const text = (name: string): string => `${name}-${number}-`.padEnd(400, `${name}${number}`);
  return { accessToken: text('access'), refreshToken: text('refresh') };
}

/** The number of the pair that a refresh token is of. */
export function pairNumberOf(refreshToken: string): number {
  return Number(refreshToken.split('-')[1]);
}
