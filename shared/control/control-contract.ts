import { BOOKS_COMMANDS } from './books-commands.ts';
import { CARE_COMMANDS } from './care-commands.ts';
import type { CareDesk } from './care-desk.ts';
import { DROPS_COMMANDS } from './drops-commands.ts';
import type { DropsDesk } from './drops-desk.ts';
import { LIVE_COMMANDS } from './live-commands.ts';
import type { LiveDesk } from './live-desk.ts';
import { PEOPLE_COMMANDS } from './people-commands.ts';
import type { PeopleDesk } from './people-desk.ts';
import { STREAM_COMMANDS } from './stream-commands.ts';
import type { StreamDesk } from './stream-desk.ts';

/** The control room's share of the contract: what each of its pages may ask, and what it follows. */
export const CONTROL_COMMANDS = {
  ...LIVE_COMMANDS,
  ...STREAM_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...DROPS_COMMANDS,
  ...BOOKS_COMMANDS,
  ...CARE_COMMANDS,
} as const;

export type ControlCommandName = keyof typeof CONTROL_COMMANDS;

export interface ControlFeeds {
  /** The broadcast, its totals, what stands large on the overlay. */
  readonly live: LiveDesk;
  /** Stream and chat settings. */
  readonly stream: StreamDesk;
  /** Who follows, subscribes, helps and is blocked, as far as it is kept. */
  readonly people: PeopleDesk;
  /** Campaigns, claims and their payout. */
  readonly drops: DropsDesk;
  /** Settings and care: what is wrong before going live, and what is being kept safe. */
  readonly care: CareDesk;
}

export type ControlFeedName = keyof ControlFeeds;
export const CONTROL_FEED_NAMES = [
  'live',
  'stream',
  'people',
  'drops',
  'care',
] as const satisfies readonly ControlFeedName[];
