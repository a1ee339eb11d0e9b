import type { Problem } from '../problem.ts';
import type { Follower } from './people-commands.ts';

/** Permissions that this part of the control room uses (specification, "Scopes"). */
export const PEOPLE_SCOPES = [
  'READ:CHANNEL',
  'READ:SUBSCRIPTION',
  'READ:USER_BLOCK',
  'WRITE:USER_BLOCK',
] as const;
export type PeopleScope = (typeof PEOPLE_SCOPES)[number];

/** New followers that are named; of more only the number is said. */
export const NEW_FOLLOWERS_MOST = 50;

/** Who has come since somebody last looked. */
export interface NewFollowers {
  /** The latest first, `NEW_FOLLOWERS_MOST` at most. */
  readonly people: readonly Follower[];
  /** There are more than those in `people`. */
  readonly more: boolean;
  /** When the latest known follower came, epoch milliseconds; null: nobody is known yet. */
  readonly newestAt: number | null;
  /** When somebody last looked; null: never, so that nobody counts as new. Epoch milliseconds. */
  readonly lookedAt: number | null;
  /** When the list was read last, epoch milliseconds; null: not yet. */
  readonly checkedAt: number | null;
  /** Why the last reading failed; null: it did not. */
  readonly problem: Problem | null;
}

/** What the control room shows of this part, whole. */
export interface PeopleDesk {
  /** Counts changes. */
  readonly revision: number;
  /** Whether there is somebody to ask for; what was read before stays readable. */
  readonly signedIn: boolean;
  /** What the present grant lacks; empty while nobody is signed in. */
  readonly missingScopes: readonly PeopleScope[];
  readonly newFollowers: NewFollowers;
  /** Another number: the list of blocked people may be another one, and is to be read anew. */
  readonly blocksRevision: number;
}

export const NO_NEW_FOLLOWERS: NewFollowers = {
  people: [],
  more: false,
  newestAt: null,
  lookedAt: null,
  checkedAt: null,
  problem: null,
};

export const EMPTY_PEOPLE_DESK: PeopleDesk = {
  revision: 0,
  signedIn: false,
  missingScopes: [],
  newFollowers: NO_NEW_FOLLOWERS,
  blocksRevision: 0,
};
